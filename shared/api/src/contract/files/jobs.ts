/** Export jobs (文件下载): console.md sections 7 and 9. */
import { RoleTypes } from "../roles.ts";
import { mixed, number, object, string } from "yup";
import { countReply, deleteBody, idField, listBody } from "../crud.ts";
import { lengthField } from "../fields.ts";
import { defineEndpoint, defineResource, listOf, roles, timeouts, onPages } from "../resource.ts";

/** The pages that list jobs, and those that start one. */
const whoeverExports = onPages(
  roles(RoleTypes.all),
  "/filedownload",
  "/recordingpackagedownload",
  "/callrecord",
  "/addresslist",
  "/rechargerecord",
  "/loginlog",
  "/operatelog",
);

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
export const jobFilters = {
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
    permission: whoeverExports,
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
    permission: whoeverExports,
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
    permission: whoeverExports,
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
    permission: whoeverExports,
    body: deleteBody(),
    reply: countReply,
    tags: ["FileJob"],
  }),
  delete: defineEndpoint({
    name: "fileDownloadDelete",
    method: "POST",
    path: `${jobs}/delete`,
    summary: "Removes jobs and their files",
    permission: whoeverExports,
    body: deleteBody(),
    reply: countReply,
    tags: ["FileJob"],
  }),
  down: defineEndpoint({
    name: "fileDownloadDown",
    method: "GET",
    path: `${jobs}/down`,
    summary: "The file of a job that is done",
    permission: whoeverExports,
    query: object({ id: idField() }),
    produces: "binary",
    timeoutMs: timeouts.download,
  }),
});
