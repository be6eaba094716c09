/** A target as it is typed, and in words. Pure. */
import type { BodyOf, ReplyOf } from "@liantai/api/contract";
import {
  orderEvents,
  orderPriorities,
  orderStates,
  targetPhases,
  usualTargets,
  type serviceTargetApi,
  type TargetKind,
  type TargetMoment,
  type TargetPhase,
} from "@liantai/api/contract/work-orders";
import type { FormField } from "@liantai/api/forms";
import { conditionText } from "../../parts/words.ts";

export type ListedTarget = ReplyOf<typeof serviceTargetApi.list>["list"][number];
export type TypedTarget = BodyOf<typeof serviceTargetApi.add>;
/** Orders, and whether they are counted anew in the background. */
export type Counted = ReplyOf<typeof serviceTargetApi.recompute>;
export type Changes = ReplyOf<typeof serviceTargetApi.preview>;

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** What a target of this kind begins as; what was typed beside it stays. */
export const ofKind = (typed: TypedTarget, kind: TargetKind): TypedTarget => ({
  ...typed,
  ...(copyOf(usualTargets[kind]) as Pick<TypedTarget, "start" | "stop" | "reset" | "pause">),
  kind,
});

export const freshTarget = (formId: string): TypedTarget =>
  ofKind(
    {
      ...{ formId, name: "", kind: "firstResponse", priorities: [], retroactive: true, start: {}, stop: {} },
      ...{ reset: {}, pause: {}, minutes: 30, minutesBy: {}, warnMinutes: 10, timeRuleId: "", enabled: 1 },
    },
    "firstResponse",
  );

export function typedOf({ id: _, updateTime: __, ...typed }: ListedTarget): TypedTarget {
  return copyOf(typed);
}

export const priorityPairs = Object.entries(orderPriorities);
export const eventName = (type: string): string =>
  Object.hasOwn(orderEvents, type) ? orderEvents[type as keyof typeof orderEvents].name : type;
export const statePairs = Object.entries(orderStates).filter(([state]) => state !== "deleted");

/** 提交，且状态为待领取 */
export function momentText({ events = [], states = [], when }: TargetMoment, fields: readonly FormField[]): string {
  const parts = [
    ...(events.length > 0 ? [events.map(eventName).join("、")] : []),
    ...(states.length > 0 ? [`状态为${states.map((state) => orderStates[state]).join("、")}`] : []),
    ...(when ? [conditionText(when, fields)] : []),
  ];
  return parts.join("，且");
}

export const phaseText = (phase: string): string => (phase === "" ? "不计时" : targetPhases[phase as TargetPhase]);
