/**
 * What is wrong with a value that is there, by type: plain functions, made once a version. 100,000 rows of a workbook pass them.
 * yup.ts says the same to react-hook-form; a property test holds the two to each other.
 */
import { isLink, lengthOf, limits, phonePattern } from "../fields.ts";
import { uploadExtensions } from "../file-rules.ts";
import { isTelephone, telephoneText } from "../validators.ts";
import { isDateText } from "./dates.ts";
import { isBankCard, isEmail, isIdCard } from "./contents.ts";
import { plainNumber } from "./decimal.ts";
import { fieldDefaults, formLimits, type FormField, type InputContent } from "./definition.ts";
import type { CompiledField } from "./compiled-field.ts";
import { valueTexts } from "./texts.ts";
import { isRecord } from "./values.ts";

type Check = CompiledField["check"];
/** A text where a text is due; JSON's numbers are their digits. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === "string"
    ? value.trim()
    : typeof value === "number" && Number.isFinite(value)
      ? String(value)
      : undefined;

const isLong = (text: string, max: number): boolean => text.length > max && lengthOf(text) > max;

type Parts = Pick<
  CompiledField,
  | "label"
  | "name"
  | "maxLength"
  | "min"
  | "max"
  | "precision"
  | "format"
  | "optionNames"
  | "amount"
  | "levels"
  | "columns"
>;

const byContent: Readonly<Record<InputContent, (parts: Parts) => (text: string) => string | undefined>> = {
  text: () => () => undefined,
  number: numberCheck,
  phone:
    ({ label }) =>
    (text) =>
      !/^\d+$/.test(text)
        ? valueTexts.digits
        : text.length < 3 || text.length > 20
          ? valueTexts.phoneSize(label)
          : undefined,
  telephone:
    ({ label }) =>
    (text) =>
      isTelephone(text) ? undefined : telephoneText(label),
  mobile: () => (text) => (phonePattern.test(text) ? undefined : valueTexts.mobile),
  idcard: () => (text) => (isIdCard(text) ? undefined : valueTexts.idcard),
  bankcard: () => (text) => (isBankCard(text) ? undefined : valueTexts.bankcard),
  email: () => (text) => (isEmail(text) ? undefined : valueTexts.email),
  link: () => (text) => (isLink(text) ? undefined : valueTexts.link),
};

function numberCheck({ label, min, max, precision }: Parts): (text: string) => string | undefined {
  return (text) => {
    const value = plainNumber(text);
    if (value === undefined) return valueTexts.number(label);
    if (value < min) return valueTexts.least(label, min);
    if (value > max) return valueTexts.most(label, max);
    const point = text.indexOf(".");
    const digits = point < 0 ? 0 : text.length - point - 1;
    if (digits <= (precision ?? formLimits.precision)) return undefined;
    return precision === 0 ? valueTexts.integer(label) : valueTexts.precision(label, precision ?? formLimits.precision);
  };
}

function textCheck(parts: Parts, content: InputContent): Check {
  const more = byContent[content](parts);
  const { label, maxLength } = parts;
  return (value) => {
    const text = textOf(value);
    if (text === undefined) return valueTexts.text(label);
    return isLong(text, maxLength) ? valueTexts.tooLong(maxLength) : more(text);
  };
}

type HasOption = (value: string, context: Parameters<Check>[1]) => boolean;

/** Options of the definition, or of a dictionary as the context knows it; a stored value stays though its option went. */
function optionCheck({ name, optionNames }: Parts, field: FormField): HasOption {
  const fromElsewhere = field.ext?.options !== undefined && field.ext.options.from !== "items";
  return (value, { options, stored }) => {
    const known = fromElsewhere ? options?.(name)?.some((one) => one.label_value === value) : optionNames.has(value);
    if (known !== false) return true;
    const kept = stored?.[name];
    return kept === value || (Array.isArray(kept) && kept.some((one) => one === value));
  };
}

