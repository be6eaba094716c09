/** The attributes of a field as data: what the panel offers, by kind of control (console.md section 3). */
import {
  attributeLabels,
  contentOf,
  controlTypes,
  dateFormats,
  fieldDefaults,
  type FieldExt,
  type FormField,
  formLimits,
  inputContents,
  isChoice,
  isNumberField,
  maskClasses,
} from "@liantai/api/forms";

export type Own = Exclude<keyof FormField, "ext">;
/** An attribute of the specification, or one of ours under `ext`. */
export type AttributeKey = Own | `ext.${keyof FieldExt & string}`;

interface Base {
  readonly key: AttributeKey;
  readonly label: string;
  readonly hint?: string | ((field: FormField) => string | undefined);
  /** Default: every kind. */
  readonly of?: (field: FormField) => boolean;
  /** A field of the system keeps it. */
  readonly fixed?: boolean;
}
export type Attribute =
  | (Base & { readonly as: "text" | "area"; readonly max: number })
  | (Base & {
      readonly as: "number";
      readonly min: number;
      readonly max: number;
      readonly standard?: (field: FormField) => number | undefined;
      readonly decimal?: boolean;
    })
  | (Base & { readonly as: "switch"; readonly standard?: boolean })
  | (Base & {
      readonly as: "select";
      readonly options: readonly (readonly [value: string, label: string])[];
      readonly standard: (field: FormField) => string;
    })
  | (Base & { readonly as: "expression"; readonly alone?: boolean })
  | (Base & { readonly as: "note" | "default" | "items" | "source" | "cascade" | "lookup" | "rows" | "section" });

export interface AttributeGroup {
  readonly title: string;
  readonly attributes: readonly Attribute[];
}

const is =
  (...types: FormField["type"][]) =>
  ({ type }: FormField): boolean =>
    types.includes(type);
const isText = is("input", "textarea");
const pairs = (map: Readonly<Record<string, string>>) => Object.entries(map);
const named = (key: keyof typeof attributeLabels): string => attributeLabels[key];
const typed = is("input", "textarea", "radio", "select", "checkbox", "datepicker");

const basic: AttributeGroup = {
  title: "基本",
  attributes: [
    { key: "label", label: named("label"), as: "text", max: formLimits.label },
    {
      key: "name",
      label: named("name"),
      as: "text",
      max: formLimits.name,
      fixed: true,
      hint: "字母开头，发布后修改等于换了一个字段",
    },
    {
      key: "type",
      label: named("type"),
      as: "select",
      options: pairs(controlTypes),
      standard: ({ type }) => type,
      fixed: true,
    },
    { key: "ext.section", label: named("section"), as: "section" },
    {
      key: "placeholder",
      label: named("placeholder"),
      as: "text",
      max: formLimits.placeholder,
      of: (field) => !is("uploads", "rows", "radio", "checkbox")(field),
    },
    {
      key: "value",
      label: named("value"),
      as: "default",
      of: (field) => typed(field) && field.ext?.formula === undefined,
    },
    { key: "controlNotes", label: named("controlNotes"), as: "note", hint: "显示在控件下方" },
  ],
};

