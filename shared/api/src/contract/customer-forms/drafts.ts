/** What was typed into forms and not saved yet (decision 067): for its writer alone, in whatever browser he comes back. */
import { number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import { dayMs } from "../time.ts";
import type { OrderPriority } from "../work-orders/codes.ts";
import { orderLimits, priorityField } from "../work-orders/order-parts.ts";
import { jsonField, onRecords, versionField } from "./parts.ts";
import { valuesReply, type RecordValues } from "./values.ts";

const path = "/crm/api/v1/formDraft";

/** How long a draft that nobody touches is kept. */
export const draftDays = 7;
export const draftMs = draftDays * dayMs;
/** Of one person; the oldest goes for the next. */
export const mostDrafts = 200;

/** A record has one draft, a call one of a new record, and a form one of a new record without a call; of new ones each that it is about. */
const place = {
  compId: compField(),
  formId: idField("表单"),
  recordId: string().label("数据编号").max(64),
  callId: string().label("通话编号").max(64),
  /** Of a new record: the customer or order that it is made for, the number of a dialling task. */
  aboutId: string().label("所属编号").max(64),
};

/** What is typed beside the form's fields: the title and the priority of a new order. */
export interface DraftHead {
  readonly title?: string;
  readonly priority?: OrderPriority;
}
const headField = () =>
  object({ title: lengthField("标题", orderLimits.title), priority: priorityField() }).label("表单以外的内容");

const kept = object({
  /** Of the record that it changes, when it was opened; 0: a new one. */
  version: number().required(),
  values: valuesReply(),
  head: headField().required(),
  savedTime: string().required(),
});

export const formDraftApi = defineResource({
  find: defineEndpoint({
    name: "formDraftFind",
    method: "POST",
    path: `${path}/find`,
    summary: "The own draft of a form",
    permission: onRecords,
    reads: true,
    body: object(place),
    reply: object({ draft: kept.nullable().defined() }),
  }),
  save: defineEndpoint({
    name: "formDraftSave",
    method: "POST",
    path: `${path}/save`,
    summary: "Keeps what is typed into a form",
    permission: onRecords,
    body: object({
      ...{ ...place, version: versionField() },
      values: jsonField<RecordValues>("字段值", "object").required(),
      head: headField().default(undefined).optional(),
    }),
    reply: object({ savedTime: string().required() }),
  }),
  delete: defineEndpoint({
    name: "formDraftDelete",
    method: "POST",
    path: `${path}/delete`,
    summary: "Throws the own draft of a form away",
    permission: onRecords,
    body: object(place),
  }),
});
