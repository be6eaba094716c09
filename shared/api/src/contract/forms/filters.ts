/** What lists are asked with, by type (inventory B13), and how a question is read. */
import type { CompiledField } from "./compiled-field.ts";
import { epochOfDate, isDateText } from "./dates.ts";
import { plainNumber } from "./decimal.ts";
import { lengthOf } from "../fields.ts";
import { searchText } from "./folded.ts";
import { isRecord } from "./values.ts";

/** As it travels: `contains` in quotes is `equals`; a range has one end at least, both belong to it. */
export type FieldQuery =
  | { readonly op: "contains" | "equals"; readonly text: string }
  | { readonly op: "anyOf"; readonly values: readonly string[] }
  | { readonly op: "between"; readonly from?: number; readonly to?: number }
  | { readonly op: "under"; readonly ids: readonly string[] }
  | { readonly op: "has"; readonly yes: boolean };

export const queryTexts = {
  op: (label: string) => `${label}不能这样查询`,
  short: (label: string) => `${label}至少输入2个字符，查整个内容时加引号`,
  choose: (label: string) => `${label}：请选择`,
  range: (label: string) => `${label}的范围有误`,
} as const;

const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= 100 &&
  value.every((one) => typeof one === "string" && one !== "")
    ? (value as readonly string[])
    : undefined;

const quoted = /^(?:"(.+)"|“(.+)”)$/s;

function textQuery(field: CompiledField, op: "contains" | "equals", value: unknown): FieldQuery | string {
  if (typeof value !== "string" || value.length > 300) return queryTexts.short(field.label);
  const inside = quoted.exec(value.trim());
  const text = searchText(inside ? (inside[1] ?? inside[2] ?? "") : value);
  if (inside || op === "equals") return text === "" ? queryTexts.short(field.label) : { op: "equals", text };
  return lengthOf(text) < 2 ? queryTexts.short(field.label) : { op, text };
}

const secondMs = 1_000;
/** The last millisecond of what a text names: of a day its end. */
function endOf(field: CompiledField, text: string): number {
  const from = epochOfDate(text, field.format);
  switch (field.format) {
    case "yyyy-MM-dd":
      return from + 86_400 * secondMs - 1;
    case "yyyy-MM": {
      const [year = 0, month = 0] = text.split("-").map(Number);
      return (
        epochOfDate(`${month === 12 ? year + 1 : year}-${String((month % 12) + 1).padStart(2, "0")}`, field.format) - 1
      );
    }
    case "yyyy-MM-dd HH:mm:ss":
      return from + secondMs - 1;
    default:
      return from + 60 * secondMs - 1;
  }
}

function bound(field: CompiledField, value: unknown, end: boolean): number | undefined {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
  if (field.isNumber) return plainNumber(text);
  // A whole day bounds times of a day as well.
  const format = field.format.startsWith("yyyy-MM-dd") && text.length === 10 ? "yyyy-MM-dd" : field.format;
  if (!isDateText(text, format)) return undefined;
  return end ? endOf({ ...field, format }, text) : epochOfDate(text, format);
}

function rangeQuery(field: CompiledField, value: unknown): FieldQuery | string {
  if (!isRecord(value)) return queryTexts.range(field.label);
  const given = (one: unknown): boolean => one !== undefined && one !== null && one !== "";
  const from = given(value.from) ? bound(field, value.from, false) : undefined;
  const to = given(value.to) ? bound(field, value.to, true) : undefined;
  const bad = (given(value.from) && from === undefined) || (given(value.to) && to === undefined);
  if (bad || (from === undefined && to === undefined) || (from !== undefined && to !== undefined && from > to))
    return queryTexts.range(field.label);
  return { op: "between", ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** The question, or what is wrong with it. Dates are epoch ms (a time of day: ms since midnight), as slotOf answers them. */
export function readQuery(field: CompiledField, op: unknown, value: unknown): FieldQuery | string {
  const known = field.filterOps.find((one) => one === op);
  switch (known) {
    case undefined:
      return queryTexts.op(field.label);
    case "contains":
    case "equals":
      return textQuery(field, known, value);
    case "anyOf": {
      const values = texts(typeof value === "string" ? [value] : value);
      return values ? { op: known, values } : queryTexts.choose(field.label);
    }
    case "between":
      return rangeQuery(field, value);
    case "under": {
      const ids = texts(value);
      return ids && ids.length <= field.levels ? { op: known, ids } : queryTexts.choose(field.label);
    }
    case "has":
      return typeof value === "boolean" ? { op: known, yes: value } : queryTexts.choose(field.label);
  }
}
