/**
 * A form as data (console.md section 3, form field definition; decision 058): what the designer writes, the server keeps a version
 * of, and compileForm makes checks, columns and rules of. What stands in the specification has its name there; what is ours stands
 * under `ext`.
 */
import type { FormRule } from "./rules.ts";

export const formTypes = { customer: "客户", workOrder: "工单", task: "任务", contact: "联系人" } as const;
export type FormType = keyof typeof formTypes;

/** Kinds of control, as they travel: the eight of the specification, and ours. */
export const controlTypes = {
  input: "单行文本",
  textarea: "多行文本",
  radio: "单选",
  select: "下拉选择",
  checkbox: "多选",
  datepicker: "日期",
  uploads: "附件",
  "cascading select": "级联选择",
  lookup: "关联查找",
  rows: "明细",
} as const;
export type ControlType = keyof typeof controlTypes;

/** What is typed into an input. */
export const inputContents = {
  text: "文字",
  number: "数字",
  phone: "电话号码",
  mobile: "手机号码",
  telephone: "联系电话",
  idcard: "身份证号码",
  bankcard: "银行卡号",
  email: "邮箱",
  link: "链接",
} as const;
export type InputContent = keyof typeof inputContents;

export const maskClasses = { none: "不脱敏", phone: "电话号码", idcard: "身份证号码", bankcard: "银行卡号" } as const;
export type MaskClass = keyof typeof maskClasses;

export const dateFormats = ["yyyy-MM-dd", "yyyy-MM-dd HH:mm", "yyyy-MM-dd HH:mm:ss", "yyyy-MM", "HH:mm"] as const;
export type DateFormat = (typeof dateFormats)[number];

export const lookupTargets = {
  customer: "客户",
  contact: "联系人",
  order: "工单",
  call: "通话",
  seat: "坐席",
} as const;
export type LookupTarget = keyof typeof lookupTargets;

/** Most of everything. */
export const formLimits = {
  fields: 200,
  options: 100,
  columns: 30,
  rows: 200,
  rules: 200,
  name: 30,
  label: 30,
  placeholder: 60,
  note: 1_000,
  input: 290,
  textarea: 4_000,
  expression: 1_000,
  levels: 5,
  uploads: 20,
  /** KB. */
  uploadSize: 10_240,
  precision: 6,
} as const;

/** Words of the records themselves, and of the expression language. */
export const reservedKeys: readonly string[] = [
  "id",
  "compId",
  "formId",
  "formVersion",
  "version",
  "values",
  "ext",
  "and",
  "or",
  "not",
  "true",
  "false",
];

/** What an attribute that is not given stands for. */
export const fieldDefaults = {
  maxLength: { input: 30, textarea: 200 },
  maxRows: 5,
  format: "yyyy-MM-dd",
  maxSize: 2_048,
  amount: 1,
  cascadeCount: 1,
  checked: 20,
  min: 0,
  max: 9_999_999,
  rows: 50,
} as const;

export interface FormOption {
  readonly label_name: string;
  readonly label_value: string;
  readonly label_cascade?: string;
}

/** Where choices come from: `items`, a dictionary by its code, a branch of the cascading options by the id of its top ('': all of them). */
export type OptionSource =
  | { readonly from: "items" }
  | { readonly from: "dictionary"; readonly code: string }
  | { readonly from: "cascade"; readonly id: string };

export interface LookupSpec {
  readonly to: LookupTarget;
  /** Of customers, contacts and orders: one form's alone. */
  readonly formId?: string;
  /** Fields of this form and what of the chosen one fills them. */
  readonly fills?: Readonly<Record<string, string>>;
}

export interface RowsSpec {
  readonly fields: readonly FormField[];
  readonly min?: number;
  readonly max?: number;
  /** Columns of numbers whose sum stands under the table. */
  readonly sums?: readonly string[];
}

/** An own field of contacts as a row of contacterConf. */
export interface ContactRowMark {
  readonly id: string;
  readonly sort: number;
}

