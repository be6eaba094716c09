/** Files: uploads, downloads, export jobs (文件下载) and recording packages (录音打包下载). Console.md sections 5, 7 and 9. */
import { array, mixed, number, object, string } from "yup";
import {
  anyone,
  defineEndpoint,
  defineResource,
  filesField,
  listOf,
  pageFields,
  roles,
  signedIn,
  timeouts,
  type Endpoint,
} from "../resource.ts";
import { callRecordFilters, callRecordRow } from "../telephony.ts";
import type { PageButtons } from "./buttons.ts";
import { compField, countReply, deleteBody, idField, listBody } from "./crud.ts";
import { lengthField, limits } from "./fields.ts";

/** What may be uploaded (console.md section 5, File upload); the server goes by what is in the file, not by its name alone. */
export const uploadExtensions = ["jpg", "jpeg", "png", "xls", "xlsx", "doc", "docx"] as const;
export const uploadTexts = {
  tooLarge: "文件大小不能超过10M！",
  wrongType: `只能上传${uploadExtensions.join("、")}格式的文件`,
  none: "请选择文件",
  missing: "文件未上传！",
} as const;
const maxUploadFiles = 5;

export const fileRow = object({
  id: string().required(),
  name: string().required(),
  /** Extension, lower case. */
  type: string().required(),
  bytes: number().integer().required(),
  tag: string().defined(),
  description: string().defined(),
  time: string().required(),
});

/** What a single-use address opens. */
export const downloadKinds = ["file", "export", "record", "split"] as const;
export type DownloadKind = (typeof downloadKinds)[number];
export const channels = ["left", "right"] as const;

const files = "/file/api/v1/file";
const everybody = roles([0, 1, 2, 3, 4]);
const people = roles([1, 2, 3, 4]);
const callId = () => string().label("通话编号").required().max(64);

