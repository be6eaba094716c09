/** The tables of every area together. */
import type { AccessTables } from "./access.ts";
import type { AuditTables } from "./audit.ts";
import type { EnterprisesTables } from "./enterprises.ts";
import type { SeatsTables } from "./seats.ts";
import type { NumbersTables } from "./numbers.ts";
import type { GroupsTables } from "./groups.ts";
import type { FilesTables } from "./files.ts";
import type { VoicesTables } from "./voices.ts";
import type { TrunksTables } from "./trunks.ts";
import type { SettingsTables } from "./settings.ts";
import type { InterfacesTables } from "./interfaces.ts";
import type { EnginesTables } from "./engines.ts";
import type { QueuesTables } from "./queues.ts";
import type { ChatsTables } from "./chats.ts";
import type { ContactsTables } from "./contacts.ts";
import type { FormsTables } from "./forms.ts";
import type { LiveLegsTables } from "./live-legs.ts";
import type { LeadershipTables } from "./event-log.ts";
import type { MeetingsTables } from "./meetings.ts";
import type { RemindersTables } from "./reminders.ts";
import type { RobotsTables } from "./robots.ts";
import type { TasksTables } from "./tasks.ts";
import type { DiallingTables } from "./dialling.ts";
import type { UnderstandingTables } from "./understanding.ts";
import type { VersionsTables } from "./versions.ts";
import type { WorkOrdersTables } from "./workorders.ts";

export type AreaTables = AuditTables &
  AccessTables &
  EnterprisesTables &
  SeatsTables &
  NumbersTables &
  GroupsTables &
  FilesTables &
  VoicesTables &
  TrunksTables &
  SettingsTables &
  InterfacesTables &
  EnginesTables &
  QueuesTables &
  ChatsTables &
  ContactsTables &
  FormsTables &
  LiveLegsTables &
  LeadershipTables &
  MeetingsTables &
  RemindersTables &
  RobotsTables &
  TasksTables &
  DiallingTables &
  UnderstandingTables &
  VersionsTables &
  WorkOrdersTables;
