/** What expressions count with. */
import { nearestDecimal, numberText, plainNumber } from "../decimal.ts";

/** null: empty. Texts of a list: choices, files. Rows: cells by the place of their column. */
export type Operand = number | string | boolean | null | readonly string[] | OperandRows;
export interface OperandRows {
  readonly rows: readonly (readonly Operand[])[];
}

export const isRows = (value: Operand): value is OperandRows =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isList = (value: Operand): value is readonly string[] => Array.isArray(value);

export const isEmptyOperand = (value: Operand): boolean =>
  value === null ||
  value === "" ||
  (typeof value === "object" && (isRows(value) ? value.rows.length === 0 : value.length === 0)) ||
  (typeof value === "number" && Number.isNaN(value));

/** NaN: empty, or no number. */
export function numberOf(value: Operand): number {
  if (typeof value === "number") return value;
  if (typeof value === "string") return plainNumber(value) ?? NaN;
  return typeof value === "boolean" ? Number(value) : NaN;
}

export function textOfOperand(value: Operand): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return value ? "是" : "否";
  return isList(value) ? value.join("、") : String(value.rows.length);
}

export function truthOf(value: Operand): boolean {
  if (typeof value === "boolean") return value;
  return typeof value === "number" ? value !== 0 && !Number.isNaN(value) : !isEmptyOperand(value);
}

/** A list is what is in it: choices that hold it. Numbers are compared as numbers when both are some. */
export function equals(a: Operand, b: Operand): boolean {
  if (typeof a === "string" && typeof b === "string") return a === b;
  if (isEmptyOperand(a) || isEmptyOperand(b)) return isEmptyOperand(a) && isEmptyOperand(b);
  if (typeof a === "object" && a !== null && isList(a))
    return typeof b === "object" ? sameList(a, b) : a.includes(textOfOperand(b));
  if (typeof b === "object" && b !== null && isList(b)) return b.includes(textOfOperand(a));
  if (typeof a === "boolean" || typeof b === "boolean") return truthOf(a) === truthOf(b);
  const left = numberOf(a);
  return Number.isNaN(left) || Number.isNaN(numberOf(b)) ? textOfOperand(a) === textOfOperand(b) : left === numberOf(b);
}
const sameList = (a: readonly string[], b: Operand): boolean =>
  b !== null && typeof b === "object" && isList(b) && a.length === b.length && a.every((one) => b.includes(one));

/** Below 0: a comes first. NaN where one is empty: then nothing of < <= > >= holds. Dates are texts in order. */
export function compare(a: Operand, b: Operand): number {
  if (isEmptyOperand(a) || isEmptyOperand(b)) return NaN;
  const left = numberOf(a);
  const right = numberOf(b);
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right;
  if (typeof a !== "string" || typeof b !== "string") return NaN;
  return a < b ? -1 : a > b ? 1 : 0;
}

export const add = (a: number, b: number): number => {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : nearestDecimal(a + b, Math.abs(a) + Math.abs(b));
};
export const subtract = (a: number, b: number): number => {
  if (Number.isNaN(b)) return a;
  return Number.isNaN(a) ? -b : nearestDecimal(a - b, Math.abs(a) + Math.abs(b));
};
export const multiply = (a: number, b: number): number => {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) && Number.isNaN(b) ? NaN : 0;
  return nearestDecimal(a * b);
};
/** By nothing or by 0: empty. A quotient is left as it is: a third times three is one again. */
export const divide = (a: number, b: number): number => {
  if (Number.isNaN(b) || b === 0) return NaN;
  return Number.isNaN(a) ? 0 : a / b;
};
export const remainder = (a: number, b: number): number => {
  if (Number.isNaN(b) || b === 0) return NaN;
  return Number.isNaN(a) ? 0 : nearestDecimal(a % b, Math.abs(a));
};