export const fileApi = defineResource({
  upload: defineEndpoint({
    name: "fileUpload",
    method: "POST",
    path: `${files}/upload`,
    summary: "Uploads files of the enterprise, each at most 10 MB",
    permission: signedIn,
    encoding: "multipart",
    maxBytes: maxUploadFiles * limits.uploadBytes,
    maxFiles: maxUploadFiles,
    timeoutMs: timeouts.upload,
    body: object({
      compId: compField(),
      tag: lengthField("标签"),
      description: lengthField("描述", limits.remark),
      files: filesField(),
    }),
    reply: object({ files: array().of(fileRow).required() }),
  }),
  /** Always an attachment. Administrators: any of their enterprise; others: their own. */
  down: defineEndpoint({
    name: "fileDown",
    method: "GET",
    path: `${files}/down`,
    summary: "A file somebody uploaded",
    permission: signedIn,
    query: object({ id: idField(), compId: compField() }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
  record: defineEndpoint({
    name: "fileRecord",
    method: "GET",
    path: `${files}/record`,
    summary: "The recording of a call, to keep",
    permission: people,
    query: object({ callId: callId() }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
  split: defineEndpoint({
    name: "fileSplit",
    method: "GET",
    path: `${files}/split`,
    summary: "One side of a recording: left the customer, right the agent",
    permission: people,
    query: object({ callId: callId(), channel: string().label("声道").oneOf(channels).default("left") }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
  /** An address that works once within 30 s, so that the browser itself stores what may be large. */
  ticket: defineEndpoint({
    name: "fileTicket",
    method: "POST",
    path: `${files}/ticket`,
    summary: "A single-use address of a download",
    permission: signedIn,
    body: object({
      kind: string().label("类型").oneOf(downloadKinds).required(),
      id: idField(),
      compId: compField(),
      channel: string().label("声道").oneOf(channels),
    }),
    reply: object({ url: string().required(), name: string().required(), expiresIn: number().integer().required() }),
  }),
  take: defineEndpoint({
    name: "fileTake",
    method: "GET",
    path: `${files}/take`,
    summary: "What a single-use address opens",
    permission: anyone,
    query: object({ ticket: string().label("凭证").required().max(128) }),
    produces: "binary",
    timeoutMs: timeouts.download,
    ratePerMinute: 600,
  }),
});

/** waiting → running → done | failed | cancelled; done → expired. */
export const jobStates = ["waiting", "running", "done", "failed", "cancelled", "expired"] as const;
export type JobState = (typeof jobStates)[number];
export const jobStateNames: Readonly<Record<JobState, string>> = {
  waiting: "等待中",
  running: "导出中",
  done: "已完成",
  failed: "失败",
  cancelled: "已取消",
  expired: "已过期",
};

export const jobRow = object({
  id: string().required(),
  name: string().required(),
  kind: string().required(),
  kindName: string().required(),
  state: string().oneOf(jobStates).required(),
  /** 0 to 100; of a job whose size nobody knows 0 until it is done. */
  progress: number().integer().required(),
  rows: number().integer().required(),
  bytes: number().integer().required(),
  /** Why it failed. */
  error: string().defined(),
  ownerName: string().required(),
  createTime: string().required(),
  finishTime: string().nullable().defined(),
  expireTime: string().nullable().defined(),
});

/** What starting an export answers everywhere: `msg` is shown to the user. */
export const exportReply = object({ id: string().required(), msg: string().required() });

const jobs = "/pbx/api/v1/fileDownload";
const jobFilters = {
  name: lengthField("文件名称"),
  state: string()
    .label("状态")
    .oneOf(["", ...jobStates]),
  kind: string().label("类型").max(30),
};
/** Most characters of a report that is turned into a file (a request holds 1 MB). */
const maxHtml = 900_000;

export const fileDownloadApi = defineResource({
  list: defineEndpoint({
    name: "fileDownloadList",
    method: "POST",
    path: `${jobs}/list`,
    summary: "Export jobs: the own ones, for administrators those of the enterprise",
    permission: everybody,
    reads: true,
    body: listBody(jobFilters, ["createTime", "name", "bytes"]),
    reply: listOf(jobRow),
    tags: ["FileJob"],
  }),
  add: defineEndpoint({
    name: "fileDownloadAdd",
    method: "POST",
    path: `${jobs}/add`,
    summary: "Starts an export job of a kind that may be asked for by name",
    permission: everybody,
    body: object({
      kind: string().label("类型").required().max(30),
      name: lengthField("文件名称", 60),
      params: mixed<Readonly<Record<string, unknown>>>()
        .label("参数")
        .test(
          "object",
          "参数有误",
          (value) => value === undefined || (typeof value === "object" && value !== null && !Array.isArray(value)),
        ),
    }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
  htmlToFile: defineEndpoint({
    name: "fileDownloadHtml",
    method: "POST",
    path: `${jobs}/htmlToFile`,
    summary: "Turns the tables of a report into a file; only their text is taken",
    permission: everybody,
    body: object({
      name: lengthField("文件名称", 60).required("请输入文件名称"),
      html: string().label("报表内容").required().max(maxHtml, "报表内容过大"),
      type: string().label("文件类型").oneOf(["xlsx", "html"]).default("xlsx"),
    }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
  cancel: defineEndpoint({
    name: "fileDownloadCancel",
    method: "POST",
    path: `${jobs}/cancel`,
    summary: "Stops jobs that wait or run",
    permission: everybody,
    body: deleteBody(),
    reply: countReply,
    tags: ["FileJob"],
  }),
  delete: defineEndpoint({
    name: "fileDownloadDelete",
    method: "POST",
    path: `${jobs}/delete`,
    summary: "Removes jobs and their files",
    permission: everybody,
    body: deleteBody(),
    reply: countReply,
    tags: ["FileJob"],
  }),
  down: defineEndpoint({
    name: "fileDownloadDown",
    method: "GET",
    path: `${jobs}/down`,
    summary: "The file of a job that is done",
    permission: everybody,
    query: object({ id: idField() }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
});

/** How much one export of call records holds. */
export const recordExportLimits = {
  rows: 1_000_000,
  direct: 100_000,
  recordings: 5_000,
  recordingBytes: 4 * 1024 * 1024 * 1024,
} as const;

const cdr = "/cdr/api/v1";
const exporters = roles([1, 2, 3, 4], { button: "callrecord.export", purview: "export" });
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
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
  packages: defineEndpoint({
    name: "recordPackageList",
    method: "POST",
    path: `${cdr}/recordZip/getZipFileList`,
    summary: "Packages of recordings",
    permission: roles([1, 4]),
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
    permission: roles([1, 4], packers),
    body: object({ ...callRecordFilters, name: lengthField("文件名称", 60) }),
    reply: exportReply,
    tags: ["FileJob"],
  }),
});

/** Two-way callbacks: the same rows and scope as 通话记录. */
export const dualCallApi = defineResource({
  list: defineEndpoint({
    name: "dualCallRecords",
    method: "POST",
    path: `${cdr}/dualCallRecord`,
    summary: "Records of two-way callbacks, newest first",
    permission: roles([1, 2, 3, 4]),
    reads: true,
    body: object({ ...pageFields, ...callRecordFilters }),
    reply: listOf(callRecordRow),
    tags: ["CallRecord"],
  }),
});

export const filesEndpoints: readonly Endpoint[] = [
  ...Object.values(fileApi),
  ...Object.values(fileDownloadApi),
  ...Object.values(cdrExportApi),
  ...Object.values(dualCallApi),
];

export const filesButtons: PageButtons = {
  "/callrecord": [
    { code: "callrecord.export", name: "导出", who: ["A", "S", "M"] },
    { code: "callrecord.package", name: "打包录音", who: ["A"] },
  ],
};
