/** When a limit runs out, and when it is warned of. */
import { addWorking, workingBetween } from "../numbers/working-arithmetic.ts";
import type { WorkingTime } from "../numbers/working-time.ts";
import { minuteMs } from "../time.ts";
import type { FlowLimit } from "./flow.ts";

/** Absent: never, for the rule has no such time. */
export interface Due {
  readonly dueAt?: number;
  readonly warnAt?: number;
}

/** By the rule; without one by the clock. */
export const addTime = (rule: WorkingTime | undefined, from: number, lengthMs: number): number | undefined =>
  rule ? addWorking(rule, from, lengthMs) : from + lengthMs;

export const timeBetween = (rule: WorkingTime | undefined, from: number, to: number): number =>
  rule ? workingBetween(rule, from, to) : Math.max(0, to - from);

/** spentMs: of its time already, before it stood still. */
export function dueOf(rule: WorkingTime | undefined, from: number, limit: FlowLimit, spentMs = 0): Due {
  const at = (minutes: number) => addTime(rule, from, Math.max(0, minutes * minuteMs - spentMs));
  const dueAt = at(limit.minutes);
  const warnAt =
    limit.warnMinutes && limit.minutes * minuteMs > spentMs ? at(limit.minutes - limit.warnMinutes) : undefined;
  return { ...(dueAt === undefined ? {} : { dueAt }), ...(warnAt === undefined ? {} : { warnAt }) };
}
