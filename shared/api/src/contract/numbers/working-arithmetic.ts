/**
 * Arithmetic in working time over a time rule (working-time.ts says what applies when): limits of work orders count so. Pure; times are ms
 * since 1970, lengths ms, everything Asia/Shanghai. A rule is compiled once: rules are values and never changed in place.
 */
import { dayMs, formatMinute, minuteMs, zoneMs } from "../time.ts";
import { isOvernight, minutesOf, planOf, type DayPlan, type WorkingTime } from "./working-time.ts";

/** Working stretches of a day, ms since its midnight: from, to, from, to … in order, apart from each other. */
type Spans = readonly number[];

interface Calendar {
  /** By weekday, 0 Thursday, as 1970 began: a day without an entry after a day without one. */
  readonly week: readonly Spans[];
  readonly weekMs: number;
  /** Days with an entry of their own and the days after them, by day number. */
  readonly days: ReadonlyMap<number, Spans>;
  /** After this day number every day is one of the week. */
  readonly lastEntry: number;
}

/** Days since 1970-01-01 of Asia/Shanghai. */
const dayNumber = (at: number): number => Math.floor((at + zoneMs) / dayMs);
const midnight = (day: number): number => day * dayMs - zoneMs;
const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** The day's own ranges, and where it has no entry of its own what the night before left. */
function spansOf(plan: DayPlan, before: DayPlan): Spans {
  const own = plan.ranges.map((range) => [minutesOf(range.from), isOvernight(range) ? 1_440 : minutesOf(range.to)]);
  const carried = plan.kind === "holiday" || plan.kind === "special" ? [] : before.ranges.filter(isOvernight);
  const all = [...carried.map(({ to }) => [0, minutesOf(to)]), ...own] as [number, number][];
  const spans: number[] = [];
  for (const [from, to] of all.sort((a, b) => a[0] - b[0])) {
    const end = spans.at(-1);
    if (from >= to) continue;
    if (end !== undefined && from * minuteMs <= end) spans[spans.length - 1] = Math.max(end, to * minuteMs);
    else spans.push(from * minuteMs, to * minuteMs);
  }
  return spans;
}

const lengthOf = (spans: Spans): number => spans.reduce((sum, at, i) => sum + (i % 2 === 0 ? -at : at), 0);

function compile(rule: WorkingTime): Calendar {
  const bare = { ...rule, holidays: [], specials: [] };
  const between = (day: number, of: WorkingTime): Spans =>
    spansOf(planOf(of, dateOf(day)), planOf(of, dateOf(day - 1)));
  const week = [0, 1, 2, 3, 4, 5, 6].map((day) => between(day, bare));
  const days = new Map<number, Spans>();
  let lastEntry = -Infinity;
  for (const { date } of [...rule.holidays, ...rule.specials]) {
    for (const day of [numberOf(date), numberOf(date) + 1]) if (!days.has(day)) days.set(day, between(day, rule));
    lastEntry = Math.max(lastEntry, numberOf(date) + 1);
  }
  return { week, weekMs: week.reduce((sum, spans) => sum + lengthOf(spans), 0), days, lastEntry };
}

const calendars = new WeakMap<WorkingTime, Calendar>();
function calendarOf(rule: WorkingTime): Calendar {
  let calendar = calendars.get(rule);
  if (!calendar) calendars.set(rule, (calendar = compile(rule)));
  return calendar;
}

const spansAt = ({ days, week }: Calendar, day: number): Spans => days.get(day) ?? (week[((day % 7) + 7) % 7] as Spans);

/**
 * The first moment with so much working time since `from`: the end of a range, not the beginning of the next one. `from`
 * itself when there is nothing to wait for; undefined when the rule never has that much.
 */
