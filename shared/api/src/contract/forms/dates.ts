/** The five formats of a date field. A value is one text, in the time of Asia/Shanghai. */
import { epochOf } from "../time.ts";
import type { DateFormat } from "./definition.ts";

const shapes: Readonly<Record<DateFormat, RegExp>> = {
  "yyyy-MM-dd": /^\d{4}-\d\d-\d\d$/,
  "yyyy-MM-dd HH:mm": /^\d{4}-\d\d-\d\d \d\d:\d\d$/,
  "yyyy-MM-dd HH:mm:ss": /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  "yyyy-MM": /^\d{4}-\d\d$/,
  "HH:mm": /^\d\d:\d\d$/,
};
const rests: Readonly<Record<DateFormat, string>> = {
  "yyyy-MM-dd": " 00:00:00",
  "yyyy-MM-dd HH:mm": ":00",
  "yyyy-MM-dd HH:mm:ss": "",
  "yyyy-MM": "-01 00:00:00",
  "HH:mm": "",
};

const daysOf = (year: number, month: number): number =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : [4, 6, 9, 11].includes(month)
      ? 30
      : 31;
const within = (text: string, from: number, least: number, most: number): boolean => {
  const value = Number(text.slice(from, from + 2));
  return value >= least && value <= most;
};

/** The calendar has it: 2026-02-30 is no date, 24:00 no time. Years 1900 to 2999. */
export function isDateText(text: string, format: DateFormat): boolean {
  if (!shapes[format].test(text)) return false;
  if (format === "HH:mm") return within(text, 0, 0, 23) && within(text, 3, 0, 59);
  if (text < "1900" || text >= "3000" || !within(text, 5, 1, 12)) return false;
  if (text.length > 7 && !within(text, 8, 1, daysOf(Number(text.slice(0, 4)), Number(text.slice(5, 7))))) return false;
  if (text.length > 10 && !(within(text, 11, 0, 23) && within(text, 14, 0, 59))) return false;
  return text.length < 19 || within(text, 17, 0, 59);
}

/** The beginning of what the text names, epoch ms; a time of day alone: ms since midnight. */
export const epochOfDate = (text: string, format: DateFormat): number =>
  format === "HH:mm"
    ? (Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))) * 60_000
    : epochOf(text + rests[format]);
