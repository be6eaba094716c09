/**
 * One form of 200 fields four ways: ours, @formily/core, survey-core (both for changes), ajv (for checks). Of the fields, the first decides
 * over 60: 30 are counted of it, 30 are shown by it.
 */
import { createForm } from "@formily/core";
import { compileForm, createSession, type FormDefinition, type FormField, type FormRule } from "@liantai/api/forms";
import { Ajv } from "ajv";
import { Model } from "survey-core";

const size = 200;
const dependents = 60;
const names = Array.from({ length: size }, (_, at) => `f${at}`);
const isCounted = (at: number): boolean => at >= 1 && at <= dependents / 2;
const isShown = (at: number): boolean => at > dependents / 2 && at <= dependents;

const choices = Array.from({ length: 5 }, (_, at) => ({ label_name: `选项${at}`, label_value: String(at) }));
const field = (name: string, at: number): FormField => {
  const label = `字段${at}`;
  if (at === 0) return { type: "input", name, label, require: true, ext: { content: "number" } };
  if (isCounted(at))
    return { type: "input", name, label, ext: { content: "number", precision: 2, formula: `f0 * ${at} + 0.1` } };
  const require = at % 2 === 0;
  switch (at % 5) {
    case 0:
      return { type: "select", name, label, require, items: choices };
    case 1:
      return { type: "datepicker", name, label, require };
    case 2:
      return { type: "input", name, label, require, ext: { content: "number", precision: 2 } };
    case 3:
      return { type: "textarea", name, label, require };
    default:
      return { type: "input", name, label, require };
  }
};
const fields = names.map(field);
const shows = names
  .map((name, at): FormRule => ({
    id: name,
    name,
    when: { field: "f0", op: "gt", value: at % 10 },
    then: [{ do: "show", fields: [name] }],
  }))
  .filter((_, at) => isShown(at));

export const definition: FormDefinition = {
  formId: "bench",
  version: 1,
  name: "工单",
  formType: "workOrder",
  fields,
  ext: { rules: shows },
};

/** The same without what rules and formulas decide: what yup and ajv can say of it as well. */
export const plainDefinition: FormDefinition = {
  ...definition,
  fields: fields.filter((_, at) => !isCounted(at)),
  ext: {},
};

const valueOf = ({ type, ext }: FormField, at: number): string => {
  if (type === "select") return "3";
  if (type === "datepicker") return "2026-11-23";
  return ext?.content === "number" ? `${at}.25` : `客户说的第${at}句话`;
};
/** What is sent of it: nothing of what is counted. */
export const record: Readonly<Record<string, string>> = Object.fromEntries(
  fields.map((one, at) => [one.name, valueOf(one, at)] as const).filter((_, at) => !isCounted(at)),
);

export type Change = (value: number) => void;

export function ourChange(): Change {
  const session = createSession(compileForm(definition), record, { now: 0 });
  return (value) => {
    if (session.change("f0", String(value)).length < dependents / 2) throw new Error("nothing followed");
  };
}

export function formilyChange(): Change {
  const form = createForm({ values: { ...record, f0: 0 } });
  form.onMount();
  for (const [at, name] of names.entries())
    form.createField({
      name,
      basePath: "",
      required: at % 2 === 0,
      reactions: (one) => {
        const of = Number(form.getValuesIn("f0"));
        if (isCounted(at) && "setValue" in one) one.setValue(of * at + 0.1);
        if (isShown(at)) one.setDisplay(of > at % 10 ? "visible" : "none");
      },
    });
  return (value) => {
    form.setValuesIn("f0", value);
    if (form.getValuesIn("f7") !== value * 7 + 0.1) throw new Error("nothing followed");
  };
}

export function surveyChange(): Change {
  const model = new Model({
    elements: names.map((name, at) => {
      if (isCounted(at)) return { type: "expression", name, expression: `{f0} * ${at} + 0.1` };
      return { type: "text", name, ...(isShown(at) && { visibleIf: `{f0} > ${at % 10}` }) };
    }),
  });
  model.data = { ...record, f0: 0 };
  return (value) => {
    model.setValue("f0", value);
    if (model.getValue("f7") !== value * 7 + 0.1) throw new Error("nothing followed");
  };
}

/** The same rules as a JSON schema: what it can say of them. */
export function ajvCheck(): (values: unknown) => boolean {
  const properties = Object.fromEntries(
    fields
      .filter((_, at) => !isCounted(at))
      .map(({ name, type, ext }) => {
        if (type === "select") return [name, { type: "string", enum: choices.map((one) => one.label_value) }];
        if (type === "datepicker")
          return [name, { type: "string", pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$" }];
        if (ext?.content === "number")
          return [name, { type: "string", maxLength: 30, pattern: "^-?\\d+(\\.\\d{1,2})?$" }];
        return [name, { type: "string", minLength: 1, maxLength: type === "textarea" ? 200 : 30 }];
      }),
  );
  const required = fields.filter((one) => one.require).map(({ name }) => name);
  return new Ajv({ allErrors: true }).compile({ type: "object", properties, required });
}
