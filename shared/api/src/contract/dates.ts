/**
 * Dates of the calendar and arithmetic with them. As text they are yyyy-MM-dd. What screens are made of loads it,
 * sign-in and desk do not.
 */
import { CalendarDate, getDayOfWeek, parseDate } from "@internationalized/date";
import { formatDate } from "./time.ts";

export { CalendarDate, parseDate };

/** The date of a moment in the enterprises' zone. */
export const dateOf = (now: Date | number): CalendarDate => parseDate(formatDate(now));

/** The calendar has it: 2026-02-30 is no date. */
export function isDate(text: string): boolean {
  try {
    return parseDate(text).toString() === text;
  } catch {
    return false;
  }
}

/** 1: Monday … 7: Sunday. */
export const weekday = (date: CalendarDate): number => getDayOfWeek(date, "zh-CN", "mon") + 1;
export const weekdayOf = (text: string): number => weekday(parseDate(text));
export const nextDate = (text: string, days = 1): string => parseDate(text).add({ days }).toString();
