/** Area 'call-records': the list of calls, their tracks and recordings, and what may be taken away (realtime.md section 7). */
import { defineArea } from "../area.ts";
import { rowsOf } from "../tab-row.ts";
import { cdrExportApi, dualCallApi } from "./exports.ts";
import { callLegApi } from "./legs.ts";
import { cdrApi } from "./records.ts";

export * from "./exports.ts";
export * from "./figures.ts";
export * from "./legs.ts";

const row = rowsOf("admin", "call-centre");

export const callRecordsTabs = [
  row("/callrecord", "通话记录", "ASM"),
  row("/callrecord/detail", "通话详情", "ASM", { param: "required" }),
];

export const callRecordsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: callRecordsTabs,
  resources: [cdrApi, callLegApi, cdrExportApi, dualCallApi],
  buttons: {
    "/callrecord": [
      { code: "callrecord.detail", name: "通话详情", who: ["A", "S", "M"] },
      { code: "callrecord.play", name: "播放录音", who: ["A", "S", "M"] },
      { code: "callrecord.export", name: "导出", who: ["A", "S", "M"] },
      { code: "callrecord.package", name: "打包录音", who: ["A"] },
    ],
  },
  logWords: {
    objects: { callRecord: "通话记录" },
  },
}));
