/** One file an area; the matrix joins them. */
import { assistProbes } from "./assist.ts";
import { accessProbes } from "./access.ts";
import { chatsProbes } from "./chats.ts";
import { contactsProbes } from "./contacts.ts";
import { diallingFiguresProbes } from "./dialling-figures.ts";
import { dialTasksProbes } from "./dial-tasks.ts";
import { diallingPhonesProbes } from "./dialling-phones.ts";
import { enginesProbes } from "./engines.ts";
import { enterprisesProbes } from "./enterprises.ts";
import { filesProbes } from "./files.ts";
import { flowsProbes } from "./flows.ts";
import { followUpsProbes } from "./followups.ts";
import { formsProbes } from "./forms.ts";
import { groupsProbes } from "./groups.ts";
import { homeProbes } from "./home.ts";
import { interfacesProbes } from "./interfaces.ts";
import { meetingsProbes } from "./meetings.ts";
import { monitorProbes } from "./monitor.ts";
import { numbersProbes } from "./numbers.ts";
import { previewProbes } from "./preview.ts";
import { privacyProbes } from "./privacy.ts";
import { queuesProbes } from "./queues.ts";
import { remindersProbes } from "./reminders.ts";
import { robotsProbes } from "./robots.ts";
import { seatsProbes } from "./seats.ts";
import { settingsProbes } from "./settings.ts";
import { tasksProbes } from "./tasks.ts";
import { trunksProbes } from "./trunks.ts";
import { understandingProbes } from "./understanding.ts";
import { versionsProbes } from "./versions.ts";
import { voicesProbes } from "./voices.ts";
import { workOrdersProbes } from "./workorders.ts";
import type { AreaProbes } from "./types.ts";

export { mark, type Probe, type Probes } from "./types.ts";
export const areaProbes: readonly AreaProbes[] = [
  accessProbes,
  chatsProbes,
  contactsProbes,
  diallingFiguresProbes,
  diallingPhonesProbes,
  enginesProbes,
  enterprisesProbes,
  filesProbes,
  flowsProbes,
  formsProbes,
  groupsProbes,
  homeProbes,
  interfacesProbes,
  meetingsProbes,
  assistProbes,
  monitorProbes,
  numbersProbes,
  privacyProbes,
  previewProbes,
  queuesProbes,
  remindersProbes,
  robotsProbes,
  seatsProbes,
  settingsProbes,
  dialTasksProbes,
  tasksProbes,
  trunksProbes,
  understandingProbes,
  versionsProbes,
  voicesProbes,
  workOrdersProbes,
  followUpsProbes,
];