function choiceCheck(parts: Parts, field: FormField): Check {
  const has = optionCheck(parts, field);
  return (value, context) => {
    const text = textOf(value);
    if (text === undefined) return valueTexts.text(parts.label);
    return has(text, context) ? undefined : valueTexts.choice(parts.label);
  };
}

function boxesCheck(parts: Parts, field: FormField): Check {
  const has = optionCheck(parts, field);
  return (value, context) => {
    if (!Array.isArray(value)) return valueTexts.list(parts.label);
    if (value.length > limits.checkbox) return valueTexts.tooManyChecked();
    const seen = new Set<string>();
    for (const one of value as readonly unknown[]) {
      const text = textOf(one);
      if (text === undefined || !has(text, context)) return valueTexts.choice(parts.label);
      seen.add(text);
    }
    return seen.size < value.length ? valueTexts.twice(parts.label) : undefined;
  };
}

const dateCheck =
  ({ label, format }: Parts): Check =>
  (value) =>
    typeof value === "string" && isDateText(value.trim(), format) ? undefined : valueTexts.date(label, format);

const fileName = new RegExp(`\\.(?:${uploadExtensions.join("|")})$`, "i");
const uploadsCheck =
  ({ label, amount }: Parts): Check =>
  (value) => {
    if (!Array.isArray(value)) return valueTexts.list(label);
    if (value.length > amount) return valueTexts.files(amount);
    for (const one of value as readonly unknown[]) {
      if (!isRecord(one) || typeof one.name !== "string" || one.name === "" || one.name.length > 64)
        return valueTexts.object(label);
      if (typeof one.fileName !== "string" || one.fileName.length > 255) return valueTexts.object(label);
      if (!fileName.test(one.fileName)) return valueTexts.wrongFile;
    }
    return undefined;
  };

const areTexts = (list: unknown): list is readonly string[] =>
  Array.isArray(list) && list.every((one) => typeof one === "string" && one !== "" && one.length <= 255);

/** Chosen to the last level or to a leaf above it; of a multilevel select as deep as its levels were added. */
function cascadeCheck({ name, label, levels }: Parts, field: FormField, emptyText: string): Check {
  return (value, { cascade }) => {
    if (!isRecord(value) || !areTexts(value.ids) || !areTexts(value.labels)) return valueTexts.object(label);
    const { ids, labels } = value;
    if (ids.length !== labels.length || ids.length > levels) return valueTexts.object(label);
    const place = cascade?.(name, ids);
    if (place === "unknown") return valueTexts.choice(label);
    const deep = ids.length === levels || place === "leaf" || field.multilevelSelect === true;
    return deep ? undefined : emptyText;
  };
}

const lookupCheck =
  ({ label }: Parts): Check =>
  (value) =>
    isRecord(value) && areTexts([value.id, value.label]) ? undefined : valueTexts.object(label);

const rowsCheck =
  ({ label }: Parts, field: FormField): Check =>
  (value) => {
    if (!Array.isArray(value) || !value.every(isRecord)) return valueTexts.list(label);
    const { min = 0, max = fieldDefaults.rows } = field.ext?.rows ?? {};
    if (value.length < min) return valueTexts.leastRows(label, min);
    return value.length > max ? valueTexts.mostRows(label, max) : undefined;
  };

export function checkOf(parts: Parts, field: FormField, content: InputContent, emptyText: string): Check {
  switch (field.type) {
    case "input":
      return textCheck(parts, content);
    case "textarea":
      return textCheck(parts, "text");
    case "radio":
    case "select":
      return choiceCheck(parts, field);
    case "checkbox":
      return boxesCheck(parts, field);
    case "datepicker":
      return dateCheck(parts);
    case "uploads":
      return uploadsCheck(parts);
    case "cascading select":
      return cascadeCheck(parts, field, emptyText);
    case "lookup":
      return lookupCheck(parts);
    case "rows":
      return rowsCheck(parts, field);
  }
}
