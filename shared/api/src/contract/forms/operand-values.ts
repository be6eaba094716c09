/** Values of records as expressions see them, and what expressions give as values of fields. */
import type { CompiledField } from "./compiled-field.ts";
import { isDateText } from "./dates.ts";
import { numberText, plainNumber } from "./decimal.ts";
import { isEmptyOperand, isList, isRows, numberOf, type Operand, textOfOperand } from "./expression/operands.ts";
import { type FieldValue, isRecord } from "./values.ts";

/** Whatever came in: a value of a wrong type is empty. */
export function operandOf(field: CompiledField, value: FieldValue | undefined): Operand {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") {
    if (field.isNumber) return plainNumber(value.trim()) ?? null;
    return value === "" ? null : value.trim() || null;
  }
  if (typeof value === "number") return field.isNumber ? value : String(value);
  return listOperand(field, value);
}

/** Those that are texts or numbers; what else JSON can hold may not even have words (`{"toString": false}`). */
const words = (list: readonly unknown[]): readonly string[] =>
  list.flatMap((one) => (typeof one === "string" || typeof one === "number" ? [String(one)] : []));

function listOperand(field: CompiledField, value: unknown): Operand {
  if (field.type === "rows")
    return Array.isArray(value) && value.length > 0
      ? {
          rows: value.map((row) =>
            field.columns.map((column) => operandOf(column, isRecord(row) ? cell(row, column) : undefined)),
          ),
        }
      : null;
  if (Array.isArray(value)) {
    const named = words(value.map((one: unknown) => (isRecord(one) ? one["fileName"] : one)));
    return named.length > 0 ? named : null;
  }
  if (!isRecord(value)) return null;
  if (Array.isArray(value.ids)) return words([...value.ids, ...(Array.isArray(value.labels) ? value.labels : [])]);
  return typeof value.label === "string" ? value.label : null;
}
const cell = (row: Readonly<Record<string, unknown>>, { name }: CompiledField): FieldValue | undefined =>
  Object.hasOwn(row, name) ? (row[name] as FieldValue) : undefined;

/** Dates in the field's own format: a day becomes its midnight, a time loses its seconds. */
function dateOf({ format }: CompiledField, text: string): string | undefined {
  if (format === "HH:mm") {
    const time = text.length > 5 ? text.slice(11, 16) : text;
    return isDateText(time, format) ? time : undefined;
  }
  const written =
    text.length >= format.length
      ? text.slice(0, format.length)
      : text + " 00:00:00".slice(0, format.length - text.length);
  return isDateText(written, format) ? written : undefined;
}

/** What a formula or a rule makes of a field; undefined: empty. */
export function valueOfOperand(field: CompiledField, operand: Operand): FieldValue | undefined {
  if (isEmptyOperand(operand)) return undefined;
  if (field.isNumber) {
    const number = numberOf(operand);
    return Number.isFinite(number) ? numberText(number, field.precision) || undefined : undefined;
  }
  if (operand !== null && typeof operand === "object" && (isRows(operand) || field.type === "checkbox"))
    return isList(operand) ? operand : undefined;
  const text = textOfOperand(operand);
  if (field.type === "checkbox") return [text];
  if (field.type === "datepicker") return dateOf(field, text);
  return [...text].length > field.maxLength && !field.isChoice ? [...text].slice(0, field.maxLength).join("") : text;
}

export const sameOperand = (a: Operand, b: Operand): boolean => {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((one, at) => one === b[at]);
  if (isList(b) || a.rows.length !== b.rows.length) return false;
  return a.rows.every((row, at) => row.every((one, column) => sameOperand(one, b.rows[at]![column] ?? null)));
};
