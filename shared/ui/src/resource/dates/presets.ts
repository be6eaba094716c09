/** Date-range presets of console.md section 9, in the enterprise's zone. Weeks begin on Monday. */
import { dateOf, weekday, type CalendarDate } from "@liantai/api/contract/parts";

export interface DateRange {
  /** yyyy-MM-dd HH:mm:ss, both ends included. */
  readonly from: string;
  readonly to: string;
}

const range = (first: CalendarDate, last: CalendarDate): DateRange => ({
  from: `${first.toString()} 00:00:00`,
  to: `${last.toString()} 23:59:59`,
});

/** `now`: epoch ms. Ranges that hold today end with today: the future is never chosen. */
export function datePresets(now: number): readonly { readonly label: string; readonly range: DateRange }[] {
  const today = dateOf(now);
  const yesterday = today.subtract({ days: 1 });
  const monday = today.subtract({ days: weekday(today) - 1 });
  const month = today.set({ day: 1 });
  const year = month.set({ month: 1 });
  const before = (
    first: CalendarDate,
    by: { readonly months?: number; readonly years?: number; readonly days?: number },
  ) => range(first.subtract(by), first.subtract({ days: 1 }));
  const twoYearsAgo = year.subtract({ years: 1 });
  return [
    { label: "今天", range: range(today, today) },
    { label: "昨天", range: range(yesterday, yesterday) },
    { label: "本周", range: range(monday, today) },
    { label: "上周", range: before(monday, { days: 7 }) },
    { label: "本月", range: range(month, today) },
    { label: "上月", range: before(month, { months: 1 }) },
    { label: "今年", range: range(year, today) },
    { label: "去年", range: before(year, { years: 1 }) },
    { label: "前年", range: before(twoYearsAgo, { years: 1 }) },
  ];
}

/** The default of every list: the whole of today. */
export const today = (now: number): DateRange => datePresets(now)[0]!.range;
