/** An enterprise's own fields of contacts (console.md section 3, form field definition) and what a value of each must be. */
import { array, object, string, type Schema } from "yup";
import { isChoice, reservedKeys } from "../forms/definition.ts";
import { dateField, flagField, lengthField, limits, numberField, requiredTexts } from "../fields.ts";

export const contactFieldTypes = {
  input: "单行文本",
  textarea: "多行文本",
  radio: "单选",
  select: "下拉选择",
  checkbox: "多选",
  datepicker: "日期",
} as const;
export type ContactFieldType = keyof typeof contactFieldTypes;
export const contactTypeKeys = Object.keys(contactFieldTypes) as ContactFieldType[];

/** Most fields an enterprise has, options a field has. */
export const maxContactFields = 30;
const maxItems = 100;
/** What every contact has; own fields are called otherwise. */
export const contactColumns = { name: "姓名", phone: "电话", company: "公司", remark: "备注" } as const;
const reserved: readonly string[] = [...Object.keys(contactColumns), ...reservedKeys, "fields"];
/** A key that an empty object has already would be found in contacts without it. */
const isReserved = (key: string): boolean => reserved.includes(key) || key in {};

/** A field as its rules need it. */
export interface ContactField {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly require: number;
  readonly ruleError: string;
  readonly maxLength: number | null;
  readonly items: readonly { readonly label_name: string; readonly label_value: string }[];
}

/** Own values of a contact by the fields' keys: a text, for checkboxes several. A field without a value is absent. */
export type ContactValues = Readonly<Record<string, string | readonly string[]>>;

export function isContactValues(value: unknown): value is ContactValues {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const texts = (one: unknown) =>
    typeof one === "string" ||
    (Array.isArray(one) && one.length <= maxItems && one.every((each) => typeof each === "string"));
  return Object.values(value).every(texts);
}

const option = object({
  /** 、 and commas part the choices of a checkbox in a workbook. */
  label_name: lengthField("选项名称")
    .required("请输入选项名称")
    .matches(/^[^、,，;；]*$/, "选项名称不能包含顿号、逗号和分号"),
  label_value: lengthField("选项值").required("请输入选项值"),
});
const unique =
  (key: "label_name" | "label_value") => (list: readonly { label_name?: string; label_value?: string }[] | undefined) =>
    new Set(list?.map((one) => one[key])).size === (list?.length ?? 0);

/** What is typed about a field. */
export const contactFieldForm = {
  type: string().label("类型").oneOf(contactTypeKeys).required(requiredTexts.select),
  label: lengthField("字段名称")
    .required("请输入字段名称")
    .test("own", "字段名称与固有字段重复", (v) => !v || !(Object.values(contactColumns) as string[]).includes(v)),
  /** The key of its values. */
  name: lengthField("字段标识")
    .required("请输入字段标识")
    .matches(/^[A-Za-z]\w*$/, "字段标识为字母、数字、下划线，以字母开头")
    .test("reserved", "该字段标识不能使用", (v) => !v || !isReserved(v)),
  require: flagField("必填").default(0),
  /** Instead of the usual text where a value is missing. */
  ruleError: lengthField("必填提示", 60),
  placeholder: lengthField("输入提示", 60),
  items: array()
    .label("选项")
    .of(option)
    .max(maxItems, `最多${maxItems}个选项`)
    .default([])
    .when("type", { is: isChoice, then: (s) => s.min(1, "请添加选项") })
    .test("names", "选项名称不能重复", unique("label_name"))
    .test("values", "选项值不能重复", unique("label_value")),
  /** Of texts; absent: 30 for one line, 200 for several. */
  maxLength: numberField("最大长度", { min: 1, max: limits.note })
    .nullable()
    .when("type", {
      is: "input",
      then: (s) => s.max(limits.customVariable, `单行文本最多${limits.customVariable}个字符`),
    }),
  listDisplay: flagField("列表显示").default(1),
  query: flagField("可查询").default(0),
  export: flagField("可导出").default(1),
  importRequire: flagField("导入必填").default(0),
  /** No two contacts have the same value; what is there already stays. */
  distinct: flagField("不可重复")
    .default(0)
    .test(
      "text",
      "多选和多行文本不能设为不可重复",
      (v, { parent }) => v !== 1 || !["checkbox", "textarea"].includes((parent as { type?: string }).type ?? ""),
    ),
  sort: numberField("排序", { max: 9_999 }).default(0),
  enabled: flagField("启用").default(1),
};

/** Messages of console.md section 5; `ruleError` goes before them. */
export function contactValueField(field: Omit<ContactField, "name">): Schema {
  const { type, label, ruleError } = field;
  const values = field.items.map((item) => item.label_value);
  const must = field.require === 1;
  if (type === "checkbox") {
    const boxes = array()
      .label(label)
      .of(string().required().oneOf(values, `${label}：${requiredTexts.select}`))
      .max(limits.checkbox, `最多选择${limits.checkbox}项`);
    return must
      ? boxes.required(ruleError || requiredTexts.checkbox).min(1, ruleError || requiredTexts.checkbox)
      : boxes;
  }
  if (type === "radio" || type === "select") {
    const choice = string()
      .label(label)
      .oneOf(["", ...values], `${label}：${requiredTexts.select}`);
    return must ? choice.required(ruleError || requiredTexts.select) : choice;
  }
  if (type === "datepicker")
    return must ? dateField(label).required(ruleError || requiredTexts.date) : dateField(label);
  const text = lengthField(label, field.maxLength ?? (type === "textarea" ? limits.textarea : limits.input));
  return must ? text.required(ruleError || requiredTexts[type === "textarea" ? "textarea" : "input"]) : text;
}
