/** What becomes of a number after a call: dialled again by the task's rules, or done (inventory dialling.md B16). Pure. */
import { dayOf, hourMs, minuteMs, secondMs } from "@liantai/api/contract";
import type { MissedAnswer, RetryRule, TaskSettings } from "@liantai/api/contract/admin";
import { matchedPrefix, type LimitRow } from "../../trunks/index.ts";
import { nextOpening, type DialHours } from "./hours.ts";
import { bestSlot, hourAt, type HourCount, type Slot } from "./slots.ts";

export interface CallResult {
  readonly settings: Pick<TaskSettings, "retries" | "perDay" | "inAll">;
  /** callResults of the contract. */
  readonly code: number;
  /** It was answered, and reached nobody: then the rules that name this are asked, and no code. */
  readonly missed?: MissedAnswer | undefined;
  /** How often each rule was used for the number, by its place in the task. */
  readonly tries: Readonly<Record<string, number>>;
  /** This one among them. */
  readonly attempts: number;
  readonly attemptsToday: number;
  /** When the call ended. */
  readonly now: number;
  /** When the calls to the number began, this one among them: for another hour of the day. */
  readonly calledAt: readonly number[];
  /** Where another hour may lie. */
  readonly hours: DialHours;
  /** Seconds that the enterprise's call limits want between two calls: intervalOf. */
  readonly minIntervalS?: number;
  /** The person has another number that is still to be dialled. */
  readonly otherNumber?: boolean;
  /** What the enterprise's calls came to by the hour, and the number's own draw; absent: another hour is the next one. */
  readonly slots?: { readonly counts: readonly HourCount[]; readonly draw: number };
}

export interface AfterResult {
  readonly state: "retry" | "done";
  /** null: never. */
  readonly nextAt: number | null;
  /** Place of the rule that decided; null: none named the result, or all that did are used up. */
  readonly rule: number | null;
  /** As they are from now on. */
  readonly tries: Readonly<Record<string, number>>;
  /** nextAt is of the next number of the same person, and this one is done. */
  readonly otherNumber: boolean;
  /** Why, in words. */
  readonly reason: string;
}

/** The longest interval that limits want for this number; 0: none does. */
export const intervalOf = (limits: readonly LimitRow[], number: string): number =>
  limits
    .filter(
      ({ enabled, direction, kind, prefixes }) =>
        enabled && direction !== "in" && kind !== "bar" && matchedPrefix(prefixes, number) !== undefined,
    )
    .reduce((longest, { minIntervalS }) => Math.max(longest, minIntervalS), 0);

/** So many hours ahead another one is looked for: a week. */
const slotsAhead = 7 * 24;

/** Another hour of the day than it was called in, within the hours: the best that is known, else the first; `at` where there is none. */
function otherSlot(at: number, { calledAt, hours, slots }: Pick<CallResult, "calledAt" | "hours" | "slots">): Slot {
  const called = new Set(calledAt.map(hourAt));
  const best = slots && bestSlot({ ...slots, from: at, hours, called });
  if (best) return best;
  let candidate = nextOpening(hours, at);
  for (let i = 0; i < slotsAhead && candidate !== null; i += 1) {
    if (!called.has(hourAt(candidate))) return { at: candidate, reason: candidate === at ? "" : "换时段重拨" };
    // Shanghai's hours begin with UTC's.
    candidate = nextOpening(hours, (Math.floor(candidate / hourMs) + 1) * hourMs);
  }
  return { at, reason: "" };
}

export const namesResult = (
  { codes, answers = [] }: Pick<RetryRule, "codes" | "answers">,
  { code, missed }: Pick<CallResult, "code" | "missed">,
): boolean => (missed === undefined ? codes.includes(code) : answers.includes(missed));

/** The first rule that names the result and is not used up; one that wants another number of the person is none where there is no other. */
function ruleFor(result: CallResult): number {
  const { settings, tries, otherNumber } = result;
  return settings.retries.findIndex(
    (rule, i) =>
      namesResult(rule, result) && (tries[i] ?? 0) < rule.times && (rule.otherNumber === 0 || otherNumber === true),
  );
}

export function afterResult(result: CallResult): AfterResult {
  const { settings, tries, attempts, attemptsToday, now, minIntervalS = 0 } = result;
  const done = (reason: string): AfterResult => ({
    state: "done",
    nextAt: null,
    rule: null,
    tries,
    otherNumber: false,
    reason,
  });
  const at = ruleFor(result);
  const rule = settings.retries[at];
  if (!rule)
    return done(settings.retries.some((each) => namesResult(each, result)) ? "重拨次数已用完" : "该结果不重拨");
  const used = { ...tries, [at]: (tries[at] ?? 0) + 1 };
  const due = now + rule.afterMin * minuteMs;
  // The other number has its own limits and intervals.
  if (rule.otherNumber === 1)
    return { state: "done", nextAt: due, rule: at, tries: used, otherNumber: true, reason: "改拨该客户的下一个号码" };
  if (attempts >= settings.inAll) return done(`已拨打 ${attempts} 次，达到总次数上限`);
  let next = Math.max(due, now + minIntervalS * secondMs);
  let reason = `${rule.afterMin} 分钟后重拨`;
  if (attemptsToday >= settings.perDay && next < dayOf(now).to.getTime()) {
    const tomorrow = dayOf(now).to.getTime();
    next = nextOpening(result.hours, tomorrow) ?? tomorrow;
    reason = "今日次数已满，次日重拨";
  }
  if (rule.otherSlot === 1) {
    const slot = otherSlot(next, result);
    if (slot.reason !== "") reason = slot.reason;
    next = slot.at;
  }
  return { state: "retry", nextAt: next, rule: at, tries: used, otherNumber: false, reason };
}
