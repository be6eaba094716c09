/**
 * The rules of one form for react-hook-form: texts as contract/fields.ts has them. What rules and the other-render map change is
 * given with each field. It says what checks.ts says, which is many times as fast: a property test holds them to each other.
 */
import { array, mixed, object, type ObjectSchema, type Schema, string, type StringSchema } from "yup";
import { digitsField, isLink, lengthField, limits, phonePattern } from "../fields.ts";
import { isTelephone, telephoneText } from "../validators.ts";
import type { FormContext } from "./context.ts";
import type { CompiledForm } from "./compiled-form.ts";
import type { CompiledField } from "./compiled-field.ts";
import { isBankCard, isEmail, isIdCard } from "./contents.ts";
import { isDateText } from "./dates.ts";
import { fieldDefaults, formLimits } from "./definition.ts";
import { valueTexts } from "./texts.ts";
import { isEmptyValue } from "./values.ts";

/** What the state says of a field: compileForm's own where nothing does. */
export interface FieldNeed {
  readonly visible: boolean;
  readonly required: boolean;
}
export type NeedOf = (field: CompiledField) => FieldNeed;

const holds = (schema: StringSchema, message: string, test: (value: string) => boolean): StringSchema =>
  schema.test(message, message, (v) => !v || test(v));

function numberText(schema: StringSchema, { label, min, max, precision }: CompiledField): StringSchema {
  const digits = precision ?? formLimits.precision;
  const tooFine = digits === 0 ? valueTexts.integer(label) : valueTexts.precision(label, digits);
  const number = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;
  const known = (v: string): boolean =>
    v.length <= 24 && number.test(v) && Math.abs(Number(v)) <= Number.MAX_SAFE_INTEGER;
  let rules = holds(schema, valueTexts.number(label), known);
  rules = holds(rules, valueTexts.least(label, min), (v) => !known(v) || Number(v) >= min);
  rules = holds(rules, valueTexts.most(label, max), (v) => !known(v) || Number(v) <= max);
  return holds(rules, tooFine, (v) => !known(v) || (v.split(".")[1] ?? "").length <= digits);
}

function textSchema(field: CompiledField): Schema {
  const text = lengthField(field.label, field.maxLength).typeError(valueTexts.text(field.label));
  switch (field.content) {
    case "number":
      return numberText(text, field);
    case "phone":
      return text.concat(digitsField(field.label, 3, 20));
    case "mobile":
      return holds(text, valueTexts.mobile, (v) => phonePattern.test(v));
    case "telephone":
      return holds(text, telephoneText(field.label), isTelephone);
    case "idcard":
      return holds(text, valueTexts.idcard, isIdCard);
    case "bankcard":
      return holds(text, valueTexts.bankcard, isBankCard);
    case "email":
      return holds(text, valueTexts.email, isEmail);
    case "link":
      return holds(text, valueTexts.link, isLink);
    case "text":
      return text;
  }
}

const has = (field: CompiledField, context: FormContext, value: string): boolean =>
  field.check(field.type === "checkbox" ? [value] : value, context) === undefined;

function listSchema(field: CompiledField, context: FormContext): Schema {
  const { label } = field;
  const boxes = array()
    .label(label)
    .transform((list: unknown, given: unknown) => (isEmptyValue(given) ? null : list))
    .typeError(valueTexts.list(label))
    .nullable();
  if (field.type === "checkbox")
    return boxes
      .max(limits.checkbox, valueTexts.tooManyChecked())
      .test(
        "options",
        valueTexts.choice(label),
        (list) => !list || list.every((one) => has(field, context, String(one))),
      )
      .test("twice", valueTexts.twice(label), (list) => !list || new Set(list).size === list.length);
  const { min = 0, max = fieldDefaults.rows } = field.field.ext?.rows ?? {};
  return boxes
    .test("min", valueTexts.leastRows(label, min), (list) => !list || list.length === 0 || list.length >= min)
    .max(max, valueTexts.mostRows(label, max))
    .of(objectOf(field.columns, needOf, context));
}

function schemaOf(field: CompiledField, context: FormContext): Schema {
  const { label, type } = field;
  switch (type) {
    case "input":
    case "textarea":
      return textSchema(field);
    case "radio":
    case "select":
      return holds(string().trim().typeError(valueTexts.text(label)), valueTexts.choice(label), (v) =>
        has(field, context, v),
      );
    case "datepicker":
      return holds(
        string().trim().typeError(valueTexts.date(label, field.format)),
        valueTexts.date(label, field.format),
        (v) => isDateText(v, field.format),
      );
    case "checkbox":
    case "rows":
      return listSchema(field, context);
    case "uploads":
    case "cascading select":
    case "lookup":
      return mixed().test("chosen", "", (value, test) => {
        const fault = isEmptyValue(value) ? undefined : field.check(value, context);
        return fault === undefined || test.createError({ message: fault });
      });
  }
}

const needOf: NeedOf = (field) => ({ visible: !field.hidden, required: field.require });

function objectOf(
  fields: readonly CompiledField[],
  need: NeedOf,
  context: FormContext,
): ObjectSchema<Record<string, unknown>> {
  const shape = fields.flatMap((field): [string, Schema][] => {
    const { visible, required } = need(field);
    if (!visible) return [];
    const schema = schemaOf(field, context).nullable();
    // First of all: what is not there has no other fault.
    const must = (value: unknown): boolean => !required || !isEmptyValue(value);
    return [[field.name, required ? schema.test("required", field.emptyText, must) : schema]];
  });
  return object(Object.fromEntries(shape));
}

/** One schema for the state of one moment. */
export const yupSchema = (
  form: CompiledForm,
  context: FormContext,
  need: NeedOf = needOf,
): ObjectSchema<Record<string, unknown>> => objectOf(form.fields, need, context);
