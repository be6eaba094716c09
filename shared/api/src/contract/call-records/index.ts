/** Area 'call-records': the list of calls, their tracks and recordings, and what may be taken away (realtime.md section 7). */
import type { PageButtons } from "../buttons.ts";
import type { Endpoint } from "../resource.ts";
import { cdrExportApi, dualCallApi } from "./exports.ts";
import { cdrApi } from "./records.ts";

export * from "./exports.ts";

export const callRecordsEndpoints: readonly Endpoint[] = [
  ...Object.values(cdrApi),
  ...Object.values(cdrExportApi),
  ...Object.values(dualCallApi),
];

export const callRecordsButtons: PageButtons = {
  "/callrecord": [
    { code: "callrecord.export", name: "导出", who: ["A", "S", "M"] },
    { code: "callrecord.package", name: "打包录音", who: ["A"] },
  ],
};
