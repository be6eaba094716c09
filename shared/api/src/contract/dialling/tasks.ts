/** Tasks: list, adding, changing, and what is done with one (B5). */
import { array, boolean, number, object, string } from "yup";
import { compField, countReply, deleteBody, idField, idReply, listBody } from "../crud.ts";
import { lengthField, nameField, numberField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, timeouts } from "../resource.ts";
import { taskStates, type TaskState } from "../tasks/kinds.ts";
import { taskAddBody, taskFields, taskUpdateBody } from "./fields.ts";
import { recipeChoices } from "./recipes.ts";
import {
  diallingChecks,
  ftypeField,
  missedField,
  onTasks,
  someResult,
  recallReply,
  taskIdField,
  taskPrefix,
  type DiallingCheck,
} from "./parts.ts";

const tags = ["DialTask"];
const stateKeys = Object.keys(taskStates) as TaskState[];

/** Counters of a task: numbers by what has become of them, and attempts. */
export const progressShape = {
  total: number().required(),
  waiting: number().required(),
  live: number().required(),
  retry: number().required(),
  done: number().required(),
  skipped: number().required(),
  stopped: number().required(),
  attempts: number().required(),
  answered: number().required(),
  connected: number().required(),
  abandoned: number().required(),
  talkS: number().required(),
};

const taskRow = object({
  ...taskFields,
  id: string().required(),
  state: string<TaskState>().oneOf(stateKeys).required(),
  /** Running, but at no time at which it dials: 运行中（等待时段）; or what else it waits for. '': it dials. */
  waitsFor: string().defined(),
  createdAt: string().required(),
  createdBy: string().defined(),
  startedAt: string().nullable().defined(),
  endedAt: string().nullable().defined(),
  /** Seats that have joined. */
  joined: number().required(),
  progress: object(progressShape).required(),
});

const band = () =>
  object({ low: number().required(), middle: number().required(), high: number().required() }).required();

const verb = (name: string, path: string, summary: string) =>
  defineEndpoint({
    name,
    method: "POST",
    path: `${taskPrefix}/task/${path}`,
    summary,
    permission: onTasks,
    body: object({
      compId: compField(),
      id: taskIdField(),
      /** Calls that ring already are cancelled; those that talk go on. */
      cancelRinging: boolean().label("取消振铃中的呼叫").default(false),
    }),
    tags,
  });

const checkStep = object({
  check: string<DiallingCheck>()
    .oneOf(Object.keys(diallingChecks) as DiallingCheck[])
    .required(),
  passed: boolean().required(),
  detail: string().defined(),
});

