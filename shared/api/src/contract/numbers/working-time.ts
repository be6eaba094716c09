/**
 * Time rules (时间规则) as data and the one function that says what applies at a moment. The server routes calls by it, the
 * editor draws its month by it. Everything is Asia/Shanghai, which has no summer time. `now` is ms since 1970.
 *
 * A day with an entry of its own is decided by that entry alone: a holiday is off for its 24 hours, a special day has its own
 * ranges; holidays come before special days, both before the weekday. A range that ends before it begins runs past
 * midnight into the next day and belongs to the day it begins on; it does not reach into a holiday or a special day.
 */
import { array, number, object, string, type InferType } from "yup";
import { isDate, nextDate, weekdayOf } from "../dates.ts";
import { lengthField, timeField } from "../fields.ts";
import { formatClock, formatDate } from "../time.ts";

/** Minutes since midnight of 'HH:mm'; 24:00 is 1440. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Ends before it begins: runs into the next day. */
export const isOvernight = ({ from, to }: { readonly from: string; readonly to: string }): boolean =>
  minutesOf(to) < minutesOf(from);

/** Minutes a range covers, past 1440 when it runs into the next day. */
const span = (range: { readonly from: string; readonly to: string }): [number, number] => [
  minutesOf(range.from),
  minutesOf(range.to) + (isOvernight(range) ? 1_440 : 0),
];

const rangeField = object({
  from: timeField("开始时间")
    .required("请选择开始时间")
    .test("start", "开始时间不能是 24:00", (v) => v !== "24:00"),
  to: timeField("结束时间")
    .required("请选择结束时间")
    .test("differs", "结束时间不能与开始时间相同", (v, { parent }) => !v || v !== (parent as { from?: string }).from),
});
const rangesField = (min: number) =>
  array()
    .label("时段")
    .of(rangeField)
    .min(min, "请至少设置一个时段")
    .max(10, "时段最多10个")
    .required()
    .test("overlap", "时段之间有重叠", (ranges) => {
      const spans = (ranges ?? [])
        .filter((r) => r?.from && r.to)
        .map(span)
        .sort((a, b) => a[0] - b[0]);
      return spans.every(([from], i) => i === 0 || from >= (spans[i - 1] as [number, number])[1]);
    });
export const calendarDateField = (label = "日期") =>
  string()
    .label(label)
    .required(`请选择${label}`)
    .test("date", `${label}格式应为 yyyy-MM-dd`, (v) => !v || isDate(v));
const once = <T extends { date: string }>(list: readonly T[] | undefined): boolean =>
  new Set(list?.map((d) => d.date)).size === (list?.length ?? 0);

export const weekdayTexts = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"] as const;

/** Weekdays that share their hours. 1: Monday … 7: Sunday. */
const weeklyField = object({
  days: array()
    .label("工作日")
    .of(number().integer().min(1).max(7).required())
    .min(1, "请选择工作日")
    .max(7)
    .required(),
  ranges: rangesField(1),
});

export const workingTimeFields = {
  weekly: array()
    .label("工作日")
    .of(weeklyField)
    .max(7)
    .required()
    .test("once", "同一天不能出现在两组工作日中", (list) => {
      const days = (list ?? []).flatMap((w) => w.days ?? []);
      return new Set(days).size === days.length;
    }),
  holidays: array()
    .label("节假日")
    .of(object({ date: calendarDateField(), name: lengthField("名称").defined() }))
    .max(1_000, "节假日最多1000天")
    .required()
    .test("once", "节假日日期重复", once),
  specials: array()
    .label("特殊日")
    .of(object({ date: calendarDateField(), name: lengthField("名称").defined(), ranges: rangesField(1) }))
    .max(1_000, "特殊日最多1000天")
    .required()
    .test("once", "特殊日日期重复", once),
};
export const workingTimeSchema = object(workingTimeFields);
export type WorkingTime = InferType<typeof workingTimeSchema>;
export type TimeRange = InferType<typeof rangeField>;

/** Date, weekday (1 Monday … 7 Sunday) and minute of the day in Asia/Shanghai. */
export function shanghai(now: number): { readonly date: string; readonly weekday: number; readonly minute: number } {
  const date = formatDate(now);
  return { date, weekday: weekdayOf(date), minute: minutesOf(formatClock(now)) };
}

export interface DayPlan {
  /** off: no entry and no working weekday. */
  readonly kind: "holiday" | "special" | "weekday" | "off";
  /** Name of the holiday or special day; '' otherwise. */
  readonly name: string;
  readonly ranges: readonly TimeRange[];
}

/** What a date's own entries say. */
export function planOf(rule: WorkingTime, date: string): DayPlan {
  const holiday = rule.holidays.find((d) => d.date === date);
  if (holiday) return { kind: "holiday", name: holiday.name, ranges: [] };
  const special = rule.specials.find((d) => d.date === date);
  if (special) return { kind: "special", name: special.name, ranges: special.ranges };
  const weekly = rule.weekly.find((w) => w.days.includes(weekdayOf(date)));
  return weekly ? { kind: "weekday", name: "", ranges: weekly.ranges } : { kind: "off", name: "", ranges: [] };
}

export interface Moment {
  /** The rule applies. */
  readonly applies: boolean;
  /** Why, in words: '2026-11-20 周五 09:30：工作日 09:00-18:00'. */
  readonly reason: string;
}

const rangeText = ({ from, to }: TimeRange): string => `${from}-${isOvernight({ from, to }) ? "次日" : ""}${to}`;
export const rangesText = (ranges: readonly TimeRange[]): string => ranges.map(rangeText).join("、");

/** Whether the rule applies at a moment, and why. A range holds its first minute and not its last. */
export function appliesAt(rule: WorkingTime, now: number): Moment {
  const { date, weekday, minute } = shanghai(now);
  const say = (applies: boolean, why: string): Moment => ({
    applies,
    reason: `${date} ${weekdayTexts[weekday - 1]} ${formatClock(now)}：${why}`,
  });
  const plan = planOf(rule, date);
  const label =
    { holiday: "节假日", special: "特殊日", weekday: "工作日", off: "非工作日" }[plan.kind] +
    (plan.name ? `（${plan.name}）` : "");
  if (plan.kind === "holiday") return say(false, `${label}，全天休息`);
  const own = plan.ranges.find((range) => minute >= minutesOf(range.from) && minute < span(range)[1]);
  if (own) return say(true, `${label} ${rangeText(own)}`);
  if (plan.kind !== "special") {
    const before = planOf(rule, nextDate(date, -1));
    const night = before.ranges.find((range) => isOvernight(range) && minute < minutesOf(range.to));
    if (night) return say(true, `前一日的夜班 ${rangeText(night)}`);
  }
  return say(false, plan.ranges.length > 0 ? `${label}，不在时段 ${rangesText(plan.ranges)} 内` : label);
}
