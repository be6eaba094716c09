/** A contact and the values of its record: built-in fields by their names, own ones under `fields`. Pure. */
import { AppError, type FieldError } from "@liantai/api/contract";
import {
  contactColumns,
  isContactColumn,
  type ContactValues,
  type RecordValues,
} from "@liantai/api/contract/workorder";
import {
  valueInWords,
  type CompiledField,
  type CompiledForm,
  type FieldValue,
  type FormValues,
} from "@liantai/api/forms";

/** Own fields that are enabled; of the others what stands in contacts is kept and not shown. */
export const ownFields = ({ fields }: CompiledForm): readonly CompiledField[] =>
  fields.filter(({ name, hidden }) => !hidden && !isContactColumn(name));

interface Given {
  readonly name: string;
  readonly phone?: string | undefined;
  readonly company?: string | undefined;
  readonly remark?: string | undefined;
  readonly fields?: ContactValues | null | undefined;
}

/** What is given of a record: what is absent, and what no enabled field is called, is not. */
export function givenValues(form: CompiledForm, { fields, ...builtIn }: Given): RecordValues {
  const own = ownFields(form).flatMap(({ name }) =>
    fields && Object.hasOwn(fields, name) ? [[name, fields[name]] as const] : [],
  );
  const given = Object.entries(builtIn).filter(([name, value]) => isContactColumn(name) && value !== undefined);
  return Object.fromEntries([...given, ...own]);
}

const textOf = (values: RecordValues, name: string): string => {
  const value = values[name];
  return typeof value === "string" ? value : "";
};

/** A record as a contact. */
export const contactOf = (form: CompiledForm, values: RecordValues) => ({
  name: textOf(values, "name"),
  phone: textOf(values, "phone"),
  company: textOf(values, "company"),
  remark: textOf(values, "remark"),
  fields: Object.fromEntries(
    ownFields(form).flatMap(({ name }) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])),
  ) as ContactValues,
});

/** As the operation log has it: own fields by their names, disabled ones too. */
export const logged = (form: CompiledForm, values: RecordValues) => ({
  ...Object.fromEntries(Object.keys(contactColumns).map((name) => [name, textOf(values, name)])),
  ...Object.fromEntries(
    form.fields
      .filter(({ name }) => !isContactColumn(name))
      .map((field) => [field.label, valueInWords(field, values[field.name] as FieldValue | undefined)]),
  ),
});

/** The box that is none of the field's. */
function boxOf(form: CompiledForm, name: string, message: string, given: RecordValues): string {
  const field = form.byName.get(name);
  const boxes = given[name];
  if (field?.type !== "checkbox" || !Array.isArray(boxes) || !message.startsWith(`${field.label}：`)) return "";
  const at = boxes.findIndex((one) => typeof one !== "string" || !field.optionNames.has(one));
  return at < 0 ? "" : `[${at}]`;
}

/** What is refused at values.KEY stands where a contact has it. */
export function atContact(error: unknown, form: CompiledForm, given: RecordValues): unknown {
  if (!(error instanceof AppError) || error.error !== "invalid") return error;
  const { fields } = error.data as { readonly fields: readonly FieldError[] };
  return new AppError("invalid", error.message, {
    fields: fields.map(({ path, ...fault }) => {
      const name = path.replace(/^values\./, "");
      const place = name + boxOf(form, name, fault.message, given);
      return { ...fault, path: isContactColumn(name) ? name : `fields.${place}` };
    }),
  });
}

export const asForm = (values: RecordValues): FormValues => values as FormValues;
