/** Files: uploads, downloads and single-use addresses (console.md section 5). */
import { RoleTypes } from "../roles.ts";
import { array, number, object, string } from "yup";
import { compField, idField } from "../crud.ts";
import { fileTexts } from "../file-rules.ts";
import { lengthField, limits } from "../fields.ts";
import { anyone, defineEndpoint, defineResource, filesField, roles, signedIn, timeouts, onPages } from "../resource.ts";

/** The server goes by what is in the file, not by its name alone. */
export const uploadTexts = {
  tooLarge: fileTexts.tooLarge(),
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

/** What an address opens. 'helpView' is shown in the page by the browser's own viewer, which may ask more than once. */
export const downloadKinds = ["file", "export", "record", "split", "help", "helpView"] as const;
export type DownloadKind = (typeof downloadKinds)[number];
export const channels = ["left", "right"] as const;

const files = "/file/api/v1/file";

/** 下载录音. A ticket for a recording asks for the same (modules/files/downloads.ts). */
const recordings = onPages(roles(RoleTypes.enterprise, { purview: "download" }), "/callrecord");
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
    permission: recordings,
    query: object({ callId: callId() }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
  split: defineEndpoint({
    name: "fileSplit",
    method: "GET",
    path: `${files}/split`,
    summary: "One side of a recording: left the customer, right the agent",
    permission: recordings,
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
