/**
 * Best time to call (D4): how likely an answer is in each hour, from what the enterprise's own calls came to, and the hour of a retry.
 * Pure. An hour's rate is a Beta posterior whose prior is worth so many calls at the enterprise's own rate; the number's place and earlier
 * attempts are then judged the same way with the hour's rate as their prior. So a few calls change little and many decide.
 */
import { formatClock, hourMs, secondMs } from "@liantai/api/contract";
import { hoursAt, nextOpening, type DialHours } from "./hours.ts";

export interface HourCount {
  readonly weekend: 0 | 1;
  /** 0 to 23. */
  readonly hour: number;
  readonly calls: number;
  readonly answered: number;
  /** Of them to numbers of the same place that had been called as often. */
  readonly likeCalls: number;
  readonly likeAnswered: number;
}

/** Weights of the two priors, in calls. */
const priorCalls = 20;
/** Of fewer calls nobody can tell one hour from another. */
export const enoughToChoose = 100;
/** So far ahead a better hour is looked for. */
const aheadMs = 48 * hourMs;

export interface Answering {
  readonly calls: number;
  readonly answered: number;
}

export const weekendAt = (at: number): 0 | 1 => {
  // Monday the 5th of January 1970 in Shanghai is day 4 of its count.
  const day = Math.floor((at + 8 * hourMs) / (24 * hourMs) + 4) % 7;
  return day === 0 || day === 6 ? 1 : 0;
};
export const hourAt = (at: number): number => Number(formatClock(at).slice(0, 2));

/** Earlier attempts count as none, one, and more. */
export const triesOf = (attempt: number): number => Math.min(3, Math.max(1, attempt));

export const totalOf = (counts: readonly Answering[]): Answering =>
  counts.reduce((sum, { calls, answered }) => ({ calls: sum.calls + calls, answered: sum.answered + answered }), {
    calls: 0,
    answered: 0,
  });

const posterior = (prior: number, { calls, answered }: Answering): number =>
  (priorCalls * prior + answered) / (priorCalls + calls);

/** Mean of the posterior of an hour, for whoever is called then: 0 to 1. */
export function hourRate(total: Answering, count: HourCount | undefined): number {
  const prior = (total.answered + 1) / (total.calls + 2);
  if (!count) return prior;
  const ofHour = posterior(prior, count);
  return posterior(ofHour, { calls: count.likeCalls, answered: count.likeAnswered });
}

export interface SlotAsked {
  /** The rule allows it from then on. */
  readonly from: number;
  readonly hours: DialHours;
  /** Hours of the day in which the number was called before: it is another slot. */
  readonly called: ReadonlySet<number>;
  readonly counts: readonly HourCount[];
  /** Of the number, so that not all are dialled at the full hour. */
  readonly draw: number;
}

export interface Slot {
  readonly at: number;
  readonly reason: string;
}

const clockOf = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** Openings of the hours that lie ahead, the first moment of each. */
function* openings({ from, hours, called }: SlotAsked): Generator<number> {
  const end = from + aheadMs;
  for (let at = nextOpening(hours, from); at !== null && at < end;) {
    if (!called.has(hourAt(at))) yield at;
    // Shanghai's hours begin with UTC's.
    at = nextOpening(hours, (Math.floor(at / hourMs) + 1) * hourMs);
  }
}

/** Somewhere in the hour, where the hours are open then; the number decides where. */
function within(at: number, { from, hours, draw }: SlotAsked): number {
  if (at === from) return at;
  const left = (Math.floor(at / hourMs) + 1) * hourMs - at;
  const spread = at + (draw % Math.max(1, Math.floor(left / secondMs))) * secondMs;
  return hoursAt(hours, spread).open ? spread : at;
}

/** undefined: too little is known, or no other hour lies within the task's hours. */
export function bestSlot(asked: SlotAsked): Slot | undefined {
  const total = totalOf(asked.counts);
  if (total.calls < enoughToChoose) return undefined;
  let best: { readonly at: number; readonly rate: number; readonly count: HourCount | undefined } | undefined;
  for (const at of openings(asked)) {
    const count = asked.counts.find((one) => one.weekend === weekendAt(at) && one.hour === hourAt(at));
    const rate = hourRate(total, count);
    if (!best || rate > best.rate) best = { at, rate, count };
  }
  if (!best) return undefined;
  const { at, rate, count } = best;
  const hour = hourAt(at);
  const name = `${weekendAt(at) ? "周末" : "工作日"}${clockOf(hour)}–${clockOf(hour + 1)}`;
  const known = count
    ? `接通率 ${Math.round((count.answered / count.calls) * 100)}%（${count.answered}/${count.calls}）`
    : `没有记录，按企业平均接通率 ${Math.round(rate * 100)}% 估计`;
  return { at: within(at, asked), reason: `换到${name}重拨：${known}` };
}
