/** Records of forms: customers, orders, tasks (endpoints.txt, "Forms, customers, work orders"). */
import { array, mixed, number, object, string } from "yup";
import type { CallData } from "../call-data.ts";
import { compField, countReply, idField, listBody } from "../crud.ts";
import { dateField, flagField, lengthField } from "../fields.ts";
import { revealReasonField } from "../privacy.ts";
import { defineEndpoint, defineResource, listOf, onPages, pageFields, roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { formTypeField, idsField, jsonField, namedField, onRecords, recordPages, versionField } from "./parts.ts";
import { tagIdsField } from "./tags.ts";
import { contactRow } from "./timeline.ts";
import {
  overField,
  recordPage,
  recordRow,
  recordSourceKeys,
  savedReply,
  valuesReply,
  type RecordValues,
} from "./values.ts";

const data = "/crm/api/v1/customerFormData";
const tags = ["FormRecord"];
const given = () => jsonField<RecordValues>("字段值", "object");
/** 1: saved though it is probably there already (F73). */
const acceptField = () => flagField("仍然保存");
const callField = () => string().label("通话编号").max(64);

/** A question of the query bar; which operations a field knows the form says (filterOpsOf). */
const filter = object({
  name: string().label("字段").required("请选择字段").max(30),
  op: string().label("比较方式").required("请选择比较方式").max(20),
  value: mixed<object | string | number | boolean>().label("值"),
});
export const recordFilters = {
  formId: idField("表单"),
  filters: array().label("查询条件").of(filter).max(20),
  /** Of who calls: the whole number. */
  phone: lengthField("电话号码", 20),
  source: string()
    .label("来源")
    .oneOf(["", ...recordSourceKeys]),
  ownerId: string().label("负责人").max(64),
  callId: callField(),
  /** Days of creation, both included. */
  startTime: dateField("创建日期"),
  endTime: dateField("创建日期"),
  /** Records with any of these, or with all of them. */
  tags: tagIdsField(),
  /** 1: those without an owner, that may be claimed. */
  pool: flagField("公海"),
  tagMode: string().label("标签条件").oneOf(["", "any", "all"], "不支持的标签条件"),
};
/** The same questions in the query of a GET: the list of them as JSON text. */
export const recordFiltersText = () => string().label("查询条件").max(8_000);
const finding = ["phone", "filters"] as const;

export const customerFormDataApi = defineResource({
  list: defineEndpoint({
    name: "formRecordList",
    method: "POST",
    path: `${data}/list`,
    summary: "Records of a form, newest first",
    permission: onRecords,
    reads: true,
    tags,
    findsBy: finding,
    body: listBody(
      {
        ...recordFilters,
        /** `next` of the page before. */
        after: string().label("翻页位置").max(200),
        /** 1: counted to the last. */
        exact: flagField("精确总数"),
      },
      ["createTime"],
    ),
    reply: recordPage,
  }),
  add: defineEndpoint({
    name: "formRecordAdd",
    method: "POST",
    path: `${data}/add`,
    summary: "Adds a record",
    permission: onRecords,
    tags,
    body: object({
      compId: compField(),
      formId: idField("表单"),
      values: given().required("请填写表单"),
      source: string().label("来源").oneOf(recordSourceKeys),
      callId: callField(),
      parentId: string().label("上级工单").max(64),
      acceptDuplicates: acceptField(),
    }),
    reply: savedReply,
  }),
  /** `values` holds what changes; what is absent or came back masked stays, '' and [] empty a field. */
  update: defineEndpoint({
    name: "formRecordUpdate",
    method: "POST",
    path: `${data}/update`,
    summary: "Changes a record",
    permission: onRecords,
    tags,
    body: object({
      compId: compField(),
      id: idField(),
      version: versionField().required("请先打开数据再修改"),
      values: given().required("请填写表单"),
      callId: callField(),
      acceptDuplicates: acceptField(),
      over: overField(),
    }),
    reply: savedReply,
  }),
  updateField: defineEndpoint({
    name: "formRecordUpdateField",
    method: "POST",
    path: `${data}/updateFormDataFieldByReq`,
    summary: "Changes named fields of a record",
    permission: onRecords,
    tags,
    body: object({
      compId: compField(),
      id: idField(),
      version: versionField().required("请先打开数据再修改"),
      fields: given().required("请填写字段"),
      acceptDuplicates: acceptField(),
      over: overField(),
    }),
    reply: savedReply,
  }),
  delete: defineEndpoint({
    name: "formRecordDelete",
    method: "POST",
    path: `${data}/delete`,
    summary: "Puts records into the recycle bin",
    permission: onRecords,
    body: object({ compId: compField(), ids: idsField() }),
    reply: countReply,
    tags,
  }),
  findById: defineEndpoint({
    name: "formRecordFindById",
    method: "POST",
    path: `${data}/findById`,
    summary: "A record's values",
    permission: onRecords,
    reads: true,
    body: object({ compId: compField(), id: idField() }),
    reply: recordRow,
    tags,
  }),
  /** Of a number or a call: without data scope, the popup's fields alone, 60 a minute, each one in the log (inventory B17). */
  queryByNoAuth: defineEndpoint({
    name: "formRecordQueryByNoAuth",
    method: "POST",
    path: `${data}/queryByNoAuth`,
    summary: "Whose number it is that calls",
    permission: onRecords,
    reads: true,
    findsBy: ["phone"],
    body: object({
      compId: compField(),
      phone: lengthField("电话号码", 20),
      callId: callField(),
      formType: formTypeField().default("customer"),
    }),
    reply: object({
      list: array()
        .of(
          object({
            id: string().required(),
            formId: string().required(),
            formName: string().required(),
            formVersion: number().required(),
            version: number().required(),
            fields: array().of(namedField).required(),
            values: valuesReply(),
            createTime: string().required(),
            updateTime: string().required(),
          }),
        )
        .required(),
      /** Masked for whom numbers are hidden; '': the call is not known. */
      phone: string().defined(),
      /** Where the number is from; '': nobody knows. */
      place: string().defined(),
      /** What travels with the call, masked as the number is. */
      variables: mixed<CallData>().required(),
      /** By what and for whom it came; '': unknown. */
      accessNumber: string().defined(),
      skillGroupId: string().defined(),
    }),
  }),
  reveal: defineEndpoint({
    name: "formRecordReveal",
    method: "POST",
    path: `${data}/revealField`,
    summary: "A masked field of a record, whole",
    permission: onPages(roles(RoleTypes.enterprise, { purview: "reveal" }), ...recordPages),
    ratePerMinute: 30,
    body: object({
      compId: compField(),
      id: idField(),
      field: string().label("字段").required("请选择字段").max(30),
      reason: revealReasonField(),
    }),
    reply: object({ value: string().required() }),
  }),
  /** Newest first: calls, conversations, orders and data that refers to it. */
  timeline: defineEndpoint({
    name: "formRecordTimeline",
    method: "POST",
    path: `${data}/timeline`,
    summary: "Contacts with a customer",
    permission: onRecords,
    reads: true,
    tags,
    body: object({
      ...pageFields,
      compId: compField(),
      id: idField(),
      /** '': every kind. */
      kind: string().label("联系方式").oneOf(["", "call", "order", "record", "chat"], "不支持的联系方式"),
      /** 1: orders alone that are neither ended nor deleted. */
      open: flagField("未完结"),
    }),
    reply: listOf(contactRow),
  }),
  /** The calls alone. */
  calls: defineEndpoint({
    name: "userCallInfoList",
    method: "POST",
    path: "/crm/api/v1/userCallInfo/list",
    summary: "Calls with a customer, the newest first",
    permission: onRecords,
    reads: true,
    tags,
    body: object({ ...pageFields, compId: compField(), id: idField() }),
    reply: listOf(contactRow),
  }),
  /** To every interface that is told of record.pushed; the log of its deliveries shows what came of it. */
  push: defineEndpoint({
    name: "formRecordPush",
    method: "POST",
    path: `${data}/customerFormPushToChalo`,
    summary: "Pushes records to outward interfaces",
    permission: onRecords,
    body: object({ compId: compField(), ids: idsField() }),
    reply: countReply,
  }),
  /** 退回: to the step before, or to who made it. */
  returnOrder: defineEndpoint({
    name: "formRecordReturnOrder",
    method: "POST",
    path: `${data}/returnRepairOrder`,
    summary: "Returns an order in its flow",
    permission: onRecords,
    tags,
    body: object({
      compId: compField(),
      id: idField(),
      to: string().label("退回到").oneOf(["previous", "creator"], "请选择退回到哪里").required("请选择退回到哪里"),
      comment: lengthField("退回原因", 200),
    }),
  }),
  recycleList: defineEndpoint({
    name: "formRecordRecycleList",
    method: "POST",
    path: `${data}/recycle/list`,
    summary: "Records in the recycle bin, last deleted first",
    permission: onRecords,
    reads: true,
    tags,
    body: object({ ...pageFields, compId: compField(), formId: idField("表单") }),
    reply: listOf(recordRow),
  }),
  restore: defineEndpoint({
    name: "formRecordRestore",
    method: "POST",
    path: `${data}/recycle/restore`,
    summary: "Takes records out of the recycle bin",
    permission: onRecords,
    tags,
    body: object({ compId: compField(), ids: idsField() }),
    reply: countReply,
  }),
  purge: defineEndpoint({
    name: "formRecordPurge",
    method: "POST",
    path: `${data}/recycle/purge`,
    summary: "Deletes records of the recycle bin for good",
    permission: onRecords,
    tags,
    body: object({ compId: compField(), ids: idsField() }),
    reply: countReply,
  }),
});
