/** 操作日志: who changed what. */
import { RoleTypes } from "../roles.ts";
import { array, object, string } from "yup";
import { compField, listBody } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { exportReply } from "../files/jobs.ts";
import { defineEndpoint, defineResource, listOf, roles, onPages } from "../resource.ts";
import { logRange, readers } from "./parts.ts";

export const operateLogFilters = {
  ...logRange,
  user: lengthField("操作人", 40),
  object: string().label("对象").max(40),
  action: string().label("操作").max(40),
  keyword: lengthField("对象名称", 60),
};
/** One changed field: label as people read it, values as text; null where there was none. */
const changedField = object({
  field: string().required(),
  label: string().required(),
  before: string().nullable().defined(),
  after: string().nullable().defined(),
});
export const operateLogApi = defineResource({
  list: defineEndpoint({
    name: "operateLogList",
    method: "POST",
    path: "/pbx/api/v1/operateLog/list",
    summary: "Who changed what, newest first",
    permission: onPages(readers, "/operatelog"),
    reads: true,
    tags: ["OperateLog"],
    findsBy: ["keyword"],
    body: listBody(operateLogFilters, ["time"]),
    reply: listOf(
      object({
        id: string().required(),
        time: string().required(),
        compId: string().required(),
        compName: string().defined(),
        user: string().defined(),
        name: string().defined(),
        module: string().defined(),
        action: string().required(),
        actionText: string().required(),
        object: string().required(),
        objectText: string().required(),
        objectName: string().defined(),
        address: string().defined(),
        changes: array().of(changedField).required(),
      }),
    ),
  }),
  export: defineEndpoint({
    name: "operateLogExport",
    method: "POST",
    path: "/pbx/api/v1/operateLog/export",
    summary: "Exports the operation log as a job; filters as in the list",
    permission: roles(RoleTypes.managers, { button: "operatelog.export", purview: "export" }),
    findsBy: ["keyword"],
    body: object({ compId: compField(), ...operateLogFilters }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
});
