/** Saved views (视图) of a form's records: filters, columns and order under a name, personal or shared with roles (rule F72). */
import { array, boolean, number, object, string } from "yup";
import { compField, countReply, idField, idReply } from "../crud.ts";
import { nameField } from "../fields.ts";
import { defineEndpoint, defineResource } from "../resource.ts";
import { idsField, onRecords } from "./parts.ts";
import { orderFilters } from "../work-orders/order-filters.ts";
import { recordFilters } from "./records.ts";

const path = "/crm/api/v1/recordView";
const tags = ["RecordView"];

/** Of one person and form, the shared ones apart. */
export const mostViews = 50;
/** Stands for every role. */
export const everyRole = "*";

const { formId: _, callId: _call, ...viewFilters } = recordFilters;
const { formId: _form, parentId: _parent, ...orderViewFilters } = orderFilters;
/** What the list is asked. */
const viewQuestion = object({
  ...viewFilters,
  /** What the list of orders is asked, of a form of orders: it is asked nothing else. */
  order: object(orderViewFilters).default(undefined).notRequired(),
});

const typed = {
  name: nameField("视图名称"),
  question: viewQuestion.required(),
  /** Ids of the list's columns, in their order; none: the list's own. */
  columns: array().label("显示的列").of(string().required().max(64)).max(60),
  sortOrder: string().label("排序方向").oneOf(["", "asc", "desc"]),
  /** Ids of roles, or '*'; none: for the own eyes. */
  roleIds: array().label("共享给").of(string().required().max(64)).max(100),
};

const idName = object({ id: string().required(), name: string().required() });
const view = object({
  id: string().required(),
  name: string().required(),
  question: viewQuestion.required(),
  columns: array().of(string().required()).required(),
  sortOrder: string().defined(),
  roleIds: array().of(string().required()).required(),
  ownerName: string().defined(),
  /** Whether who asks may change it. */
  mayChange: boolean().required(),
});

export const recordViewApi = defineResource({
  list: defineEndpoint({
    name: "recordViewList",
    method: "POST",
    path: `${path}/list`,
    summary: "The own views of a form and those that are shared with the own role",
    permission: onRecords,
    reads: true,
    tags,
    body: object({ compId: compField(), formId: idField("表单") }),
    reply: object({
      views: array().of(view).required(),
      /** With whom the asker may share; none: with nobody. */
      roles: array().of(idName).required(),
    }),
  }),
  /** Of all of them in one request, each to 10,000, within the asker's data scope. */
  counts: defineEndpoint({
    name: "recordViewCounts",
    method: "POST",
    path: `${path}/counts`,
    summary: "How many records each view of a form has now",
    permission: onRecords,
    reads: true,
    tags: [...tags, "FormRecord"],
    body: object({ compId: compField(), formId: idField("表单") }),
    reply: array()
      .of(
        object({
          id: string().required(),
          total: number().integer().required(),
          more: boolean().required(),
          /** 10000+ where there are more; '—' where the view asks what the form cannot answer any more. */
          text: string().required(),
        }),
      )
      .required(),
  }),
  add: defineEndpoint({
    name: "recordViewAdd",
    method: "POST",
    path: `${path}/add`,
    summary: "Saves a view",
    permission: onRecords,
    tags,
    // How many it has is told.
    findsBy: ["question"],
    body: object({ compId: compField(), formId: idField("表单"), ...typed }),
    reply: idReply,
  }),
  update: defineEndpoint({
    name: "recordViewUpdate",
    method: "POST",
    path: `${path}/update`,
    summary: "Changes a view",
    permission: onRecords,
    tags,
    findsBy: ["question"],
    body: object({ compId: compField(), id: idField(), ...typed }),
  }),
  delete: defineEndpoint({
    name: "recordViewDelete",
    method: "POST",
    path: `${path}/delete`,
    summary: "Deletes views",
    permission: onRecords,
    tags,
    body: object({ compId: compField(), ids: idsField() }),
    reply: countReply,
  }),
});
