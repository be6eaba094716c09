/** Tables of the area seats; joined in ../schema.ts. Seats, accounts and extensions themselves stand there. */
import type { AssistTables } from "./assist.ts";
import type { DeviceCheckMode } from "@liantai/api/contract/device-check";
import type { Generated } from "kysely";
import type { Flag, Text, WordSet } from "./types.ts";

export interface SeatForwardColumns {
  /** When its calls are forwarded: modes of contract/forward between commas; '': they are not. */
  forwardModes: Text;
  /** Where to: an extension, or a number outside. */
  forwardTo: Text;
}

/** Seat groups are a tree. */
export interface AgentGroupTable {
  compId: string;
  id: string;
  parentId: string | null;
  name: string;
  remark: Text;
  sort: Flag;
  createdAt: Generated<Date>;
}

/** Seats of roleType 3 that may monitor a group and the groups below it. */
export interface AgentGroupMonitorTable {
  compId: string;
  groupId: string;
  agentId: string;
}

/** putAgentMonitor: whose states an account follows. */
export interface AgentWatchTable {
  compId: string;
  accountId: string;
  agentId: string;
  createdAt: Generated<Date>;
}

export interface SeatSettingTable {
  compId: string;
  /** Chats at once of a seat that has no own number. */
  chatMax: number;
  /** Digits of a seat id. */
  idDigits: number;
  /** Where the soft phone on an agent's machine listens (terminal type 4). */
  localPhonePort: Generated<number>;
  /** 1: a conference ends when its owner leaves it. */
  conferenceEnds: Generated<number>;
  /** s; 0: no abandon is short. */
  shortAbandonS: Generated<number>;
  deviceCheck: Generated<DeviceCheckMode>;
}

/** 0 in a limit: none. */
export interface CustomStatusTable {
  compId: string;
  id: string;
  name: string;
  enabled: Flag;
  sort: Flag;
  remark: Text;
  /** 1: every seat may use it; 0: those of custom_status_group and custom_status_seat. */
  everyone: Flag;
  maxAtOnce: Flag;
  /** At once among the seats of one group. */
  maxAtOnceGroup: Flag;
  maxMinutes: Flag;
  /** Times a day and seat. */
  maxPerDay: Flag;
  /** When one of the counts is over. */
  overEntry: WordSet<"refuse" | "warn">;
  /** When it lasts too long. */
  overTime: WordSet<"warn" | "ready" | "busy">;
  createdAt: Generated<Date>;
}

/** A group and the groups below it. */
export interface CustomStatusGroupTable {
  compId: string;
  statusId: string;
  groupId: string;
}

export interface CustomStatusSeatTable {
  compId: string;
  statusId: string;
  agentId: string;
}

export interface SeatsTables extends AssistTables {
  agent_group: AgentGroupTable;
  agent_group_monitor: AgentGroupMonitorTable;
  agent_watch: AgentWatchTable;
  seat_setting: SeatSettingTable;
  custom_status: CustomStatusTable;
  custom_status_group: CustomStatusGroupTable;
  custom_status_seat: CustomStatusSeatTable;
}
