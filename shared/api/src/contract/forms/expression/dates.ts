/** Dates in expressions: texts in one of the formats of date fields, in the time of Asia/Shanghai. */
import { dayMs, epochOf, formatDate, formatTime, minuteMs } from "../../time.ts";
import { isDateText } from "../dates.ts";
import { type Operand, textOfOperand } from "./operands.ts";

const day = "yyyy-MM-dd";
const formats = [day, "yyyy-MM-dd HH:mm", "yyyy-MM-dd HH:mm:ss"] as const;

/** Epoch ms; NaN: no date. */
export function epochOfOperand(value: Operand): number {
  const text = textOfOperand(value);
  const format = formats.find((one) => one.length === text.length);
  if (format === undefined || !isDateText(text, format)) return NaN;
  return epochOf(text.padEnd(19, " 00:00:00".slice(text.length - 10)));
}

/** Whole days from a to b, by the calendar. */
export const daysBetween = (a: Operand, b: Operand): number => {
  const from = epochOfOperand(textOfOperand(a).slice(0, 10));
  return Math.round((epochOfOperand(textOfOperand(b).slice(0, 10)) - from) / dayMs);
};
export const minutesBetween = (a: Operand, b: Operand): number =>
  Math.floor((epochOfOperand(b) - epochOfOperand(a)) / minuteMs);

const written = (epoch: number, like: string): Operand => {
  const text = Number.isNaN(epoch) || Math.abs(epoch) > 3e13 ? "" : formatTime(epoch).slice(0, like.length);
  const format = formats.find((one) => one.length === text.length);
  return format !== undefined && isDateText(text, format) ? text : null;
};
export const addTime = (date: Operand, ms: number): Operand => written(epochOfOperand(date) + ms, textOfOperand(date));

/** A month later at the latest its last day: 31 January and a month is 28 February. */
export function addMonths(date: Operand, months: number): Operand {
  const text = textOfOperand(date);
  if (Number.isNaN(epochOfOperand(text)) || !Number.isInteger(months)) return null;
  const at = Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1 + months;
  const month = `${String(Math.floor(at / 12)).padStart(4, "0")}-${String((((at % 12) + 12) % 12) + 1).padStart(2, "0")}`;
  for (let last = Number(text.slice(8, 10)); last >= 28; last--)
    if (isDateText(`${month}-${last}`, day)) return `${month}-${last}${text.slice(10)}`;
  const same = `${month}${text.slice(7)}`;
  return isDateText(same.slice(0, 10), day) ? same : null;
}

/** 1: Monday … 7: Sunday. */
export const weekdayOfDate = (date: Operand): number => {
  const epoch = epochOfOperand(date);
  return Number.isNaN(epoch) ? NaN : ((new Date(epoch + 8 * 3_600_000).getUTCDay() + 6) % 7) + 1;
};
export const partOfDate = (date: Operand, from: number, to: number): number =>
  Number.isNaN(epochOfOperand(date)) ? NaN : Number(textOfOperand(date).slice(from, to));

export const today = (now: number): string => formatDate(now);

/** Whole years from a birthday to a day. */
export function yearsBetween(born: Operand, on: string): number {
  const text = textOfOperand(born);
  if (Number.isNaN(epochOfOperand(text))) return NaN;
  return Number(on.slice(0, 4)) - Number(text.slice(0, 4)) - (on.slice(5, 10) < text.slice(5, 10) ? 1 : 0);
}
