/**
 * What comes back from whom numbers are hidden: a mask is never saved (F52). What came back as it was shown is no change; a mask within
 * changed text or in a table is the number again where it is plain which one; else the field is refused by name. Pure.
 */
import type { RecordValues } from "@liantai/api/contract/workorder";
import {
  isRecord,
  maskClassOf,
  sameValue,
  type CompiledField,
  type CompiledForm,
  type FieldValue,
} from "@liantai/api/forms";
import { maskNumbers, masksOf } from "../../../http/privacy.ts";
import { shownValue } from "./present.ts";
import { valuesRefusal } from "./refusals.ts";

/** As masks of numbers read. */
const maskLike = /\+?\d{1,3}\*{4}\d{1,4}/g;
const message = "含有未完整显示的号码，请保留原样或输入完整的号码";

const textsIn = (values: readonly unknown[]): string[] => values.filter((one) => typeof one === "string");

/** A number by itself, and its class: whole, or as it was shown. */
function wholeNumber(field: CompiledField, given: string, kept: readonly string[]): string | undefined {
  const meant = new Set(kept.filter((text) => shownValue(field, text) === given));
  return meant.size === 1 ? [...meant][0] : undefined;
}

/** Each mask within a text is the number that it hid. undefined: nobody knows which. */
function wholeText(given: string, kept: readonly string[]): string | undefined {
  const numbers = new Map<string, Set<string>>();
  for (const { mask, number } of kept.flatMap(masksOf)) numbers.set(mask, (numbers.get(mask) ?? new Set()).add(number));
  // Nothing was hidden here: stars are what somebody typed.
  if (numbers.size === 0) return given;
  let unknown = false;
  const text = given.replace(maskLike, (mask) => {
    const meant = numbers.get(mask);
    unknown ||= meant?.size !== 1;
    return [...(meant ?? [])][0] ?? mask;
  });
  // Whatever a mask became is hidden again from who sent it: beside a letter or a point it would not be (x138****5678).
  return unknown || maskNumbers(text) !== maskNumbers(given) ? undefined : text;
}

/** `before`: what stood in this place; `kept`: all that could be meant. */
function whole(field: CompiledField, given: unknown, before: unknown, kept: readonly unknown[]): unknown {
  if (typeof given !== "string" || !given.includes("*")) return given;
  if (before !== undefined && given === shownValue(field, before as FieldValue)) return before;
  const texts = textsIn(kept);
  if (texts.length === 0) return given;
  return maskClassOf(field) === "none" ? wholeText(given, texts) : wholeNumber(field, given, texts);
}

const cellOf = (row: unknown, name: string): unknown => (isRecord(row) ? row[name] : undefined);

interface Refused {
  readonly path: string;
  readonly label: string;
  readonly message: string;
}

function wholeRows(field: CompiledField, given: readonly unknown[], before: readonly unknown[], refused: Refused[]) {
  return given.map((row, at) => {
    if (!isRecord(row)) return row;
    const cells = field.columns.map((column) => {
      const { name, label } = column;
      const all = before.map((one) => cellOf(one, name));
      const value = whole(column, row[name], cellOf(before[at], name), all);
      if (value === undefined && row[name] !== undefined)
        refused.push({ path: `${field.name}[${at}].${name}`, label, message });
      return [name, value] as const;
    });
    return { ...row, ...Object.fromEntries(cells.filter(([, value]) => value !== undefined)) };
  });
}

/** Of who sees no numbers: what he changes. Throws AppError 'invalid' naming values.KEY. */
export function unmasked(given: RecordValues, stored: RecordValues, form: CompiledForm): RecordValues {
  const refused: Refused[] = [];
  const changed = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const field = form.byName.get(name);
    const before = Object.hasOwn(stored, name) ? (stored[name] as FieldValue) : undefined;
    if (!field || before === undefined) return [[name, value]];
    if (sameValue(value, shownValue(field, before))) return [];
    if (field.type === "rows" && Array.isArray(value) && Array.isArray(before))
      return [[name, wholeRows(field, value, before, refused)]];
    const said = whole(field, value, before, [before]);
    if (said === undefined && value !== undefined) refused.push({ path: name, label: field.label, message });
    return [[name, said]];
  });
  if (refused.length > 0) throw valuesRefusal(refused);
  return Object.fromEntries(changed);
}
