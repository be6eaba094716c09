/** Values in words. */
import type { CompiledField } from "./compiled-field.ts";
import { type CellValue, type FieldValue, isCascadeValue, isLookupValue, isRecord } from "./values.ts";

/**
 * A value in words, for lists, exports and logs: options by their names. `others`: names of options that are not the definition's (a
 * dictionary's, or what an option was called that is no more).
 */
export function valueInWords(
  field: CompiledField,
  value: FieldValue | undefined,
  others?: Pick<CompiledField, "optionNames">,
): string {
  if (value === undefined) return "";
  const named = (one: string): string =>
    field.optionNames.get(one) ?? others?.optionNames.get(one) ?? field.otherNames.get(one) ?? one;
  if (typeof value === "string") return field.isChoice ? named(value) : value;
  if (isCascadeValue(value)) return value.labels.join("/");
  if (isLookupValue(value)) return value.label;
  if (!Array.isArray(value)) return "";
  const list: readonly unknown[] = value;
  if (field.type === "rows") return list.map((row) => (isRecord(row) ? rowInWords(field, row) : "")).join("；");
  return list
    .map((one) =>
      typeof one === "string"
        ? named(one)
        : isRecord(one) && typeof one["fileName"] === "string"
          ? one["fileName"]
          : "",
    )
    .join("、");
}

const rowInWords = (field: CompiledField, row: Readonly<Record<string, unknown>>): string =>
  field.columns
    .filter((column) => row[column.name] !== undefined)
    .map((column) => `${column.label}：${valueInWords(column, row[column.name] as CellValue)}`)
    .join("，");