export const dialTaskApi = defineResource({
  list: defineEndpoint({
    name: "dialTaskList",
    method: "POST",
    path: `${taskPrefix}/task/list`,
    summary: "List of dialling tasks of a kind",
    permission: onTasks,
    reads: true,
    body: listBody(
      {
        ftype: ftypeField(),
        taskIdentity: lengthField("任务标识"),
        state: string<TaskState | "">()
          .label("状态")
          .oneOf(["", ...stateKeys]),
      },
      ["taskIdentity", "createdAt", "priority"],
    ),
    reply: listOf(taskRow),
    tags,
  }),
  findById: defineEndpoint({
    name: "dialTaskFind",
    method: "POST",
    path: `${taskPrefix}/task/findById`,
    summary: "A dialling task with its settings and counters",
    permission: onTasks,
    reads: true,
    body: object({ compId: compField(), id: taskIdField() }),
    reply: taskRow,
    tags,
  }),
  add: defineEndpoint({
    name: "dialTaskAdd",
    method: "POST",
    path: `${taskPrefix}/task/add`,
    summary: "Adds a dialling task",
    permission: onTasks,
    body: taskAddBody,
    reply: idReply,
    tags,
  }),
  update: defineEndpoint({
    name: "dialTaskUpdate",
    method: "POST",
    path: `${taskPrefix}/task/update`,
    summary: "Changes a dialling task; it counts from the next call",
    permission: onTasks,
    body: taskUpdateBody,
    tags,
  }),
  delete: defineEndpoint({
    name: "dialTaskDelete",
    method: "POST",
    path: `${taskPrefix}/task/delete`,
    summary: "Deletes dialling tasks that do not run",
    permission: onTasks,
    body: deleteBody(),
    reply: countReply,
    tags,
  }),
  start: verb("dialTaskStart", "start", "Starts a task, or lets a paused one go on"),
  pause: verb("dialTaskPause", "pause", "Pauses a task"),
  stop: verb("dialTaskStop", "stop", "Stops a task for good"),
  copy: defineEndpoint({
    name: "dialTaskCopy",
    method: "POST",
    path: `${taskPrefix}/task/copy`,
    summary: "A new task with the settings of another",
    permission: onTasks,
    body: object({
      compId: compField(),
      id: taskIdField(),
      taskIdentity: nameField("任务标识"),
      /** With its numbers, as they were imported. */
      numbers: boolean().label("复制号码").default(false),
    }),
    reply: idReply,
    tags,
  }),
  recall: defineEndpoint({
    name: "dialTaskRecall",
    method: "POST",
    path: `${taskPrefix}/task/recall`,
    summary: "A new round over the numbers of chosen results (B13)",
    permission: onTasks,
    body: object({
      compId: compField(),
      id: taskIdField(),
      codes: array()
        .label("呼叫结果")
        .of(number().required())
        .max(40)
        .default([])
        .test("some", "请选择呼叫结果", someResult),
      /** Whose last call was answered in vain. */
      answers: missedField().default([]),
      batchNumber: lengthField("批次").default(""),
    }),
    reply: recallReply,
    tags,
  }),
  progress: defineEndpoint({
    name: "dialTaskProgress",
    method: "POST",
    path: `${taskPrefix}/task/progress`,
    summary: "Counters of tasks",
    permission: onTasks,
    reads: true,
    body: object({
      compId: compField(),
      ids: array().label("任务").of(string().required().max(64)).min(1).max(200).required(),
    }),
    reply: array()
      .of(
        object({
          id: string().required(),
          state: string<TaskState>().oneOf(stateKeys).required(),
          waitsFor: string().defined(),
          joined: number().required(),
          progress: object(progressShape).required(),
        }),
      )
      .required(),
    tags,
  }),
  /** 为什么没拨: the functions that decide it at dialling answer (D2). */
  why: defineEndpoint({
    name: "dialTaskWhy",
    method: "POST",
    path: `${taskPrefix}/task/why`,
    summary: "Why a number of a task is, or is not, dialled now",
    permission: onTasks,
    reads: true,
    body: object({ compId: compField(), id: taskIdField(), phoneId: idField("号码") }),
    reply: object({
      dials: boolean().required(),
      nextAt: string().nullable().defined(),
      steps: array().of(checkStep).required(),
    }),
  }),
  recipeChoices: defineEndpoint({
    name: "dialTaskRecipeChoices",
    method: "POST",
    path: `${taskPrefix}/task/recipeChoices`,
    summary: "Tasks, message interfaces and flows of orders that recipes may name",
    permission: onTasks,
    reads: true,
    body: object({ compId: compField() }),
    reply: recipeChoices,
    tags,
  }),
  /** 试算 (D40). */
  forecast: defineEndpoint({
    name: "dialTaskForecast",
    method: "POST",
    path: `${taskPrefix}/task/forecast`,
    summary:
      "Calls, hours, occupancy and cost of a list under a task's settings, simulated from the enterprise's own history",
    permission: onTasks,
    reads: true,
    timeoutMs: timeouts.slow,
    body: object({
      compId: compField(),
      id: taskIdField(),
      agents: numberField("坐席数", { min: 0, max: 1_000 }).required("请输入坐席数"),
    }),
    reply: object({
      /** Calls of the last 30 days that it is made from; the fewer, the more the usual figures count. */
      calls: number().required(),
      /** Numbers that are still to be dialled. */
      numbers: number().required(),
      /** Of them those that were called in the last 90 days, and whose last call said 空号, 停机 or 号码变更. */
      quality: object({ called: number().required(), dead: number().required() }).required(),
      /** Shares are 0 to 1. */
      answerRate: number().required(),
      talkS: number().required(),
      expectedCalls: band(),
      expectedAnswers: band(),
      /** Of time in which it may dial. */
      hours: band(),
      occupancy: band(),
      talk: band(),
      abandoned: band(),
      /** Yuan. */
      cost: band(),
      /** Numbers that it does not come to before its last hour. */
      left: band(),
      /** null: it does not come to its end. */
      endsAt: object({
        low: string().nullable().defined(),
        middle: string().nullable().defined(),
        high: string().nullable().defined(),
      }).required(),
      /** Simulations that the bands are of: the second lowest, the middle and the second highest. */
      runs: number().required(),
      /** Answers by the hour of all tasks of the enterprise, which choose the hour of a retry (D4); percent. */
      byHour: array()
        .of(
          object({
            weekend: number().oneOf([0, 1]).required(),
            hour: number().required(),
            calls: number().required(),
            answered: number().required(),
            /** Mean of the posterior: what a retry goes by. */
            rate: number().required(),
            /** Bounds that hold the share of the answered 9 times of 10. */
            low: number().required(),
            high: number().required(),
          }),
        )
        .required(),
    }),
  }),
});
