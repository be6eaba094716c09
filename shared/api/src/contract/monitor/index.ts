/** Area 'monitor': what goes on now, live. The page that signs in does not load it. */
import { defineArea } from "../area.ts";
import { rowsOf } from "../tab-row.ts";
import { poorAudioApi } from "./poor-audio.ts";
import { seatAlarmApi } from "./seat-alarms.ts";
import { monitorApi } from "./seats.ts";
import { seatStatesApi } from "./states.ts";

export * from "./live.ts";
export * from "./poor-audio.ts";
export * from "./seat-alarms.ts";
export * from "./seats.ts";
export * from "./states.ts";

const callCentre = rowsOf("admin", "call-centre");
const quality = rowsOf("admin", "quality-and-surveys");

export const monitorTabs = [
  callCentre("/realtimemonitoring", "实时监控", "AM"),
  quality("/headmanmonitor", "组长监控", "M"),
];

export const monitorArea = /* #__PURE__ */ defineArea(() => ({
  tabs: monitorTabs,
  resources: [monitorApi, poorAudioApi, seatStatesApi, seatAlarmApi],
  buttons: { "/realtimemonitoring": [{ code: "realtimemonitoring.alarm", name: "坐席告警", who: ["A", "M"] }] },
  logWords: {
    objects: { seatAlarm: "坐席告警" },
    fields: {
      "seatAlarm.groupId": "坐席组",
      "seatAlarm.figure": "指标",
      "seatAlarm.comparison": "条件",
      "seatAlarm.value": "阈值",
      "seatAlarm.forS": "持续时间（秒）",
      "seatAlarm.restMin": "间隔时间（分钟）",
      "seatAlarm.accountIds": "通知人员",
    },
  },
}));