/** Ours. */
export interface FieldExt {
  readonly content?: InputContent;
  readonly min?: number;
  readonly max?: number;
  readonly precision?: number;
  readonly mask?: MaskClass;
  /** The value, always; nobody types it. */
  readonly formula?: string;
  /** The value of a new record, until somebody types another. */
  readonly defaultExpression?: string;
  readonly options?: OptionSource;
  readonly lookup?: LookupSpec;
  readonly rows?: RowsSpec;
  /** Stands in the popup form. */
  readonly popup?: boolean;
  /** The heading it stands under: an id of the form's layout. */
  readonly section?: string;
  readonly contactRow?: ContactRowMark;
}

export type DefaultValue = string | readonly string[];

export interface FormField {
  readonly type: ControlType;
  /** The key of its values. */
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  /** The default of new records. */
  readonly value?: DefaultValue;
  readonly require?: boolean;
  /** Instead of the usual text where a value is missing. */
  readonly ruleError?: string;
  readonly query?: boolean;
  readonly listDisplay?: boolean;
  readonly detailDisplay?: boolean;
  readonly export?: boolean;
  readonly importRequire?: boolean;
  readonly distinct?: boolean;
  /** Locked, unless the other-render map enables it. */
  readonly permission?: boolean;
  readonly hidden?: boolean;
  readonly inlineBlock?: boolean;
  readonly workOrderUpgrade?: boolean;
  /** A field of the system: neither removed nor given another key or type. */
  readonly config?: boolean;
  readonly controlNotes?: readonly string[];
  readonly maxLength?: number;
  readonly maxRows?: number;
  readonly format?: DateFormat;
  /** KB. */
  readonly maxSize?: number;
  readonly amount?: number;
  readonly items?: readonly FormOption[];
  readonly multilevelSelect?: boolean;
  /** The other name of cascadeCount; alone it is answered as cascadeCount. */
  readonly multilevelCount?: number;
  readonly cascadeCount?: number;
  readonly ext?: FieldExt;
}

export interface FormSection {
  readonly id: string;
  readonly title: string;
  readonly columns?: 1 | 2 | 3;
  readonly folded?: boolean;
}

export interface FormExt {
  readonly rules?: readonly FormRule[];
  readonly layout?: { readonly sections?: readonly FormSection[] };
}

export interface FormDefinition {
  readonly formId: string;
  readonly version: number;
  readonly name: string;
  readonly formType: FormType;
  readonly fields: readonly FormField[];
  readonly ext?: FormExt;
}

export const fieldFlags = [
  "require",
  "query",
  "listDisplay",
  "detailDisplay",
  "export",
  "importRequire",
  "distinct",
  "permission",
  "hidden",
  "inlineBlock",
  "workOrderUpgrade",
  "config",
  "multilevelSelect",
] as const;

/** Its values are some of a list. */
export const isChoice = (type: string): boolean => type === "radio" || type === "select" || type === "checkbox";
/** A field named phone holds a telephone number unless it is told to hold something else (realtime.md section 5). */
export const contentOf = (field: FormField): InputContent =>
  field.ext?.content ?? (field.type === "input" && field.name === "phone" ? "phone" : "text");
/** Whose records are found by the number that calls. */
export const holdsNumber = (content: InputContent): boolean =>
  content === "phone" || content === "mobile" || content === "telephone";
/** How a value is hidden where numbers are: as its field says, or as what it holds is. */
export function maskClassOf({
  mask,
  content,
}: {
  readonly mask: MaskClass;
  readonly content: InputContent;
}): MaskClass {
  if (mask !== "none") return mask;
  if (holdsNumber(content)) return "phone";
  return content === "idcard" || content === "bankcard" ? content : "none";
}
/** Identity and bank cards: for whom numbers are hidden they stand in no text in words. */
export const cardFields = (form: {
  readonly fields: readonly { readonly name: string; readonly mask: MaskClass; readonly content: InputContent }[];
}): readonly string[] =>
  form.fields
    .filter((field) => maskClassOf(field) === "idcard" || maskClassOf(field) === "bankcard")
    .map(({ name }) => name);
export const isNumberField = (field: FormField): boolean => field.type === "input" && contentOf(field) === "number";
export const levelsOf = (field: FormField): number =>
  field.cascadeCount ?? field.multilevelCount ?? fieldDefaults.cascadeCount;
