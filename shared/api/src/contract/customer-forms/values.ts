/** What travels of a record. */
import { array, boolean, mixed, number, object, string } from "yup";
import { formTypeKeys, namedField, versionField } from "./parts.ts";
import { tagReply } from "./tags.ts";

/** Where records come from. */
export const recordSources = {
  manual: "手工录入",
  import: "导入",
  call: "通话",
  robot: "机器人",
  task: "外呼任务",
  mail: "邮件",
  chat: "在线会话",
  api: "接口",
  link: "客户链接",
} as const;
export type RecordSource = keyof typeof recordSources;
export const recordSourceKeys = Object.keys(recordSources) as RecordSource[];

/** What a record's values are as JSON; the form says more. */
export type RecordValues = Readonly<Record<string, unknown>>;
export const valuesReply = () => mixed<RecordValues>().required();

export const recordRow = object({
  id: string().required(),
  formId: string().required(),
  /** The version of the form that it was written with. */
  formVersion: number().required(),
  /** Of the record: a change says which one it saw. */
  version: number().required(),
  /** Numbers masked for whom they are hidden. */
  values: valuesReply(),
  source: string().oneOf(recordSourceKeys).required(),
  ownerId: string().defined(),
  ownerName: string().defined(),
  groupId: string().defined(),
  callId: string().defined(),
  parentId: string().defined(),
  createTime: string().required(),
  updateTime: string().required(),
  /** '': it is in no recycle bin. */
  deleteTime: string().defined(),
  /** In lists and in what a screen opens. */
  tags: array().of(tagReply),
  /** Beside those of its fields, masked for whom numbers are hidden. */
  phones: array().of(object({ id: string().required(), number: string().required(), note: string().defined() })),
});

/** The most that is counted; more is said as 10000+ unless the exact number is asked for. */
export const countedRecords = 10_000;
/** Beyond this page lists go on from where the page before ended (`next`). */
export const lastNumberedPage = 500;

export const recordPage = object({
  list: array().of(recordRow).required(),
  total: number().integer().required(),
  /** There are more than `total`. */
  more: boolean().required(),
  /** 10000+ where there are more. */
  totalText: string().required(),
  pageNo: number().integer().required(),
  pageSize: number().integer().required(),
  /** Where the next page begins; '': there is none. */
  next: string().defined(),
  /** Fields whose index is being built (索引建立中). */
  indexing: array().of(namedField).required(),
});

export const savedReply = object({
  id: string().required(),
  version: number().required(),
  formVersion: number().required(),
  /** The number the server gave it: customerCode or workCode; '': the form has none. */
  code: string().defined(),
  /** Somebody else had saved it meanwhile: what he changed, and what stays beside this change (F88). Absent: nothing. */
  kept: object({ by: string().defined(), fields: array().of(namedField).required() })
    .default(undefined)
    .optional(),
});

/** Fields of a conflict that are written over what the newer version has: it was shown. */
export interface FieldOverride {
  readonly version: number;
  readonly fields: readonly string[];
}
export const overField = () =>
  object({
    version: versionField().required("请提供冲突时的版本"),
    fields: array().label("字段").of(string().max(30).required()).max(400).required(),
  })
    .label("以我为准的字段")
    .default(undefined)
    .optional();

/** Data of the refusal of a change that saw an older version (code 409): the fields that both changed. */
export interface RecordConflict {
  readonly version: number;
  /** The first of `conflicts`. */
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly conflicts: readonly {
    readonly field: string;
    readonly label: string;
    readonly mine: unknown;
    readonly theirs: unknown;
  }[];
}

export const formTypeReply = () => string().oneOf(formTypeKeys).required();
