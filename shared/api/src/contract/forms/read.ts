/**
 * A definition as it comes in: flags as true, 1 or "1", numbers as their digits. What is not given stays not given, so that what was
 * added is what is answered; what nobody knows goes; what has a wrong shape is said by its place. What it means is looked at by
 * validateDefinition.
 */
import {
  type ContactRowMark,
  controlTypes,
  type ControlType,
  dateFormats,
  fieldFlags,
  type FieldExt,
  type FormDefinition,
  type FormExt,
  type FormField,
  formLimits,
  type FormOption,
  type FormSection,
  formTypes,
  type FormType,
  type InputContent,
  inputContents,
  lookupTargets,
  type LookupSpec,
  type LookupTarget,
  type MaskClass,
  maskClasses,
  type OptionSource,
  type RowsSpec,
} from "./definition.ts";
import { attributeLabels, type DefinitionFault } from "./faults.ts";
import { readRule } from "./read-rules.ts";
import { amount, flag, list, oneOf, parts, type Reader, text, textMap } from "./reader.ts";
import { oneNoteText } from "./texts.ts";
import { isRecord } from "./values.ts";

const keys = <K extends string>(map: Readonly<Record<K, unknown>>): readonly K[] => Object.keys(map) as K[];
const named = (key: string): string => (Object.hasOwn(attributeLabels, key) ? attributeLabels[key as "type"] : key);

const option = parts<FormOption>(
  { label_name: text(60, 1), label_value: text(60, 1), label_cascade: text(64) },
  ["label_name", "label_value"],
  (key) => ({ label_name: "选项名称", label_value: "选项值", label_cascade: "级联" })[key] ?? key,
);
/** A value may be a number: 10 is "10". */
const optionAsText: Reader<FormOption> = (value, say) =>
  option(
    isRecord(value) && typeof value.label_value === "number"
      ? { ...value, label_value: String(value.label_value) }
      : value,
    say,
  );

/** Blank ones are dropped; of the others there is one (console.md section 5). */
const notes: Reader<readonly string[]> = (value, say) => {
  const all = typeof value === "string" ? [value] : value;
  if (!Array.isArray(all)) {
    say("应为列表");
    return undefined;
  }
  const given = all.filter((one) => typeof one !== "string" || one.trim() !== "");
  if (given.length > 1) {
    say(`：${oneNoteText}`);
    return undefined;
  }
  return list(text(formLimits.note), 1)(given, say);
};

const defaultValue: Reader<string | readonly string[]> = (value, say) =>
  Array.isArray(value)
    ? list(text(60), formLimits.options)(value, say)
    : text(formLimits.textarea)(typeof value === "number" ? String(value) : value, say);

const source: Reader<OptionSource> = (value, say) => {
  const from = isRecord(value) ? value.from : undefined;
  if (from === "items") return { from };
  const read = parts<{ code?: string; id?: string }>({ code: text(64, 1), id: text(64) }, [])(value, say);
  if (from === "dictionary" && read?.code !== undefined) return { from, code: read.code };
  if (from === "cascade" && read?.id !== undefined) return { from, id: read.id };
  say("格式有误");
  return undefined;
};

const ext: Reader<FieldExt> = (value, say) =>
  parts<FieldExt>(
    {
      content: oneOf<InputContent>(keys(inputContents)),
      min: amount(-999_999_999_999, 999_999_999_999, false),
      max: amount(-999_999_999_999, 999_999_999_999, false),
      precision: amount(0, formLimits.precision),
      mask: oneOf<MaskClass>(keys(maskClasses)),
      formula: text(formLimits.expression, 1),
      defaultExpression: text(formLimits.expression, 1),
      options: source,
      lookup: parts<LookupSpec>(
        {
          to: oneOf<LookupTarget>(keys(lookupTargets)),
          formId: text(64, 1),
          fills: textMap(formLimits.columns, 64),
        },
        ["to"],
        (key) => ({ to: "关联对象", formId: "关联表单", fills: "回填字段" })[key] ?? key,
      ),
      rows: rowsSpec,
      popup: flag,
      section: text(64),
      contactRow: parts<ContactRowMark>({ id: text(64, 1), sort: amount(0, 9_999) }, ["id", "sort"], named),
    },
    [],
    named,
  )(value, say);

