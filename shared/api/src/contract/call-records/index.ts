/** Area 'call-records': the list of calls, their tracks and recordings, and what may be taken away (realtime.md section 7). */
import { defineArea } from "../area.ts";
import { rowsOf } from "../tab-row.ts";
import { dualCallApi } from "./dual-calls.ts";
import { cdrExportApi } from "./exports.ts";
import { callFormApi } from "./forms.ts";
import { callLegApi } from "./legs.ts";
import { cdrApi } from "./records.ts";

export * from "./call-way.ts";
export * from "./dual-calls.ts";
export * from "./exports.ts";
export * from "./figures.ts";
export * from "./forms.ts";
export * from "./legs.ts";

const row = rowsOf("admin", "call-centre");

export const callRecordsTabs = [
  row("/callrecord", "通话记录", "ASM"),
  row("/callrecord/detail", "通话详情", "ASM", { param: "required" }),
  rowsOf("admin", "quality-and-surveys")("/doublecallrecord", "双呼记录", "A"),
];

export const callRecordsArea = /* #__PURE__ */ defineArea(() => ({
  tabs: callRecordsTabs,
  resources: [cdrApi, callLegApi, callFormApi, cdrExportApi, dualCallApi],
  buttons: {
    "/callrecord": [
      { code: "callrecord.detail", name: "通话详情", who: ["A", "S", "M"] },
      { code: "callrecord.play", name: "播放录音", who: ["A", "S", "M"] },
      { code: "callrecord.export", name: "导出", who: ["A", "S", "M"] },
      { code: "callrecord.package", name: "打包录音", who: ["A"] },
    ],
    "/doublecallrecord": [{ code: "doublecallrecord.call", name: "发起双呼", who: ["A"] }],
  },
  logWords: {
    objects: { callRecord: "通话记录", dualCall: "双呼" },
    actions: { call: "发起呼叫", refused: "未能呼叫" },
  },
}));
