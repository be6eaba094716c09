/** What each field of a record was before, and back to it (rule F87). */
import { array, boolean, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { flagField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, pageFields } from "../resource.ts";
import { onRecords, versionField } from "./parts.ts";
import { savedReply } from "./values.ts";

const path = "/crm/api/v1/customerFormData/history";
const tags = ["FormRecord"];

export const recordHistoryApi = defineResource({
  /** Newest first, masked as the values are. */
  list: defineEndpoint({
    name: "formRecordHistory",
    method: "POST",
    path: `${path}/list`,
    summary: "Changes of a record's fields: who, when, from what to what",
    permission: onRecords,
    reads: true,
    tags,
    body: object({
      ...pageFields,
      compId: compField(),
      id: idField(),
      /** '': of every field. */
      field: string().label("字段").max(30),
    }),
    reply: listOf(
      object({
        /** Of the record, after the change. */
        version: number().required(),
        time: string().required(),
        by: string().defined(),
        fields: array()
          .of(
            object({
              name: string().required(),
              label: string().required(),
              /** In words; '': empty. */
              before: string().defined(),
              after: string().defined(),
              /** What it was before may be put back by who asks, and is not there already. */
              mayRestore: boolean().required(),
            }),
          )
          .required(),
      }),
    ),
  }),
  /** A save as any other: rules, distinct values, rights and the conflict check hold. */
  restore: defineEndpoint({
    name: "formRecordRestoreField",
    method: "POST",
    path: `${path}/restore`,
    summary: "Puts back what a field was before a change",
    permission: onRecords,
    tags,
    body: object({
      compId: compField(),
      id: idField(),
      /** Of the record, as it was seen. */
      version: versionField().required("请先打开数据再恢复"),
      field: string().label("字段").required("请选择字段").max(30),
      /** The change: `version` of the list. */
      change: versionField().label("修改").required("请选择要恢复到哪次修改之前"),
      acceptDuplicates: flagField("仍然保存"),
    }),
    reply: savedReply,
  }),
});
