/** 满意度表单: what is asked in a follow-up, by form. */
import { mixed, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { jsonField } from "../customer-forms/parts.ts";
import type { ControlType, FormField } from "../forms/definition.ts";
import { satisfactionOptions } from "../forms/defaults.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import { keepFollowUps, onOrders } from "./parts.ts";

const prefix = "/pbx/api/v1/followUpSatisfaction";
const tags = ["FollowUpSatisfaction"];

/** Kinds of questions. */
export const questionTypes = {
  radio: "单选",
  checkbox: "多选",
  input: "单行文本",
  textarea: "多行文本",
} as const satisfies Partial<Readonly<Record<ControlType, string>>>;
export type QuestionType = keyof typeof questionTypes;

const choices = (...names: readonly string[]) =>
  names.map((name, at) => ({ label_name: name, label_value: String(at + 1) }));

/** Of surveys (console.md 3): one step below the four of a form. */
const surveySatisfaction = [...satisfactionOptions, { label_name: "非常不满意", label_value: "0" }];

/** What exports of orders say of the last follow-up in columns of their own (console.md 3), and how the columns are headed. */
export const followUpAnswers = { contact: "是否联系上", isResolved: "是否解决", reason: "客户意见" } as const;
export type FollowUpAnswer = keyof typeof followUpAnswers;

/** Of a form for which nobody has set any: the survey lists of console.md 3 (contact, satisfaction, isResolved), and words. */
export const defaultQuestions: readonly FormField[] = [
  { type: "radio", name: "contact", label: followUpAnswers.contact, items: choices("已联系", "未联系") },
  { type: "radio", name: "satisfaction", label: "满意度", require: true, items: surveySatisfaction },
  {
    type: "radio",
    name: "isResolved",
    label: followUpAnswers.isResolved,
    require: true,
    items: choices("已解决", "未解决"),
  },
  { type: "textarea", name: "reason", label: followUpAnswers.reason, maxLength: 500 },
];

export const followUpSatisfactionApi = defineResource({
  find: defineEndpoint({
    name: "followUpSatisfactionFind",
    method: "POST",
    path: `${prefix}/getInfoByFormId`,
    summary: "What follow-ups of a form ask",
    permission: onOrders,
    reads: true,
    body: object({ compId: compField(), formId: idField("表单") }),
    reply: object({
      formId: string().required(),
      fields: mixed<readonly FormField[]>().required(),
      /** Counts the changes; 0: these are the usual questions. */
      revision: number().required(),
      updateTime: string().defined(),
      updatedBy: string().defined(),
    }),
    tags,
  }),
  save: defineEndpoint({
    name: "followUpSatisfactionSave",
    method: "POST",
    path: `${prefix}/addOrUpdate`,
    summary: "Sets what follow-ups of a form ask; what was answered keeps the questions it was asked with",
    permission: keepFollowUps("followUpSatisfaction.save"),
    body: object({
      compId: compField(),
      formId: idField("表单"),
      fields: jsonField<readonly FormField[]>("问题", "list").required("请添加问题"),
      /** That was seen; absent: whatever there is. */
      revision: number().label("版本").integer().min(0),
    }),
    reply: object({ revision: number().required() }),
    tags,
  }),
});
