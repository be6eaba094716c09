/** 实验: two variants of a task over random halves of its numbers, with a sequential test that stops it (D12, decision 096). */
import { array, number, object, string } from "yup";
import { compField } from "../crud.ts";
import { flagField, lengthField, numberField, timeField } from "../fields.ts";
import { flowVoiceField } from "../flows/parts.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import type { TaskType } from "../tasks/kinds.ts";
import { onTasks, taskIdField, taskPrefix } from "./parts.ts";

const tags = ["TaskExperiment", "DialTask"];

/** What differs between the halves. */
export const experimentKinds = {
  displayed: "外显号码",
  greeting: "接通问候语",
  flow: "流程",
  template: "通知模板",
  voice: "音色",
  time: "拨打时段",
} as const;
export type ExperimentKind = keyof typeof experimentKinds;

const byItself: readonly TaskType[] = [1, 3, 4, 5];
/** Tasks in which it may differ: none that agents dial themselves. */
export const experimentTasks: Readonly<Record<ExperimentKind, readonly TaskType[]>> = {
  displayed: byItself,
  greeting: [3],
  flow: [4],
  template: [5],
  voice: byItself,
  time: byItself,
};

/** What counts as a success of a call. */
export const experimentMetrics = { answered: "真人接听", talk: "通话满30秒", result: "业务结果" } as const;
export type ExperimentMetric = keyof typeof experimentMetrics;

export const experimentStates = {
  running: "进行中",
  decided: "已分出优劣",
  even: "未见差别",
  stopped: "已停止",
} as const;
export type ExperimentState = keyof typeof experimentStates;

const keysOf = <T extends string>(words: Readonly<Record<T, string>>) => Object.keys(words) as T[];
const word = <T extends string>(words: Readonly<Record<T, string>>, label: string) =>
  string<T>().label(label).oneOf(keysOf(words), `${label}不正确`).required(`请选择${label}`);

/** Each kind reads its own: experimentReads. */
const variantFields = (half: string) => ({
  numbers: array().label(`${half}外显号码`).of(string().required().max(32)).max(50).default([]),
  text: lengthField(`${half}问候语`, 200).default(""),
  flowId: string().label(`${half}流程`).max(64).default(""),
  templateId: string().label(`${half}通知模板`).max(64).default(""),
  /** '': as the task speaks without an experiment. */
  tts: flowVoiceField().label(`${half}音色`).default(""),
  from: timeField(`${half}开始时间`).default(""),
  to: timeField(`${half}结束时间`).default(""),
});
export const experimentReads = {
  displayed: ["numbers"],
  greeting: ["text"],
  flow: ["flowId"],
  template: ["templateId"],
  voice: ["tts"],
  time: ["from", "to"],
} as const satisfies Record<ExperimentKind, readonly (keyof ReturnType<typeof variantFields>)[]>;
const variant = (half: string) => object(variantFields(half));

export const experimentFields = {
  kind: word(experimentKinds, "实验内容"),
  metric: word(experimentMetrics, "成功标准"),
  /** The business result that is a success. */
  wanted: lengthField("业务结果", 50).default(""),
  a: variant("甲组"),
  b: variant("乙组"),
  /** It goes on with the better half by itself. */
  goesOn: flagField("自动采用").default(1),
  most: numberField("每组最多", { min: 50, max: 100_000 }).default(5_000),
};

const arm = object({
  calls: number().required(),
  hits: number().required(),
  /** Percent; null: no calls. */
  rate: number().nullable().defined(),
  /** Bounds that hold the rate 9 times of 10. */
  low: number().required(),
  high: number().required(),
});

export const taskExperimentApi = defineResource({
  find: defineEndpoint({
    name: "taskExperimentFind",
    method: "POST",
    path: `${taskPrefix}/taskExperiment/find`,
    summary: "The experiment of a task with its counts; null: it has none",
    permission: onTasks,
    reads: true,
    body: object({ compId: compField(), taskId: taskIdField() }),
    reply: object({
      ...experimentFields,
      state: word(experimentStates, "状态"),
      better: string<"a" | "b" | "">().oneOf(["a", "b", ""]).defined(),
      /** Percent of the way to a decision, by the evidence; 100: it is decided. */
      evidence: number().required(),
      startedAt: string().required(),
      endedAt: string().nullable().defined(),
      createdBy: string().defined(),
      counts: object({ a: arm, b: arm }).required(),
    })
      .nullable()
      .defined(),
    tags,
  }),
  start: defineEndpoint({
    name: "taskExperimentStart",
    method: "POST",
    path: `${taskPrefix}/taskExperiment/start`,
    summary: "Splits the numbers of a task at random into two halves with a variant each",
    permission: onTasks,
    body: object({ compId: compField(), taskId: taskIdField(), ...experimentFields }),
    tags,
  }),
  stop: defineEndpoint({
    name: "taskExperimentStop",
    method: "POST",
    path: `${taskPrefix}/taskExperiment/stop`,
    summary: "Ends the experiment of a task: it goes on as it is set itself",
    permission: onTasks,
    body: object({ compId: compField(), taskId: taskIdField() }),
    tags,
  }),
});
