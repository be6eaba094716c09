/** One record with all that a screen needs, sub-orders, and records as tasks write them. */
import { array, boolean, mixed, number, object, string } from "yup";
import type { CallData } from "../call-data.ts";
import { compField, idField } from "../crud.ts";
import type { OtherOptions } from "../forms/compiled-field.ts";
import { type FormDefinition, type FormField, lookupTargets, type LookupTarget } from "../forms/definition.ts";
import { defineEndpoint, defineResource, listOf, pageFields } from "../resource.ts";
import { flagField, lengthField } from "../fields.ts";
import { jsonField, onForms, onRecords, versionField } from "./parts.ts";
import { formTypeReply, overField, recordRow, savedReply, type RecordValues } from "./values.ts";

const tags = ["FormRecord"];

/** Records as tasks write them: what was asked while a number was called. */
const patchBody = object({
  compId: compField(),
  id: idField(),
  /** Absent: whatever there is. */
  version: versionField(),
  values: jsonField<RecordValues>("字段值", "object").required("请填写表单"),
  callId: string().label("通话编号").max(64),
  over: overField(),
});
export const taskFormApi = defineResource({
  preview: defineEndpoint({
    name: "previewTaskFormUpdate",
    method: "POST",
    path: "/taskapi/api/v1/previewTask/formDataUpdate",
    summary: "Changes the record of a preview task's number, or makes it and links it to the number",
    permission: onRecords,
    body: patchBody.shape({
      /** Absent or '': there is no record yet; it is made with the task's form, and phoneId says for which number. */
      id: string().label("编号").max(64),
      /** A number of the own seat; the record is linked to it. */
      phoneId: string().label("号码").max(64),
    }),
    reply: savedReply,
    tags,
  }),
  robot: defineEndpoint({
    name: "robotTaskFormUpdate",
    method: "POST",
    path: "/taskapi/api/v1/robotTask/updateFormById",
    summary: "Changes the record of a robot task's number, and no other",
    permission: onRecords,
    body: patchBody.shape({
      /** 0: not where it is probably there already; absent: as with 1. */
      acceptDuplicates: flagField("仍然保存"),
    }),
    reply: savedReply,
    tags,
  }),
});

/** What of a call or a seat fills the fields of a form that looks it up; of records it is their own fields. */
export const lookupFields: Readonly<Record<"call" | "seat", readonly (readonly [key: string, label: string])[]>> = {
  call: [
    ["callId", "通话编号"],
    ["number", "客户号码"],
    ["agentName", "坐席"],
    ["startTime", "开始时间"],
  ],
  seat: [
    ["agentId", "工号"],
    ["name", "姓名"],
  ],
};
const lookupKeys = Object.keys(lookupTargets) as LookupTarget[];

/** What may be done to a record by who asks. */
const allowed = object({
  update: boolean().required(),
  delete: boolean().required(),
  /** Masked values may be asked for (formRecordReveal). */
  reveal: boolean().required(),
  tag: boolean().required(),
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
      /** As customerFormConf/findById says them. */
      otherOptions: mixed<OtherOptions>().optional(),
      changes: array()
        .of(
          object({
            time: string().required(),
            by: string().defined(),
            action: string().required(),
            /** What changed, in words. */
            fields: array().of(
              object({
                name: string().required(),
                label: string().required(),
                before: string().defined(),
                after: string().defined(),
              }),
            ),
          }),
        )
        .required(),
      allowed: allowed.required(),
      /** Its telephone numbers, `ref` for the bar to dial; the number masked for whom it is hidden. None for who has no seat. */
      dial: array()
        .of(
          object({
            /** '': beside the fields. */
            field: string().defined(),
            numberId: string(),
            label: string().required(),
            number: string().required(),
            ref: string().required(),
          }),
        )
        .required(),
      /** Of a robot task's number: it is changed by robotTask/updateFormById. */
      robotNumber: boolean().optional(),
      /** Of the call that it was made in, for its rules and formulas; absent: of none. */
      call: object({ callNumber: string().defined(), variables: mixed<CallData>().required() })
        .default(undefined)
        .optional(),
      /** Where the order stands that it is the values of; absent: of none. */
      order: object({
        id: string().required(),
        workCode: string().defined(),
        title: string().defined(),
        state: string().required(),
        nodeName: string().defined(),
        seq: number().required(),
        actions: array().of(string().required()).required(),
      })
        .default(undefined)
        .optional(),
    }),
  }),
  /** What a look-up field finds, ten at most: newest first, within the asker's data scope, masked as lists are. */
  lookup: defineEndpoint({
    name: "formDataLookup",
    method: "POST",
    path: "/crm/api/v1/formData/lookup",
    summary: "Records, calls or seats that a look-up field offers",
    permission: onForms,
    reads: true,
    findsBy: ["keyword"],
    body: object({
      compId: compField(),
      to: string().label("关联对象").oneOf(lookupKeys).required("请选择关联对象"),
      formId: string().label("关联表单").max(64),
      keyword: lengthField("查找内容", 60),
      /** Of customers: the one whose whole code it is, instead of a keyword. */
      code: lengthField("客户编号", 60),
    }),
    reply: array()
      .of(
        object({
          id: string().required(),
          label: string().required(),
          note: string().defined(),
          values: mixed<RecordValues>().required(),
        }),
      )
      .required(),
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
