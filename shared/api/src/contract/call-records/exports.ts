/** 通话记录 to take away: as a job, as a file at once, the recordings as a package (录音打包下载). */
import { RoleTypes } from "../roles.ts";
import { object } from "yup";
import { listBody } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { exportReply, jobFilters, jobRow } from "../files/jobs.ts";
import { defineEndpoint, defineResource, listOf, roles, timeouts, onPages } from "../resource.ts";
import { callRecordFilters } from "./records.ts";

/** How much one export of call records holds. */
export const recordExportLimits = {
  rows: 1_000_000,
  direct: 100_000,
  recordings: 5_000,
  recordingBytes: 4 * 1024 * 1024 * 1024,
} as const;

const cdr = "/cdr/api/v1";
const exporters = roles(RoleTypes.enterprise, { button: "callrecord.export", purview: "export" });
const packers = { button: "callrecord.package", purview: "download" };

/** 通话记录 to take away: as a job, as a file at once, and the recordings as a package. */
export const cdrExportApi = defineResource({
  exportRecords: defineEndpoint({
    name: "callRecordExport",
    method: "POST",
    path: `${cdr}/getMasterEexl`,
    summary: "Exports call records as a job; filters and scope as in the list",
    permission: exporters,
    body: object(callRecordFilters),
    findsBy: ["caller", "callee"],
    reply: exportReply,
    tags: ["FileJob"],
  }),
  sheet: defineEndpoint({
    name: "callRecordSheet",
    method: "GET",
    path: `${cdr}/getCdrMasterEexl`,
    summary: "Call records as a workbook at once, at most 100,000",
    permission: exporters,
    query: object(callRecordFilters),
    findsBy: ["caller", "callee"],
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
  packages: defineEndpoint({
    name: "recordPackageList",
    method: "POST",
    path: `${cdr}/recordZip/getZipFileList`,
    summary: "Packages of recordings",
    permission: onPages(roles(RoleTypes.administrators), "/recordingpackagedownload"),
    reads: true,
    body: listBody({ name: jobFilters.name, state: jobFilters.state }, ["createTime", "name", "bytes"]),
    reply: listOf(jobRow),
    tags: ["FileJob"],
  }),
  addPackage: defineEndpoint({
    name: "recordPackageAdd",
    method: "POST",
    path: `${cdr}/recordZip/add`,
    summary: "Packs the recordings of the calls that the filters find",
    permission: roles(RoleTypes.administrators, packers),
    body: object({ ...callRecordFilters, name: lengthField("文件名称", 60) }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
});
