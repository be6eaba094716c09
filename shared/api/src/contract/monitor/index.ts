/** Area 'monitor': what goes on now, live. The page that signs in does not load it. */
import { defineArea } from "../area.ts";
import { rowsOf } from "../tab-row.ts";
import { poorAudioApi } from "./poor-audio.ts";
import { monitorApi } from "./seats.ts";
import { seatStatesApi } from "./states.ts";

export * from "./live.ts";
export * from "./poor-audio.ts";
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
  resources: [monitorApi, poorAudioApi, seatStatesApi],
}));