const contents: AttributeGroup = {
  title: "内容",
  attributes: [
    {
      key: "ext.content",
      label: named("content"),
      as: "select",
      options: pairs(inputContents),
      standard: contentOf,
      of: is("input"),
    },
    {
      key: "maxLength",
      label: named("maxLength"),
      as: "number",
      min: 1,
      max: formLimits.textarea,
      of: isText,
      standard: ({ type }) => fieldDefaults.maxLength[type === "textarea" ? "textarea" : "input"],
    },
    {
      key: "maxRows",
      label: named("maxRows"),
      as: "number",
      min: 1,
      max: 50,
      of: is("textarea"),
      standard: () => fieldDefaults.maxRows,
    },
    {
      key: "ext.min",
      label: named("min"),
      as: "number",
      min: -999_999_999_999,
      max: 999_999_999_999,
      decimal: true,
      of: isNumberField,
      standard: () => fieldDefaults.min,
    },
    {
      key: "ext.max",
      label: named("max"),
      as: "number",
      min: -999_999_999_999,
      max: 999_999_999_999,
      decimal: true,
      of: isNumberField,
      standard: () => fieldDefaults.max,
    },
    {
      key: "ext.precision",
      label: named("precision"),
      as: "number",
      min: 0,
      max: formLimits.precision,
      of: isNumberField,
    },
    {
      key: "ext.mask",
      label: named("mask"),
      as: "select",
      options: pairs(maskClasses),
      standard: () => "none",
      of: isText,
    },
    {
      key: "format",
      label: named("format"),
      as: "select",
      options: dateFormats.map((one) => [one, one]),
      standard: () => fieldDefaults.format,
      of: is("datepicker"),
    },
    {
      key: "maxSize",
      label: "文件大小（KB）",
      as: "number",
      min: 1,
      max: formLimits.uploadSize,
      of: is("uploads"),
      standard: () => fieldDefaults.maxSize,
    },
    {
      key: "amount",
      label: named("amount"),
      as: "number",
      min: 1,
      max: formLimits.uploads,
      of: is("uploads"),
      standard: () => fieldDefaults.amount,
    },
    { key: "ext.options", label: named("options"), as: "source", of: ({ type }) => isChoice(type) },
    {
      key: "items",
      label: named("items"),
      as: "items",
      of: (field) => isChoice(field.type) && field.ext?.options?.from !== "dictionary",
    },
    { key: "ext.options", label: "级联选项", as: "cascade", of: is("cascading select") },
    {
      key: "cascadeCount",
      label: named("cascadeCount"),
      as: "number",
      min: 1,
      max: formLimits.levels,
      of: is("cascading select"),
      standard: () => fieldDefaults.cascadeCount,
    },
    {
      key: "multilevelSelect",
      label: named("multilevelSelect"),
      as: "switch",
      of: is("cascading select"),
      hint: "从一级开始，按需要增加",
    },
    { key: "ext.lookup", label: named("lookup"), as: "lookup", of: is("lookup") },
    { key: "ext.rows", label: "明细的列", as: "rows", of: is("rows") },
  ],
};

const comparable = is("input", "radio", "select", "datepicker", "lookup", "cascading select");
const rules: AttributeGroup = {
  title: "校验",
  attributes: [
    { key: "require", label: named("require"), as: "switch" },
    {
      key: "ruleError",
      label: named("ruleError"),
      as: "text",
      max: formLimits.placeholder,
      of: ({ require, importRequire }) => require === true || importRequire === true,
    },
    { key: "importRequire", label: named("importRequire"), as: "switch", of: (field) => !is("uploads", "rows")(field) },
    { key: "distinct", label: named("distinct"), as: "switch", of: comparable },
    { key: "permission", label: named("permission"), as: "switch", hint: "只有工单节点或角色放开后才能修改" },
  ],
};

const display: AttributeGroup = {
  title: "显示",
  attributes: [
    { key: "inlineBlock", label: named("inlineBlock"), as: "switch" },
    { key: "hidden", label: named("hidden"), as: "switch", hint: "只在设计时可见" },
    {
      key: "listDisplay",
      label: named("listDisplay"),
      as: "switch",
      standard: true,
      of: (field) => field.type !== "rows",
    },
    { key: "detailDisplay", label: named("detailDisplay"), as: "switch", standard: true },
    { key: "query", label: named("query"), as: "switch" },
    { key: "export", label: named("export"), as: "switch", standard: true },
    { key: "ext.popup", label: named("popup"), as: "switch" },
    {
      key: "workOrderUpgrade",
      label: named("workOrderUpgrade"),
      as: "switch",
      of: is("input"),
      hint: "工单升级时由系统填写",
    },
  ],
};

const counted: AttributeGroup = {
  title: "公式",
  attributes: [
    {
      key: "ext.formula",
      label: named("formula"),
      as: "expression",
      of: typed,
      hint: "值总是公式的结果，不能手工修改",
    },
    {
      key: "ext.defaultExpression",
      label: named("defaultExpression"),
      as: "expression",
      alone: true,
      of: (field) => typed(field) && field.ext?.formula === undefined,
      hint: "新增时的值，可以修改",
    },
  ],
};

export const attributeGroups: readonly AttributeGroup[] = [basic, contents, rules, display, counted];
