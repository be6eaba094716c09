/** The hours in which a task may dial: its dates, the legal frame, its own windows, its time rule. Pure; everything is Asia/Shanghai. */
import { dayMs, dayOf, formatClock, formatDate, formatMinute, minuteMs } from "@liantai/api/contract";
import {
  appliesAt,
  minutesOf,
  nextDate,
  planOf,
  type RegionHours,
  type WorkingTime,
} from "@liantai/api/contract/admin";

export interface Span {
  /** HH:mm; the first minute belongs to it, the last does not. */
  readonly from: string;
  readonly to: string;
}

export interface DialHours {
  /** Epoch ms; null: from the start on, without an end. */
  readonly fromAt: number | null;
  readonly untilAt: number | null;
  /** What the operator leaves of the legal frame: frameOf. */
  readonly frame: Span;
  /** []: the whole frame. */
  readonly windows: readonly Span[];
  /** Of the province that a number is of, where the task names it: hoursFor. */
  readonly region?: Span & { readonly province: string };
  /** Of the half of an experiment that a number is of: ../experiments/arms.ts. */
  readonly half?: Span & { readonly word: string };
  /** null: none is named. time null: it is named and gone, so that nothing is dialled by it. */
  readonly rule: { readonly name: string; readonly time: WorkingTime | null } | null;
}

export interface HoursAnswer {
  readonly open: boolean;
  readonly detail: string;
}

/** What two of them have in common. */
export const within = (a: Span, b: Span): Span => ({
  from: a.from > b.from ? a.from : b.from,
  to: a.to < b.to ? a.to : b.to,
});

/** An enterprise's frame is never wider than the law's, whatever stands in its row. */
export const frameOf = (law: Span, own?: Span): Span => (own ? within(own, law) : law);

/** Of the task, for a number of this place. */
export function hoursFor(hours: DialHours, regions: readonly RegionHours[] | undefined, place: string): DialHours {
  const region = regions?.find(({ province }) => place.startsWith(province));
  return region ? { ...hours, region } : hours;
}

const holds = ({ from, to }: Span, clock: string): boolean => clock >= from && clock < to;
const text = ({ from, to }: Span): string => `${from}-${to}`;

/** Provinces whose numbers are not dialled now. */
export const closedProvinces = (regions: readonly RegionHours[] | undefined, now: number): readonly string[] =>
  (regions ?? []).filter((region) => !holds(region, formatClock(now))).map(({ province }) => province);

export function hoursAt({ fromAt, untilAt, frame, windows, region, half, rule }: DialHours, now: number): HoursAnswer {
  const closed = (detail: string): HoursAnswer => ({ open: false, detail });
  if (fromAt !== null && now < fromAt) return closed(`任务从 ${formatMinute(fromAt)} 开始`);
  if (untilAt !== null && now >= untilAt) return closed(`任务已于 ${formatMinute(untilAt)} 结束`);
  const clock = formatClock(now);
  if (!holds(frame, clock)) return closed(`当前 ${clock} 不在允许外呼的时间 ${text(frame)} 内`);
  if (windows.length > 0 && !windows.some((window) => holds(window, clock)))
    return closed(`当前 ${clock} 不在任务的拨打时段 ${windows.map(text).join("、")} 内`);
  if (region && !holds(region, clock))
    return closed(`当前 ${clock} 不在${region.province}号码的拨打时段 ${text(region)} 内`);
  if (half && !holds(half, clock)) return closed(`当前 ${clock} 不在实验${half.word}的拨打时段 ${text(half)} 内`);
  if (!rule) return { open: true, detail: `当前 ${clock}，在拨打时段内` };
  if (!rule.time) return closed("任务的时间规则已被删除");
  const { applies, reason } = appliesAt(rule.time, now);
  return { open: applies, detail: `时间规则“${rule.name}”：${reason}` };
}

/** A rule may have holidays for as long as this; then it opens never. */
const farthestDays = 400;
const dayMinutes = 24 * 60;

/** All that opens or ends on a day. */
const spansOf = ({ frame, windows, region, half, rule }: DialHours, date: string): readonly Span[] => [
  ...[frame, ...windows, ...(region ? [region] : []), ...(half ? [half] : [])],
  ...(rule?.time ? planOf(rule.time, date).ranges : []),
];

/** Minutes of a day at which the hours may begin to be open; between two of them they never do. */
function beginnings(hours: DialHours, date: string): number[] {
  return [...new Set([0, ...spansOf(hours, date).map(({ from }) => minutesOf(from))])].sort((a, b) => a - b);
}

/** The first moment from `now` on at which the hours allow a call, to the ms; null: none within the task's dates. */
export function nextOpening(hours: DialHours, now: number): number | null {
  const start = Math.max(now, hours.fromAt ?? now);
  if (hoursAt(hours, start).open) return start;
  const last = Math.min(hours.untilAt ?? Infinity, start + farthestDays * dayMs);
  let date = formatDate(start);
  for (let midnight = dayOf(start).from.getTime(); midnight < last; midnight += dayMs, date = nextDate(date)) {
    for (const minute of beginnings(hours, date)) {
      const at = midnight + minute * minuteMs;
      if (at > start && at < last && hoursAt(hours, at).open) return at;
    }
  }
  return null;
}

/** Minutes of a day at which the hours may end; between two edges they are open, or not, throughout. */
function edges(hours: DialHours, date: string): number[] {
  const ends = spansOf(hours, date).map(({ to }) => minutesOf(to));
  return [...new Set([...beginnings(hours, date), ...ends, dayMinutes])].sort((a, b) => a - b);
}

function closingAfter(hours: DialHours, opening: number): number {
  const last = Math.min(hours.untilAt ?? Infinity, opening + farthestDays * dayMs);
  let date = formatDate(opening);
  for (let midnight = dayOf(opening).from.getTime(); midnight < last; midnight += dayMs, date = nextDate(date))
    for (const minute of edges(hours, date)) {
      const at = midnight + minute * minuteMs;
      if (at > opening && at < last && !hoursAt(hours, at).open) return at;
    }
  return last;
}

/** When the hours allow calls from `now` on, one stretch after the other. */
export function* openSpans(hours: DialHours, now: number): Generator<{ readonly from: number; readonly to: number }> {
  const end = Math.min(hours.untilAt ?? Infinity, now + farthestDays * dayMs);
  for (let at: number | null = now; at !== null && at < end;) {
    const from: number | null = nextOpening(hours, at);
    if (from === null || from >= end) return;
    const to = closingAfter(hours, from);
    yield { from, to };
    at = to;
  }
}
