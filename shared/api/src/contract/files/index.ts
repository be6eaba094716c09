/** Area 'files': uploads, downloads and export jobs (console.md sections 5, 7 and 9). */
import { defineArea } from "../area.ts";
import { importJobApi } from "../imports.ts";
import { rowsOf } from "../tab-row.ts";
import { fileDownloadApi } from "./jobs.ts";
import { fileApi } from "./uploads.ts";

export * from "./jobs.ts";
export * from "./uploads.ts";

const row = rowsOf("admin", "system");

export const filesTabs = [
  row("/filedownload", "文件下载", "ASM"),
  row("/recordingpackagedownload", "录音打包下载", "A"),
];

export const filesArea = /* #__PURE__ */ defineArea(() => ({
  tabs: filesTabs,
  resources: [fileApi, fileDownloadApi, importJobApi],
  logWords: {
    objects: { file: "文件", fileDownload: "文件下载", export: "数据导出" },
    fields: { bytes: "字节数" },
  },
}));
