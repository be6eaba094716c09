/** What the storage keeps beside the values, so that lists find by index (inventory C1, C2). */
import type { CompiledField, SlotNeed } from "./compiled-field.ts";
import { epochOfDate } from "./dates.ts";
import { plainNumber } from "./decimal.ts";
import { contentOf, holdsNumber, isNumberField, type FormField } from "./definition.ts";
import { bigramsOf, searchText, uniqueText } from "./folded.ts";
import { type FieldValue, isCascadeValue, isLookupValue, isRecord } from "./values.ts";

/** Characters of a text that are kept in a slot. */
const slotLength = 100;

function slotType(field: FormField): SlotNeed["slot"] {
  if (isNumberField(field)) return "number";
  switch (field.type) {
    case "input":
    case "radio":
    case "select":
    case "lookup":
    case "cascading select":
      return "text";
    case "datepicker":
      return field.format === "HH:mm" ? "number" : "date";
    default:
      return undefined;
  }
}

function termsType(field: FormField): SlotNeed["terms"] {
  switch (field.type) {
    case "checkbox":
      return "choices";
    case "cascading select":
      return "path";
    case "input":
      return isNumberField(field) ? undefined : "bigrams";
    case "textarea":
      return "bigrams";
    case "uploads":
    case "rows":
      return "choices";
    default:
      return undefined;
  }
}

export const slotNeed = (field: FormField): SlotNeed => ({
  field: field.name,
  slot: field.query ? slotType(field) : undefined,
  terms: field.query ? termsType(field) : undefined,
  unique: field.distinct === true,
  phone: field.type === "input" && holdsNumber(contentOf(field)),
});

/** Of a number its number, of a date epoch ms (a time of day: ms since midnight), of others the text that is compared. */
export function slotOf(field: CompiledField, value: FieldValue | undefined): string | number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string") {
    if (field.isNumber) return plainNumber(value);
    if (field.type === "datepicker") return epochOfDate(value, field.format);
    const text = field.isChoice ? value : searchText(value);
    return text.slice(0, slotLength);
  }
  if (isLookupValue(value)) return value.id;
  return isCascadeValue(value) ? value.ids.join("/").slice(0, slotLength) : undefined;
}

/** A file or a row is there: the term of uploads and rows. */
export const presentTerm = "1";

export function termsOf(field: CompiledField, value: FieldValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === "string") return bigramsOf(value);
  if (isCascadeValue(value)) return value.ids.map((_, at) => value.ids.slice(0, at + 1).join("/"));
  if (!Array.isArray(value) || value.length === 0) return [];
  return field.type === "checkbox" ? (value as readonly string[]) : [presentTerm];
}

/** What no two records of a form have both; undefined: nothing, and that never collides. */
export function uniqueOf(value: FieldValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string") return uniqueText(value) || undefined;
  if (isLookupValue(value)) return value.id;
  return isRecord(value) && isCascadeValue(value) ? value.ids.join("/") : undefined;
}
