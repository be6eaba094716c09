/**
 * 任务监控: what tasks of a kind do at this moment (A4, TaskMonitorInfo). Rates are percent with one decimal; null: nothing to make one of.
 */
import { array, number, object, string } from "yup";
import { compField } from "../crud.ts";
import { defineEndpoint, defineResource, type ReplyOf } from "../resource.ts";
import { taskStates, type TaskState } from "../tasks/kinds.ts";
import { ftypeField, numberStates, onTasks, taskIdField, taskPrefix, type NumberState } from "./parts.ts";
import { progressShape } from "./tasks.ts";

const tags = ["TaskMonitor"];
/** Attempts a minute are told for so long. */
export const monitoredMinutes = 15;

const percent = () => number().nullable().defined();

/** What changes from call to call: told to who watches the task (taskCounted) at most once in `countedMs`. */
export const countedMs = 1_000;
const countedShape = {
  id: string().required(),
  state: string<TaskState>()
    .oneOf(Object.keys(taskStates) as TaskState[])
    .required(),
  waitsFor: string().defined(),
  progress: object(progressShape).required(),
  /** Calls in flight by state of their number; states without one are left out. */
  flight: array()
    .of(
      object({
        state: string<NumberState>()
          .oneOf(Object.keys(numberStates) as NumberState[])
          .required(),
        count: number().required(),
      }),
    )
    .required(),
  /** Attempts that began in each of the last minutes, the oldest first; the last one has only begun. */
  minutes: array().of(number().required()).required(),
  /** Answered of the attempts, since the start. */
  answerRate: percent(),
  joined: number().required(),
  /** Why pacing dials as many as it does now; [] where nothing paces. */
  pacing: array().of(string().required()).required(),
};

const monitoredShape = {
  ...countedShape,
  taskIdentity: string().required(),
  ftype: ftypeField(),
  startedAt: string().nullable().defined(),
  /** Abandoned of the answers by people (B8): of the last 24 hours, and since the start. */
  abandonedDay: percent(),
  abandonedAll: percent(),
  /** What 应答检测 is worth by what people said of its calls (误判); null: the task has none. rate: of the people who answered. */
  detection: object({
    machines: number().required(),
    misjudged: number().required(),
    missed: number().required(),
    rate: percent(),
    /** Bounds of the rate at 95 %. */
    low: number().required(),
    high: number().required(),
  })
    .nullable()
    .default(null)
    .defined(),
};

export const taskMonitorApi = defineResource({
  list: defineEndpoint({
    name: "taskMonitorList",
    method: "POST",
    path: `${taskPrefix}/TaskMonitorInfo/list`,
    summary: "Running and paused tasks of a kind, live",
    permission: onTasks,
    reads: true,
    body: object({ compId: compField(), ftype: ftypeField() }),
    reply: object({
      /** Epoch ms. */
      at: number().required(),
      tasks: array().of(object(monitoredShape)).required(),
    }),
    tags,
  }),
  detail: defineEndpoint({
    name: "taskMonitorDetail",
    method: "POST",
    path: `${taskPrefix}/TaskMonitorInfo/detail`,
    summary: "A task, live, with its seats and what came of its calls",
    permission: onTasks,
    reads: true,
    body: object({ compId: compField(), id: taskIdField() }),
    reply: object({
      at: number().required(),
      task: object(monitoredShape).required(),
      /** Seats that take part, with what they do. */
      seats: array()
        .of(
          object({
            agentId: string().required(),
            name: string().defined(),
            /** Seat status code (states.ts) and its word. */
            code: number().required(),
            stateName: string().defined(),
            /** Epoch ms; 0: not signed in since the engine started. */
            since: number().required(),
          }),
        )
        .required(),
      /** Attempts that are over by result code, since the start. */
      codes: array()
        .of(object({ code: number().required(), count: number().required() }))
        .required(),
    }),
    tags,
  }),
});

export type TaskCounted = Pick<ReplyOf<(typeof taskMonitorApi)["detail"]>["task"], keyof typeof countedShape>;
