/** Who may do what with forms and their records. */
import { array, mixed, number, object, string } from "yup";
import type { ButtonDefinition } from "../buttons.ts";
import { listPages as taskListPages } from "../dialling/parts.ts";
import { formTypes, type FormType } from "../forms/definition.ts";
import { onPages, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

export const formTypeKeys = Object.keys(formTypes) as FormType[];
export const formTypeField = () => string().label("表单类型").oneOf(formTypeKeys, "不支持的表单类型");

/** Pages that show records of forms; whoever was granted one reads definitions, and records within the own data scope. */
export const recordPages = [
  "/customerinformation",
  "/workorderinformation",
  "/robotworkorderinformation",
  "/robotcustomerinformation",
  "/taskinformation",
  "/intellectleveinfo",
  "/relationWorkorder",
  "/screenPopup",
  "/callScreen",
  "/seatpreviewtask",
  "/addresslist",
] as const;

const everybody = roles(RoleTypes.enterprise);
/** Records: the button of the form's type is asked for by the handler (recordButton). */
export const onRecords = onPages(everybody, ...recordPages);
/** Pages of flows of orders and of calls, whose nodes, conditions and variables name fields. */
const flowPages = [
  "/workorderflow",
  "/workordernode",
  "/flownodeconfig",
  "/processconfig",
  "/knownnav",
  "/satisfaction/knownnav",
] as const;
/** Definitions. */
export const onDefinitions = onPages(everybody, "/formmanage", ...flowPages, ...recordPages, ...taskListPages);
export const onForms = onPages(everybody, "/formmanage", ...recordPages);
export const design = (verb: string) => roles(RoleTypes.administrators, { button: `customerForm.${verb}` });

/** What is done to records has a button of its own for each type of form, under the page where they stand. */
export const recordVerbs = {
  add: "新增",
  update: "编辑",
  delete: "删除",
  import: "导入",
  export: "导出",
  push: "推送",
  tag: "标记",
  tags: "设置标签：",
  share: "共享视图：",
  merge: "合并",
  duplicates: "设置查重：",
  claim: "领取",
  pool: "管理公海：",
  assign: "分配",
} as const;
export type RecordVerb = keyof typeof recordVerbs;

const lacking: Partial<Record<FormType, readonly RecordVerb[]>> = {
  // Begun, exported and given to people by their own steps, with neither duplicates nor a pool: no button says so twice.
  workOrder: ["add", "export", "merge", "duplicates", "claim", "pool", "assign"],
  // Names and numbers: nothing of them is claimed, marked or merged.
  contact: ["tag", "tags", "share", "merge", "duplicates", "claim", "pool", "assign"],
};
/** What records of the type have a button of their own for. */
export const verbsOf = (formType: FormType): readonly RecordVerb[] =>
  (Object.keys(recordVerbs) as RecordVerb[]).filter((verb) => !lacking[formType]?.includes(verb));

/** What is done to orders' values as records is as much as it is to do it to the orders. */
const ofOrders: Partial<Record<RecordVerb, string>> = { add: "formStream.create", export: "formStream.export" };

/** Whether it is done to records of the type at all, by whatever button. */
export const hasVerb = (formType: FormType, verb: RecordVerb): boolean =>
  verbsOf(formType).includes(verb) || (formType === "workOrder" && ofOrders[verb] !== undefined);

/** Of contacts it is the button of contacterData, which is a view of the same records. */
export const recordButton = (formType: FormType, verb: RecordVerb): string =>
  formType === "contact" && verb !== "push"
    ? `contacterData.${verb}`
    : ((formType === "workOrder" ? ofOrders[verb] : undefined) ?? `formData.${formType}.${verb}`);

const people = ["A", "S", "M"] as const;
/** Who makes records vanish, or takes many away. */
const keepers = ["A", "M"] as const;
const keepersAlone: readonly RecordVerb[] = [
  "delete",
  "push",
  "tags",
  "share",
  "merge",
  "duplicates",
  "pool",
  "assign",
];

export const recordButtons = (formType: FormType, noun: string): readonly ButtonDefinition[] =>
  verbsOf(formType).map((verb) => ({
    code: recordButton(formType, verb),
    name: `${recordVerbs[verb]}${noun}`,
    who: keepersAlone.includes(verb) ? keepers : people,
    kept: true as const,
  }));

const mostCharacters = 512_000;

/** JSON whose inside the form engine reads: an object or a list, not too long. */
export const jsonField = <T extends object>(label: string, kind: "object" | "list") =>
  mixed<T>()
    .label(label)
    .test("kind", `${label}格式有误`, (value) => {
      if (value === undefined || value === null) return true;
      return typeof value === "object" && Array.isArray(value) === (kind === "list");
    })
    .test("size", `${label}的数据过多`, (value) => !value || JSON.stringify(value).length <= mostCharacters);

export const idsField = (label = "编号", max = 200) =>
  array().label(label).of(string().required().max(64)).min(1, "请选择数据").max(max).required();

export const namedField = object({ name: string().required(), label: string().required() });
export const versionField = () => number().label("版本").integer("版本应为整数").min(1).max(999_999_999);
