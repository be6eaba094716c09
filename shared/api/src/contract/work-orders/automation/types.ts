/** Triggers and macros as data: when something is looked at, and what is done. */
import type { Condition } from "../../forms/rules.ts";
import { orderEvents, type OrderEventType, type OrderPriority } from "../codes.ts";
import type { WarnHearer, warnedStates } from "../warns.ts";

/** Of records: of customers, and those that are an order's values. */
export const recordEvents = { "record.created": "新增数据", "record.updated": "修改数据" } as const;
type RecordEvent = keyof typeof recordEvents;

/** Of orders: those with a number of the specification. */
type NumberedEvent = {
  [K in OrderEventType]: (typeof orderEvents)[K] extends { readonly code: number } ? K : never;
}[OrderEventType];
const isNumbered = (type: OrderEventType): type is NumberedEvent => "code" in orderEvents[type];
/** And of ours what the customer did by his link. */
const customerEvents = ["customerFilled", "customerRated"] as const satisfies readonly OrderEventType[];

/** `kept`: its state did not change for so long. */
export type TriggerEvent = RecordEvent | NumberedEvent | (typeof customerEvents)[number];
export type HappenedEvent = TriggerEvent | "kept";
export const triggerEventKeys: readonly TriggerEvent[] = [
  ...(Object.keys(recordEvents) as RecordEvent[]),
  ...(Object.keys(orderEvents) as OrderEventType[]).filter(isNumbered),
  ...customerEvents,
];

export const eventText = (event: string): string => {
  if (event === "kept") return "状态未变化";
  if (Object.hasOwn(recordEvents, event)) return recordEvents[event as RecordEvent];
  return Object.hasOwn(orderEvents, event) ? orderEvents[event as OrderEventType].name : event;
};

export type KeptState = (typeof warnedStates)[number];

export type TriggerWhen =
  /** fields: of record.updated, when one of these changed; none: whichever. */
  | { readonly on: "event"; readonly events: readonly TriggerEvent[]; readonly fields?: readonly string[] }
  /** Minutes by the time rule; without one by the clock. */
  | { readonly on: "timed"; readonly state: KeptState; readonly minutes: number; readonly timeRuleId?: string };

/** How a trigger's time is chosen. */
export const triggerMoments = { event: "发生以下情况时", timed: "状态长时间未变化时" } as const satisfies Readonly<
  Record<TriggerWhen["on"], string>
>;

export const automationDoes = {
  set: "设置字段",
  assign: "指派或转交",
  priority: "设置优先级",
  comment: "添加备注",
  urge: "催办",
  remind: "提醒",
  push: "推送到接口",
} as const;
export type AutomationDo = keyof typeof automationDoes;

/** A text, choices of a checkbox; null empties the field. */
export type SetValue = string | readonly string[] | null;

export type AutomationAction =
  | { readonly do: "set"; readonly field: string; readonly value: SetValue }
  | { readonly do: "assign"; readonly to: string }
  | { readonly do: "priority"; readonly priority: OrderPriority }
  | { readonly do: "comment" | "urge"; readonly text: string }
  | {
      readonly do: "remind";
      readonly whom: readonly WarnHearer[];
      readonly agentIds: readonly string[];
      readonly text: string;
    }
  | { readonly do: "push" };

export type TriggerCondition = Condition;

export const automationLimits = {
  /** Of a form. */
  triggers: 100,
  macros: 200,
  actions: 20,
  text: 200,
  seats: 50,
  /** How far what a trigger does goes on to fire others. */
  depth: 5,
  /** Events that a trial looks at, and of those that it tells of. */
  tried: 5_000,
  told: 100,
  trace: 100,
} as const;

export const runStates = {
  waiting: "待执行",
  fired: "已执行",
  notMet: "条件不成立",
  refused: "未执行",
  cut: "循环已切断",
  gone: "已失效",
} as const;
export type RunState = keyof typeof runStates;

/** A sentence, and the fields it tells of: who may not see one does not read it. */
export interface ToldLine {
  readonly text: string;
  readonly fields: readonly string[];
}
export interface JudgedLine extends ToldLine {
  readonly holds: boolean;
}