export function addWorking(rule: WorkingTime, from: number, lengthMs: number): number | undefined {
  if (lengthMs <= 0) return from;
  if (!Number.isFinite(lengthMs)) return undefined;
  const calendar = calendarOf(rule);
  let left = lengthMs;
  for (let day = dayNumber(from); calendar.weekMs > 0 || day <= calendar.lastEntry; day += 1) {
    if (left > calendar.weekMs && day > calendar.lastEntry && midnight(day) >= from) {
      const weeks = Math.ceil(left / calendar.weekMs) - 1;
      day += 7 * weeks;
      left -= weeks * calendar.weekMs;
    }
    const spans = spansAt(calendar, day);
    const start = midnight(day);
    for (let i = 0; i < spans.length; i += 2) {
      const begin = Math.max(from, start + (spans[i] as number));
      const length = start + (spans[i + 1] as number) - begin;
      if (length <= 0) continue;
      if (length >= left) return begin + left;
      left -= length;
    }
  }
  return undefined;
}

/** Working time from one moment to a later one; 0 when it is none. */
export function workingBetween(rule: WorkingTime, from: number, to: number): number {
  const calendar = calendarOf(rule);
  let sum = 0;
  for (let day = dayNumber(from); midnight(day) < to; day += 1) {
    if (day > calendar.lastEntry && midnight(day) >= from) {
      const weeks = Math.floor((to - midnight(day)) / (7 * dayMs));
      day += 7 * weeks;
      sum += weeks * calendar.weekMs;
    }
    const spans = spansAt(calendar, day);
    const start = midnight(day);
    for (let i = 0; i < spans.length; i += 2) {
      const length = Math.min(to, start + (spans[i + 1] as number)) - Math.max(from, start + (spans[i] as number));
      if (length > 0) sum += length;
    }
  }
  return sum;
}

export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly working: boolean;
  /** 工作时间, 午休, 休息, 下班时间, 周末, 休息日, 节假日（国庆节） */
  readonly name: string;
}

const noon = 12 * 60 * minuteMs;

/** What a stretch without work is called, from its day and where in the day it lies. */
function pauseName(plan: DayPlan, day: number, spans: Spans, from: number, to: number): string {
  if (plan.kind === "holiday") return plan.name ? `节假日（${plan.name}）` : "节假日";
  if (plan.kind === "off") return [2, 3].includes(((day % 7) + 7) % 7) ? "周末" : "休息日";
  const first = spans[0] ?? 0;
  if (from < first || to > (spans.at(-1) ?? 0)) return "下班时间";
  return from <= noon + 60 * minuteMs && to >= noon ? "午休" : "休息";
}

/** A whole span of time in named stretches, without a gap: what counted, and why the rest did not. At most 400 days are told. */
export function explain(rule: WorkingTime, from: number, to: number): readonly Stretch[] {
  const calendar = calendarOf(rule);
  const told: Stretch[] = [];
  const end = Math.min(to, from + 400 * dayMs);
  const tell = (begin: number, until: number, working: boolean, name: string): void => {
    const last = told.at(-1);
    const [a, b] = [Math.max(from, begin), Math.min(end, until)];
    if (a >= b) return;
    if (last?.name === name) told[told.length - 1] = { ...last, to: b };
    else told.push({ from: a, to: b, working, name });
  };
  for (let day = dayNumber(from); midnight(day) < end; day += 1) {
    const spans = spansAt(calendar, day);
    const plan = planOf(rule, dateOf(day));
    const start = midnight(day);
    let at = 0;
    for (let i = 0; i <= spans.length; i += 2) {
      const next = spans[i] ?? dayMs;
      if (next > at) tell(start + at, start + next, false, pauseName(plan, day, spans, at, next));
      if (i === spans.length) break;
      at = spans[i + 1] as number;
      tell(start + next, start + at, true, "工作时间");
    }
  }
  return told;
}

/** '2026-11-20 12:00 至 13:00 午休'; the day stands twice only where it differs. */
export function stretchText({ from, to, name }: Stretch): string {
  const [begin, end] = [formatMinute(from), formatMinute(to)];
  return `${begin} 至 ${begin.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end} ${name}`;
}
