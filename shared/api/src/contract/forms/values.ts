/** Values of a record: by the fields' keys, a field without a value is absent. */

/** `name` is the id of the file, `fileName` what it was called (realtime.md section 3). */
export interface UploadValue {
  readonly name: string;
  readonly fileName: string;
}
/** The way down, from the first level. */
export interface CascadeValue {
  readonly ids: readonly string[];
  readonly labels: readonly string[];
}
export interface LookupValue {
  readonly id: string;
  readonly label: string;
}
export type CellValue = string | readonly string[] | readonly UploadValue[] | CascadeValue | LookupValue;
export type RowValue = Readonly<Record<string, CellValue>>;
/**
 * Texts: input (numbers too), textarea, radio, select, datepicker (in its format, time of Asia/Shanghai); several texts: checkbox.
 * Then uploads, cascading select, lookup, rows.
 */
export type FieldValue = CellValue | readonly RowValue[];
/** As they come: anything may stand in them. */
export type GivenValues = Readonly<Record<string, unknown>>;
export type FormValues = Readonly<Record<string, FieldValue>>;

/** Nothing there. Blanks alone are nothing. */
export function isEmptyValue(value: unknown): boolean {
  if (typeof value === "string") return value.length === 0 || value.trim().length === 0;
  if (value === undefined || value === null) return true;
  if (typeof value !== "object") return false;
  const list = Array.isArray(value) ? value : "ids" in value ? value.ids : undefined;
  return Array.isArray(list) && list.length === 0;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const areTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one: unknown) => typeof one === "string");

// What came in may be of any shape, and some of it has no words: to join {"toString": false} is an error.
export const isCascadeValue = (value: FieldValue): value is CascadeValue =>
  isRecord(value) && "ids" in value && areTexts(value["ids"]) && areTexts(value["labels"]);
export const isLookupValue = (value: FieldValue): value is LookupValue =>
  isRecord(value) && "id" in value && typeof value["label"] === "string";

/** Equal to what is kept, as data. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isEmptyValue(a) || isEmptyValue(b)) return isEmptyValue(a) && isEmptyValue(b);
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => sameValue(one, b[at]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => sameValue(a[key], b[key]));
}
