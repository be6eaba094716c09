/**
 * Dates and times as people type them, as the contract writes them. What cannot be read stays as it was typed, for the
 * schema to refuse.
 */
import { isDate } from "@liantai/api/contract/parts";

const two = (digits: string): string => digits.padStart(2, "0");

const dateForms = [/^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/, /^(\d{4})(\d{2})(\d{2})$/];

/** 2026-1-5, 2026/1/5, 2026年1月5日 and 20260105 as 2026-01-05. Undefined: no date, or none of the calendar. */
function readDate(text: string): string | undefined {
  for (const form of dateForms) {
    const [, year, month, day] = form.exec(text.trim()) ?? [];
    if (!year || !month || !day) continue;
    const date = `${year}-${two(month)}-${two(day)}`;
    return isDate(date) ? date : undefined;
  }
  return undefined;
}

/** 9:5, 905, 9点5, 9:05:30 and full-width colons; without seconds they are `seconds`. Undefined: no time of day. */
export function timeOfDayTyped(text: string, seconds: string): string | undefined {
  const parts =
    /^(\d{1,2})\s*[:：.点时]\s*(\d{1,2})\s*分?(?:\s*[:：.]?\s*(\d{1,2})\s*秒?)?$/.exec(text.trim()) ??
    /^(\d{1,2})(\d{2})(\d{2})?$/.exec(text.trim());
  const [, hour, minute, second = seconds] = parts ?? [];
  if (!hour || !minute || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return `${two(hour)}:${two(minute)}:${two(second)}`;
}

export const dateTyped = (text: string): string => readDate(text) ?? text;

/** HH:mm */
export const timeTyped = (text: string): string => timeOfDayTyped(text, "00")?.slice(0, 5) ?? text;

/** yyyy-MM-dd HH:mm:ss; a date alone has the time `time`, and the seconds of it are those of a time without. */
export function dateTimeTyped(text: string, time: string): string {
  const alone = readDate(text);
  if (alone) return `${alone} ${time}`;
  const [, date = "", clock = ""] = /^(.*?[日\d])[\sT]+([\d:：.点时分秒\s]+)$/.exec(text.trim()) ?? [];
  const [day, at] = [readDate(date), timeOfDayTyped(clock, time.slice(6))];
  return day && at ? `${day} ${at}` : text;
}
