/** A definition into what pages, server and imports ask: once a version. It takes what validateDefinition finds no fault with. */
import { dialledTelephone, limits } from "../fields.ts";
import { checkOf, textOf } from "./checks.ts";
import { keptNumber } from "./decimal.ts";
import {
  contentOf,
  fieldDefaults,
  type FormDefinition,
  type FormField,
  type FormOption,
  formLimits,
  isChoice,
  isNumberField,
  levelsOf,
} from "./definition.ts";
import type { CompiledForm } from "./compiled-form.ts";
import type { CompiledField, ListColumns, OtherOptions } from "./compiled-field.ts";
import { buildProgram } from "./program.ts";
import { filterOpsOf } from "./filter-ops.ts";
import { slotNeed } from "./slots.ts";
import { plainNeed } from "./state.ts";
import { emptyTextOf } from "./texts.ts";
import { type CellValue, type FieldValue, isEmptyValue, isRecord, type RowValue } from "./values.ts";

const noOptions: readonly FormOption[] = [];

const lengthOfField = (field: FormField): number => {
  if (field.type === "textarea") return field.maxLength ?? fieldDefaults.maxLength.textarea;
  const content = contentOf(field);
  if (content === "text") return field.maxLength ?? fieldDefaults.maxLength.input;
  return (
    field.maxLength ?? (content === "link" || content === "email" ? formLimits.input : fieldDefaults.maxLength.input)
  );
};

const choosing = (field: FormField): boolean =>
  isChoice(field.type) || field.type === "cascading select" || field.type === "lookup" || field.type === "datepicker";

/** What is kept of a value; its check has found it good. */
function cleanOf(field: Omit<CompiledField, "clean" | "check">): CompiledField["clean"] {
  const text = (value: unknown): string | undefined => textOf(value) || undefined;
  switch (field.type) {
    case "input":
      if (field.content === "telephone") return (value) => dialledTelephone(textOf(value) ?? "") || undefined;
      if (!field.isNumber) return text;
      return (value) => keptNumber(textOf(value) ?? "", field.precision);
    case "checkbox":
      return (value) => (Array.isArray(value) && value.length > 0 ? value.map((one) => textOf(one) ?? "") : undefined);
    case "uploads":
      return (value) =>
        Array.isArray(value) && value.length > 0
          ? value.filter(isRecord).map(({ name, fileName }) => ({ name: String(name), fileName: String(fileName) }))
          : undefined;
    case "cascading select":
      return (value) =>
        isRecord(value) && Array.isArray(value.ids) && Array.isArray(value.labels) && value.ids.length > 0
          ? { ids: value.ids.map(String), labels: value.labels.map(String) }
          : undefined;
    case "lookup":
      return (value) => (isRecord(value) ? { id: String(value.id), label: String(value.label) } : undefined);
    case "rows":
      return (value) =>
        Array.isArray(value) && value.length > 0 ? value.filter(isRecord).map(cleanRow(field.columns)) : undefined;
    default:
      return text;
  }
}

const cleanRow =
  (columns: readonly CompiledField[]) =>
  (row: Readonly<Record<string, unknown>>): RowValue => {
    const kept: Record<string, CellValue> = {};
    for (const column of columns) {
      const value: FieldValue | undefined = isEmptyValue(row[column.name]) ? undefined : column.clean(row[column.name]);
      if (value !== undefined) kept[column.name] = value as CellValue;
    }
    return kept;
  };

const namesOf = (options: readonly FormOption[]): ReadonlyMap<string, string> =>
  new Map(options.map((one) => [one.label_value, one.label_name]));

const noOthers: OtherOptions = {};

