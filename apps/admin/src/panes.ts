/** One chunk an area: its screens are used together. */
import type { Panes } from "@liantai/ui";
import { accessPanes } from "./access/panes.ts";
import { blacklistsPanes } from "./blacklists/panes.ts";
import { callRecordsPanes } from "./call-records/panes.ts";
import { diallingPanes } from "./dialling/panes.ts";
import { enterprisesPanes } from "./enterprises/panes.ts";
import { filesPanes } from "./files/panes.ts";
import { groupsPanes } from "./groups/panes.ts";
import { homePanes } from "./home/panes.ts";
import { interfacesPanes } from "./interfaces/panes.ts";
import { limitsPanes } from "./limits/panes.ts";
import { meetingsPanes } from "./meetings/panes.ts";
import { monitorPanes } from "./monitor/panes.ts";
import { numbersPanes } from "./numbers/panes.ts";
import { queuesPanes } from "./queues/panes.ts";
import { seatsPanes } from "./seats/panes.ts";
import { settingsPanes } from "./settings/panes.ts";
import { seatTaskPanes } from "./seat-tasks/panes.ts";
import { trunksPanes } from "./trunks/panes.ts";
import { versionsPanes } from "./versions/panes.ts";
import { voicesPanes } from "./voices/panes.ts";

export const panes: Panes = {
  ...accessPanes,
  ...blacklistsPanes,
  ...callRecordsPanes,
  ...diallingPanes,
  ...enterprisesPanes,
  ...filesPanes,
  ...groupsPanes,
  ...homePanes,
  ...interfacesPanes,
  ...limitsPanes,
  ...meetingsPanes,
  ...monitorPanes,
  ...numbersPanes,
  ...queuesPanes,
  ...seatsPanes,
  ...seatTaskPanes,
  ...settingsPanes,
  ...trunksPanes,
  ...versionsPanes,
  ...voicesPanes,
};