const rowsSpec: Reader<RowsSpec> = (value, say) =>
  parts<RowsSpec>(
    {
      fields: (columns, sayColumn) => list(readColumn, formLimits.columns)(columns, sayColumn),
      min: amount(0, formLimits.rows),
      max: amount(1, formLimits.rows),
      sums: list(text(formLimits.name), formLimits.columns),
    },
    ["fields"],
    (key) => ({ fields: "列", min: "最少行数", max: "最多行数", sums: "合计列" })[key] ?? key,
  )(value, say);

const field = parts<FormField>(
  {
    ...(Object.fromEntries(fieldFlags.map((key) => [key, flag])) as Record<
      (typeof fieldFlags)[number],
      Reader<boolean>
    >),
    type: oneOf<ControlType>(keys(controlTypes)),
    name: text(formLimits.name, 1),
    label: text(formLimits.label, 1),
    placeholder: text(formLimits.placeholder),
    value: defaultValue,
    ruleError: text(formLimits.placeholder),
    controlNotes: notes,
    maxLength: amount(1, formLimits.textarea),
    maxRows: amount(1, 50),
    format: oneOf(dateFormats),
    maxSize: amount(1, formLimits.uploadSize),
    amount: amount(1, formLimits.uploads),
    items: list(optionAsText, formLimits.options),
    multilevelCount: amount(1, formLimits.levels),
    cascadeCount: amount(1, formLimits.levels),
    ext,
  },
  ["type", "name", "label"],
  named,
);

/** multilevelCount is another name of cascadeCount: alone it is answered as that. */
function oneCount(read: FormField): FormField {
  if (read.multilevelCount === undefined || read.cascadeCount !== undefined) return read;
  const { multilevelCount, ...rest } = read;
  return { ...rest, cascadeCount: multilevelCount };
}

const readColumn: Reader<FormField> = (value, say) => {
  const read = field(value, say);
  return read && oneCount(read);
};

const section = parts<FormSection>(
  {
    id: text(64, 1),
    title: text(formLimits.label),
    columns: (value, say) => amount(1, 3)(value, say) as 1 | 2 | 3 | undefined,
    folded: flag,
  },
  ["id", "title"],
);
const formExt = parts<FormExt>(
  {
    rules: list(readRule, formLimits.rules),
    layout: parts({ sections: list(section, 50) }, []),
  },
  [],
  (key) => ({ rules: "规则", layout: "布局" })[key] ?? key,
);

/** How a field is called in a sentence: by its label, else by its place. */
const calledOf = (value: unknown, at: number): string =>
  isRecord(value) && typeof value.label === "string" && value.label.trim() !== ""
    ? `“${value.label}”`
    : `第${at + 1}个字段`;

export interface ReadDefinition {
  /** Undefined: there are faults. */
  readonly definition?: FormDefinition;
  readonly faults: readonly DefinitionFault[];
}

const frame = parts<Omit<FormDefinition, "fields" | "ext">>(
  {
    formId: text(64),
    version: amount(0, 999_999_999),
    name: text(formLimits.label, 1),
    formType: oneOf<FormType>(keys(formTypes)),
  },
  ["formId", "version", "name", "formType"],
  (key) => ({ formId: "表单编号", version: "表单版本", name: "表单名称", formType: "表单类型" })[key] ?? key,
);

/** `formId` and `version` are the server's: whoever has none yet gives '' and 0. */
export function readDefinition(input: unknown): ReadDefinition {
  const faults: DefinitionFault[] = [];
  const head = frame(input, (message) => faults.push({ message: `表单的${message}`.replace("表单的表单", "表单") }));
  const given = isRecord(input) ? input : {};
  if (!Array.isArray(given.fields)) faults.push({ attribute: "fields", message: "请添加字段" });
  const list: readonly unknown[] = Array.isArray(given.fields) ? given.fields : [];
  if (list.length > formLimits.fields) faults.push({ attribute: "fields", message: `最多${formLimits.fields}个字段` });
  const fields = list.slice(0, formLimits.fields).map((one, at) => {
    const name = isRecord(one) && typeof one.name === "string" ? one.name : undefined;
    return readColumn(one, (message) =>
      faults.push({ ...(name && { field: name }), message: `${calledOf(one, at)}的${message}` }),
    );
  });
  const more =
    given.ext == null ? undefined : formExt(given.ext, (message) => faults.push({ attribute: "rules", message }));
  if (faults.length > 0 || head === undefined) return { faults };
  return {
    definition: { ...head, fields: fields.filter((one) => one !== undefined), ...(more && { ext: more }) },
    faults,
  };
}
