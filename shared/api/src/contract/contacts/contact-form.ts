/** Contacts as records of a form: contacterConf's rows are its own fields, in the attributes that contacts have. Pure. */
import { isChoice, type FormDefinition, type FormField } from "../forms/definition.ts";
import type { DefinitionFault } from "../forms/faults.ts";
import {
  contactColumns,
  contactTypeKeys,
  maxContactFields,
  type ContactField,
  type ContactFieldType,
} from "./contact-fields.ts";

/** Every enterprise has this one form of contacts; others it makes are lists of their own. */
export const contactFormId = "contacter";
export const contactFormName = "企业联系人";

/** An own field as contacterConf has it. */
export interface ContactFieldRow extends ContactField {
  readonly id: string;
  readonly type: ContactFieldType;
  readonly placeholder: string;
  readonly listDisplay: number;
  readonly query: number;
  readonly export: number;
  readonly importRequire: number;
  readonly distinct: number;
  readonly sort: number;
  readonly enabled: number;
}

export const isContactColumn = (name: string): name is keyof typeof contactColumns =>
  Object.hasOwn(contactColumns, name);
const isOwn = ({ name }: Pick<FormField, "name">): boolean => !isContactColumn(name);
const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** What contacts cannot show: fields of other kinds, more than thirty of the own. */
export function contactFaults({ fields }: Pick<FormDefinition, "fields">): readonly DefinitionFault[] {
  const own = fields.filter(isOwn);
  const strange = own.filter(({ type }) => !(contactTypeKeys as readonly string[]).includes(type));
  return [
    ...strange.map(({ name, label }) => ({
      field: name,
      attribute: "type",
      message: `“${label}”的类型：通讯录的字段只能是单行文本、多行文本、单选、下拉选择、多选和日期`,
    })),
    ...(own.length > maxContactFields
      ? [{ attribute: "fields", message: `通讯录最多添加${maxContactFields}个字段` }]
      : []),
  ];
}

/** A field that was drawn in the designer, or copied there, is known by its key. */
const markOf = (field: FormField, at: number, seen: ReadonlySet<string>) => {
  const mark = field.ext?.contactRow;
  return mark && !seen.has(mark.id) ? mark : { id: field.name, sort: mark?.sort ?? at };
};

/** Its own fields, in their order. */
export function contactRows({ fields }: Pick<FormDefinition, "fields">): readonly ContactFieldRow[] {
  const seen = new Set<string>();
  return fields.filter(isOwn).map((field, at) => {
    const { id, sort } = markOf(field, at, seen);
    seen.add(id);
    return {
      ...{ id, type: field.type as ContactFieldType, label: field.label, name: field.name, sort },
      ...{ ruleError: field.ruleError ?? "", placeholder: field.placeholder ?? "", maxLength: field.maxLength ?? null },
      items: (field.items ?? []).map(({ label_name, label_value }) => ({ label_name, label_value })),
      ...{ require: flag(field.require === true), query: flag(field.query === true) },
      ...{ listDisplay: flag(field.listDisplay !== false), export: flag(field.export !== false) },
      ...{ importRequire: flag(field.importRequire === true), distinct: flag(field.distinct === true) },
      enabled: flag(field.hidden !== true),
    };
  });
}

/** What contacts say nothing of stays as the designer has it, unless the field becomes another kind. */
function fieldOf(row: ContactFieldRow, before: FormField | undefined): FormField {
  const { type, label, name, items, maxLength } = row;
  const same = before?.type === type ? before : undefined;
  const { options, ...ext } = same?.ext ?? {};
  const given: FormField = {
    ...{ type, name, label },
    ...(row.placeholder && { placeholder: row.placeholder }),
    ...(row.require && { require: true }),
    ...(row.ruleError && { ruleError: row.ruleError }),
    ...(row.query && { query: true }),
    ...(row.listDisplay === 0 && { listDisplay: false }),
    ...(row.export === 0 && { export: false }),
    ...(row.importRequire && { importRequire: true }),
    ...(row.distinct && { distinct: true }),
    ...(row.enabled === 0 && { hidden: true }),
    ...(maxLength !== null && { maxLength }),
    ...(isChoice(type) && { items }),
    // The options that are typed here are the field's own.
    ext: { ...ext, ...(!isChoice(type) && options && { options }), contactRow: { id: row.id, sort: row.sort } },
  };
  const { detailDisplay, controlNotes, value, permission, inlineBlock, maxRows, format } = same ?? {};
  return {
    ...given,
    ...(detailDisplay !== undefined && { detailDisplay }),
    ...(controlNotes && { controlNotes }),
    ...(value !== undefined && { value }),
    ...(permission !== undefined && { permission }),
    ...(inlineBlock !== undefined && { inlineBlock }),
    ...(maxRows !== undefined && { maxRows }),
    ...(format && { format }),
  };
}

/** Behind those that its number does not come before; 备注 stays the last. */
function placed(fields: readonly FormField[], field: FormField, sort: number): readonly FormField[] {
  const rows = contactRows({ fields });
  const next = rows.find((row) => row.sort > sort)?.name ?? "remark";
  const at = fields.findIndex(({ name }) => name === next);
  return at < 0 ? [...fields, field] : [...fields.slice(0, at), field, ...fields.slice(at)];
}

/** The fields with this row as it is now: a new one, or instead of the one with its id. */
export function withContactRow(fields: readonly FormField[], row: ContactFieldRow): readonly FormField[] {
  const old = contactRows({ fields }).find(({ id }) => id === row.id);
  const before = fields.find(({ name }) => name === old?.name);
  const field = fieldOf(row, before);
  if (old?.sort === row.sort) return fields.map((one) => (one === before ? field : one));
  return placed(
    fields.filter((one) => one !== before),
    field,
    row.sort,
  );
}

export function withoutContactRow(fields: readonly FormField[], id: string): readonly FormField[] {
  const gone = contactRows({ fields }).find((row) => row.id === id)?.name;
  return fields.filter(({ name }) => name !== gone);
}
