/** The five formats of a date field. A value is one text, in the time of Asia/Shanghai. */
import { epochOf } from "../time.ts";
import type { DateFormat } from "./definition.ts";

const rests: Readonly<Record<DateFormat, string>> = {
  "yyyy-MM-dd": " 00:00:00",
  "yyyy-MM-dd HH:mm": ":00",
  "yyyy-MM-dd HH:mm:ss": "",
  "yyyy-MM": "-01 00:00:00",
  "HH:mm": "",
};

const daysOf = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
};

const digitAt = (text: string, at: number): number => {
  const digit = text.charCodeAt(at) - 48;
  return digit >= 0 && digit <= 9 ? digit : NaN;
};
/** NaN: no digits. */
const two = (text: string, at: number): number => digitAt(text, at) * 10 + digitAt(text, at + 1);
const isClock = (text: string, at: number): boolean =>
  two(text, at) <= 23 && text[at + 2] === ":" && two(text, at + 3) <= 59;

/** The calendar has it: 2026-02-30 is no date, 24:00 no time. Years 1900 to 2999. */
export function isDateText(text: string, format: DateFormat): boolean {
  if (text.length !== format.length) return false;
  if (format === "HH:mm") return isClock(text, 0);
  const year = two(text, 0) * 100 + two(text, 2);
  const month = two(text, 5);
  if (!(year >= 1900 && year < 3000 && text[4] === "-" && month >= 1 && month <= 12)) return false;
  if (text.length === 7) return true;
  const day = two(text, 8);
  if (!(text[7] === "-" && day >= 1 && day <= daysOf(year, month))) return false;
  if (text.length === 10) return true;
  if (text[10] !== " " || !isClock(text, 11)) return false;
  return text.length === 16 || (text[16] === ":" && two(text, 17) <= 59);
}

/** The beginning of what the text names, epoch ms; a time of day alone: ms since midnight. */
export const epochOfDate = (text: string, format: DateFormat): number =>
  format === "HH:mm"
    ? (Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))) * 60_000
    : epochOf(text + rests[format]);
