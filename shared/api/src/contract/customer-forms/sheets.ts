/** Records as workbooks: exports, imports, and numbers for dialling. */
import { array, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { exportReply } from "../files/jobs.ts";
import { importReply, socketIdField } from "../imports.ts";
import { defineEndpoint, defineResource, filesField, onPages, roles, timeouts } from "../resource.ts";
import { RoleTypes } from "../roles.ts";
import { duplicateChoiceKeys } from "./duplicates.ts";
import { onRecords, recordPages } from "./parts.ts";
import { recordFilters, recordFiltersText } from "./records.ts";

const data = "/crm/api/v1/customerFormData";
const taking = onPages(roles(RoleTypes.enterprise, { purview: "export" }), ...recordPages);
/** Ticked one by one. */
const mostChosen = 1_000;
const formField = () => idField("表单");
/** By which each row of a form for orders begins an order of its own. */
const flowField = () => string().label("流程").max(64);

export const recordSheetApi = defineResource({
  /** Few records at once: the file itself. */
  exportNow: defineEndpoint({
    name: "formRecordExportNow",
    method: "GET",
    path: `${data}/export`,
    summary: "Records of a form as a workbook, to 10,000; filters as in the list, `filters` as JSON text",
    permission: taking,
    produces: "binary",
    timeoutMs: timeouts.download,
    query: object({ compId: compField(), ...recordFilters, filters: recordFiltersText() }),
  }),
  export: defineEndpoint({
    name: "formRecordExport",
    method: "POST",
    path: `${data}/export`,
    summary: "Exports records of a form as a job; filters as in the list",
    permission: taking,
    body: object({ compId: compField(), ...recordFilters, socketId: socketIdField() }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
  /** With a task: into it, as a batch, and the file says of each number what came of it. Without one: a named list in 文件下载. */
  phonesToTask: defineEndpoint({
    name: "formRecordPhonesToTask",
    method: "POST",
    path: `${data}/customerFormPhonesToTask`,
    summary: "The numbers of records into a dialling task, or as a list",
    permission: taking,
    body: object({
      compId: compField(),
      ...recordFilters,
      /** These records alone, of those that the filters find. */
      ids: array().label("数据").of(string().required().max(64)).max(mostChosen, `一次最多选择${mostChosen}项`),
      name: lengthField("名单名称").required("请输入名单名称"),
      taskId: string().label("任务").max(64),
      /** Fields of the form, by name: when its customer agreed to be called, where that comes from, and whose number it is. */
      consentAtField: lengthField("同意时间字段", 64),
      consentSourceField: lengthField("同意来源字段", 64),
      agentField: lengthField("工号字段", 64),
      socketId: socketIdField(),
    }),
    reply: exportReply,
    tags: ["FileJob", "TaskPhone", "DialTask"],
  }),
  /** Every row is looked at and nothing is saved; `token` saves the same workbook within the hour. */
  importCheck: defineEndpoint({
    name: "formRecordCheck",
    method: "POST",
    path: `${data}/import/check`,
    summary: "Checks a workbook of records",
    permission: onRecords,
    encoding: "multipart",
    timeoutMs: timeouts.upload,
    body: object({
      compId: compField(),
      formId: formField(),
      flowId: flowField(),
      socketId: socketIdField(),
      files: filesField(),
    }),
    reply: importReply.concat(object({ token: string().defined() })),
  }),
  importSave: defineEndpoint({
    name: "formRecordImport",
    method: "POST",
    path: `${data}/import/save`,
    summary: "Imports records from a workbook, or from the one that was checked",
    permission: onRecords,
    encoding: "multipart",
    timeoutMs: timeouts.upload,
    body: object({
      compId: compField(),
      formId: formField(),
      flowId: flowField(),
      token: string().label("校验编号").max(64),
      /** Rows that are probably there already (F90). */
      duplicates: string().label("重复数据").oneOf(duplicateChoiceKeys, "不支持的处理方式").default("skip"),
      socketId: socketIdField(),
      files: filesField(),
    }),
    reply: importReply,
    tags: ["FormRecord", "WorkOrder"],
  }),
  importTemplate: defineEndpoint({
    name: "formRecordTemplate",
    method: "GET",
    path: `${data}/import/template`,
    summary: "An empty workbook with the columns of a form",
    permission: onRecords,
    produces: "binary",
    query: object({ compId: compField(), formId: formField() }),
  }),
  importFailed: defineEndpoint({
    name: "formRecordFailed",
    method: "GET",
    path: `${data}/import/failedDataDownload`,
    summary: "The failed rows of an import with their reasons",
    permission: onRecords,
    produces: "binary",
    timeoutMs: timeouts.download,
    query: object({ id: idField("文件"), compId: compField() }),
  }),
});
