/** Date-range presets of console.md section 9, in the enterprise's zone (Asia/Shanghai: UTC+8 all year). Weeks begin on Monday. */

export interface DateRange {
  /** yyyy-MM-dd HH:mm:ss, both ends included. */
  readonly from: string;
  readonly to: string;
}

const day = 86_400_000;
const zone = 8 * 3_600_000;

/** Midnight of a date of the zone, as ms on a clock that runs in the zone. */
const date = (year: number, month: number, dayOfMonth: number) => Date.UTC(year, month, dayOfMonth);
const text = (ms: number, time: string) => `${new Date(ms).toISOString().slice(0, 10)} ${time}`;
const range = (first: number, last: number): DateRange => ({
  from: text(first, "00:00:00"),
  to: text(last, "23:59:59"),
});

/** `now`: epoch ms. Ranges that hold today end with today: the future is never chosen. */
export function datePresets(now: number): readonly { readonly label: string; readonly range: DateRange }[] {
  const local = new Date(now + zone);
  const [y, m, d] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const today = date(y, m, d);
  const monday = today - ((local.getUTCDay() + 6) % 7) * day;
  return [
    { label: "今天", range: range(today, today) },
    { label: "昨天", range: range(today - day, today - day) },
    { label: "本周", range: range(monday, today) },
    { label: "上周", range: range(monday - 7 * day, monday - day) },
    { label: "本月", range: range(date(y, m, 1), today) },
    { label: "上月", range: range(date(y, m - 1, 1), date(y, m, 0)) },
    { label: "今年", range: range(date(y, 0, 1), today) },
    { label: "去年", range: range(date(y - 1, 0, 1), date(y - 1, 11, 31)) },
    { label: "前年", range: range(date(y - 2, 0, 1), date(y - 2, 11, 31)) },
  ];
}

/** The default of every list: the whole of today. */
export const today = (now: number): DateRange => datePresets(now)[0]!.range;
