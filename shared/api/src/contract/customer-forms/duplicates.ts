/** Duplicates (查重): what makes two records of a form probably the same, and what is done about it (rules F73 and F74). */
import { array, boolean, mixed, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { numberField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, pageFields } from "../resource.ts";
import { dayMs } from "../time.ts";
import { jsonField, onRecords, versionField } from "./parts.ts";
import { savedReply, type RecordValues } from "./values.ts";

const path = "/crm/api/v1/recordDuplicate";
const tags = ["RecordDuplicate"];
const both = [...tags, "FormRecord"];
const formField = () => idField("表单");

export const duplicateModes = { off: "不查重", warn: "提醒，可以仍然保存", refuse: "不允许保存" } as const;
export type DuplicateMode = keyof typeof duplicateModes;
const modeKeys = Object.keys(duplicateModes) as DuplicateMode[];

/** What an import does with a row that is probably there already. fill: into the empty fields of the record that is there. */
export const duplicateChoices = { skip: "跳过", save: "仍然导入", fill: "补充已有数据的空字段" } as const;
export type DuplicateChoice = keyof typeof duplicateChoices;
export const duplicateChoiceKeys = Object.keys(duplicateChoices) as DuplicateChoice[];

/** number: any number of the one is one of the other. name: the same without forms of address. field: the same text. */
export const duplicateKinds = { number: "任一电话号码相同", name: "姓名相同（不计称呼）", field: "字段相同" } as const;
export type DuplicateKind = keyof typeof duplicateKinds;
const kindKeys = Object.keys(duplicateKinds) as DuplicateKind[];

/** A score is the weights of what is the same, 100 at the most. */
export const fullScore = 100;
export const undoDays = 30;
export const undoMs = undoDays * dayMs;

const rule = object({
  kind: string().label("规则").oneOf(kindKeys, "不支持的规则").required(),
  /** Of name and field. */
  field: string().label("字段").max(30),
  weight: numberField("权重", { min: 1, max: fullScore }).required("请输入权重"),
});
const setting = {
  mode: string().label("查重方式").oneOf(modeKeys, "不支持的查重方式").required("请选择查重方式"),
  threshold: numberField("重复分值", { min: 1, max: fullScore }).required("请输入重复分值"),
  rules: array().label("规则").of(rule).max(10, "最多10条规则").required(),
};

const reason = object({ label: string().required(), weight: number().required() });
/** A record that is probably the same. */
const duplicateReply = object({
  id: string().required(),
  /** '': it is outside the asker's data scope. */
  title: string().defined(),
  ownerName: string().defined(),
  createTime: string().required(),
  mayOpen: boolean().required(),
  score: number().required(),
  reasons: array().of(reason).required(),
});

/** Data of the refusal of a save (code 409) that probable duplicates stand against. */
export interface DuplicateRefusal {
  /** refuse: it cannot be saved; warn: with acceptDuplicates 1 it can. */
  readonly mode: DuplicateMode;
  readonly duplicates: readonly {
    readonly id: string;
    readonly title: string;
    readonly ownerName: string;
    readonly createTime: string;
    readonly mayOpen: boolean;
    readonly score: number;
    readonly reasons: readonly { readonly label: string; readonly weight: number }[];
  }[];
}

const sides = (label: string) =>
  string()
    .label(label)
    .oneOf(["mine", "theirs", "both"] as const, `${label}的取法有误`)
    .default("both");

const merge = object({
  id: string().required(),
  survivorId: string().required(),
  survivorTitle: string().defined(),
  loserTitle: string().defined(),
  time: string().required(),
  by: string().defined(),
  /** '': it stands. */
  undoneTime: string().defined(),
  /** Until then, and by who asks. */
  mayUndo: boolean().required(),
});

export const recordDuplicateApi = defineResource({
  setting: defineEndpoint({
    name: "recordDuplicateSetting",
    method: "POST",
    path: `${path}/setting/find`,
    summary: "How a form looks for duplicates",
    permission: onRecords,
    reads: true,
    tags,
    body: object({ compId: compField(), formId: formField() }),
    reply: object({
      ...setting,
      /** Text fields that can be compared. */
      fields: array()
        .of(object({ name: string().required(), label: string().required() }))
        .required(),
      mayChange: boolean().required(),
      mayMerge: boolean().required(),
    }),
  }),
  saveSetting: defineEndpoint({
    name: "recordDuplicateSaveSetting",
    method: "POST",
    path: `${path}/setting/save`,
    summary: "Changes how a form looks for duplicates",
    permission: onRecords,
    tags,
    body: object({ compId: compField(), formId: formField(), ...setting }),
  }),
  check: defineEndpoint({
    name: "recordDuplicateCheck",
    method: "POST",
    path: `${path}/check`,
    summary: "Records that what is typed is probably the same as",
    permission: onRecords,
    reads: true,
    body: object({
      compId: compField(),
      formId: formField(),
      /** The record that is changed; absent: a new one. */
      id: string().label("编号").max(64),
      values: jsonField<RecordValues>("字段值", "object").required("请填写表单"),
    }),
    reply: object({ mode: string().oneOf(modeKeys).required(), list: array().of(duplicateReply).required() }),
  }),
  scan: defineEndpoint({
    name: "recordDuplicateScan",
    method: "POST",
    path: `${path}/scan`,
    summary: "Looks for duplicates among all records of a form, as a job",
    permission: onRecords,
    tags,
    body: object({ compId: compField(), formId: formField() }),
  }),
  groups: defineEndpoint({
    name: "recordDuplicateGroups",
    method: "POST",
    path: `${path}/groups`,
    summary: "Groups of probable duplicates that the last job found, highest score first",
    permission: onRecords,
    reads: true,
    tags: both,
    body: object({ ...pageFields, compId: compField(), formId: formField() }),
    reply: listOf(
      object({
        id: string().required(),
        score: number().required(),
        reasons: array().of(string().required()).required(),
        records: array()
          .of(object({ id: string().required(), title: string().defined(), ownerName: string().defined() }))
          .required(),
      }),
    ).concat(
      object({
        /** '': never. */
        scannedTime: string().defined(),
        running: boolean().required(),
      }),
    ),
  }),
  ignore: defineEndpoint({
    name: "recordDuplicateIgnore",
    method: "POST",
    path: `${path}/ignore`,
    summary: "Says that a group is no duplicate: later jobs leave it out",
    permission: onRecords,
    tags,
    body: object({ compId: compField(), id: idField() }),
  }),
  /** 'mine' is the record that stays. */
  merge: defineEndpoint({
    name: "recordMerge",
    method: "POST",
    path: `${path}/merge`,
    summary: "Merges a record into another, field by field",
    permission: onRecords,
    tags: both,
    body: object({
      compId: compField(),
      survivorId: idField("保留的数据"),
      survivorVersion: versionField().required("请先打开数据再合并"),
      loserId: idField("被合并的数据"),
      loserVersion: versionField().required("请先打开数据再合并"),
      /** By field, mine or theirs; what is not named: mine, and theirs where mine is empty. */
      choices: mixed<Readonly<Record<string, "mine" | "theirs">>>().label("字段取值"),
      phones: sides("电话号码"),
      tags: sides("标签"),
    }),
    reply: savedReply.concat(object({ mergeId: string().required() })),
  }),
  merges: defineEndpoint({
    name: "recordMergeList",
    method: "POST",
    path: `${path}/merges`,
    summary: "Merges of a form's records, newest first",
    permission: onRecords,
    reads: true,
    tags: both,
    body: object({ ...pageFields, compId: compField(), formId: formField() }),
    reply: listOf(merge),
  }),
  undo: defineEndpoint({
    name: "recordMergeUndo",
    method: "POST",
    path: `${path}/undo`,
    summary: "Undoes a merge of the last 30 days: both records are as they were",
    permission: onRecords,
    tags: both,
    body: object({ compId: compField(), id: idField() }),
  }),
});
