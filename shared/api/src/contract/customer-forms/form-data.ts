/** One record with all that a screen needs, sub-orders, and records as tasks write them. */
import { array, boolean, mixed, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import type { FormDefinition, FormField } from "../forms/definition.ts";
import { defineEndpoint, defineResource, listOf, pageFields } from "../resource.ts";
import { jsonField, onRecords, versionField } from "./parts.ts";
import { formTypeReply, recordRow, savedReply, type RecordValues } from "./values.ts";

const tags = ["FormRecord"];

/** Records as tasks write them: what was asked while a number was called. */
const patchBody = object({
  compId: compField(),
  id: idField(),
  /** Absent: whatever there is. */
  version: versionField(),
  values: jsonField<RecordValues>("字段值", "object").required("请填写表单"),
  callId: string().label("通话编号").max(64),
});
export const taskFormApi = defineResource({
  preview: defineEndpoint({
    name: "previewTaskFormUpdate",
    method: "POST",
    path: "/taskapi/api/v1/previewTask/formDataUpdate",
    summary: "Changes the record of a preview task's number",
    permission: onRecords,
    body: patchBody,
    reply: savedReply,
    tags,
  }),
  robot: defineEndpoint({
    name: "robotTaskFormUpdate",
    method: "POST",
    path: "/taskapi/api/v1/robotTask/updateFormById",
    summary: "Changes the record of a robot task's number",
    permission: onRecords,
    body: patchBody,
    reply: savedReply,
    tags,
  }),
});

/** What may be done to a record by who asks. */
const allowed = object({
  update: boolean().required(),
  delete: boolean().required(),
});

export const formDataApi = defineResource({
  find: defineEndpoint({
    name: "formDataFind",
    method: "POST",
    path: "/crm/api/v1/formData/find",
    summary: "A record with its form, what applies to its fields, its last changes and what may be done",
    permission: onRecords,
    reads: true,
    tags,
    body: object({ compId: compField(), id: idField() }),
    reply: object({
      record: recordRow,
      formName: string().required(),
      formType: formTypeReply(),
      /** The newest version of the form: what a change is checked by. */
      form: mixed<FormDefinition>().required(),
      /** 历史字段: values that the newest version has no field for, by the fields they were written with. */
      history: array().of(mixed<FormField>().required()).required(),
      /** Per field: enable, require, hidden. */
      otherRender: mixed<object>().required(),
      changes: array()
        .of(object({ time: string().required(), by: string().defined(), action: string().required() }))
        .required(),
      allowed: allowed.required(),
    }),
  }),
  queryByParentId: defineEndpoint({
    name: "formDataQueryByParentId",
    method: "POST",
    path: "/crm/api/v1/formData/queryByParentId",
    summary: "Sub-orders of an order",
    permission: onRecords,
    reads: true,
    tags,
    body: object({ ...pageFields, compId: compField(), parentId: idField("上级工单") }),
    reply: listOf(recordRow),
  }),
});