/** `path`: how `others` calls it. */
export function compileField(
  field: FormField,
  at: number,
  others: OtherOptions = noOthers,
  path = field.name,
): CompiledField {
  const { ext = {} } = field;
  const content = contentOf(field);
  const options = field.items ?? noOptions;
  const emptyText = field.ruleError?.trim() || emptyTextOf(field.type);
  const parts = {
    at,
    field,
    name: field.name,
    label: field.label,
    type: field.type,
    content,
    isChoice: isChoice(field.type),
    isNumber: isNumberField(field),
    placeholder: field.placeholder || `${choosing(field) ? "请选择" : "请输入"}${field.label}`,
    format: field.format ?? fieldDefaults.format,
    maxLength: lengthOfField(field),
    maxRows: field.maxRows ?? fieldDefaults.maxRows,
    amount: field.amount ?? fieldDefaults.amount,
    maxBytes: Math.min((field.maxSize ?? fieldDefaults.maxSize) * 1024, limits.uploadBytes),
    levels: levelsOf(field),
    min: ext.min ?? fieldDefaults.min,
    max: ext.max ?? fieldDefaults.max,
    precision: ext.precision,
    mask: ext.mask ?? "none",
    note: field.controlNotes?.[0] ?? "",
    require: field.require === true,
    importRequire: field.importRequire === true,
    emptyText,
    options,
    optionNames: namesOf(options),
    otherNames: namesOf(Object.hasOwn(others, path) ? (others[path] ?? noOptions) : noOptions),
    filterOps: field.query === true ? filterOpsOf(field) : [],
    columns: (ext.rows?.fields ?? []).map((column, n) => compileField(column, n, others, `${path}.${column.name}`)),
    computed: ext.formula !== undefined || field.workOrderUpgrade === true,
    locked: field.permission === true,
    hidden: field.hidden === true,
  } satisfies Omit<CompiledField, "check" | "clean">;
  return { ...parts, check: checkOf(parts, field, content, emptyText), clean: cleanOf(parts) };
}

/** Flags that are not given: shown in lists, details and exports, not asked in query bars. */
const columnsOf = (fields: readonly CompiledField[]): ListColumns => {
  const shown = fields.filter((one) => !one.hidden);
  return {
    list: shown.filter(({ field, type }) => field.listDisplay !== false && type !== "rows"),
    query: shown.filter(({ field }) => field.query === true),
    detail: shown.filter(({ field }) => field.detailDisplay !== false),
    export: shown.filter(({ field }) => field.export !== false),
    import: shown.filter(({ computed, type }) => !computed && type !== "uploads" && type !== "rows"),
    popup: shown.filter(({ field }) => field.ext?.popup === true),
  };
};

/** The same field, which knows what `others` call its values. */
function withOtherNames(field: CompiledField, others: OtherOptions, path: string): CompiledField {
  const options = Object.hasOwn(others, path) ? others[path] : undefined;
  return {
    ...field,
    ...(options && { otherNames: namesOf(options) }),
    columns: field.columns.map((column) => withOtherNames(column, others, `${path}.${column.name}`)),
  };
}

/** The same form, which knows what these call values that are none of its options; they stand for those that it knew. */
export function withOtherOptions(form: CompiledForm, otherOptions: OtherOptions): CompiledForm {
  const byName = new Map([...form.byName].map(([name, field]) => [name, withOtherNames(field, otherOptions, name)]));
  const named = (fields: readonly CompiledField[]) => fields.map((field) => byName.get(field.name) ?? field);
  const { list, query, detail, export: exported, import: imported, popup } = form.columns;
  return {
    ...form,
    ...{ otherOptions, byName, fields: named(form.fields) },
    columns: {
      ...{ list: named(list), query: named(query), detail: named(detail), popup: named(popup) },
      ...{ export: named(exported), import: named(imported) },
    },
  };
}

export function compileForm(definition: FormDefinition, otherOptions: OtherOptions = noOthers): CompiledForm {
  const fields = definition.fields.map((field, at) => compileField(field, at, otherOptions));
  return {
    definition,
    otherOptions,
    formId: definition.formId,
    version: definition.version,
    formType: definition.formType,
    fields,
    byName: new Map(fields.map((field) => [field.name, field])),
    needs: fields.map((field) => plainNeed(field, { now: 0 })),
    program: buildProgram(fields, definition, ({ message }) => {
      throw new Error(`${definition.name}: ${message}`);
    }),
    columns: columnsOf(fields),
    slots: definition.fields.map(slotNeed),
  };
}
