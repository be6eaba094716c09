/** Tables of the area seats; joined in ../schema.ts. Seats, accounts and extensions themselves stand there. */
import type { Generated } from "kysely";
import type { Flag, Text } from "./types.ts";

/** Seat groups are a tree. */
export interface AgentGroupTable {
  comp_id: string;
  id: string;
  parent_id: string | null;
  name: string;
  remark: Text;
  sort: Flag;
  created_at: Generated<Date>;
}

/** Seats of roleType 3 that may monitor a group and the groups below it. */
export interface AgentGroupMonitorTable {
  comp_id: string;
  group_id: string;
  agent_id: string;
}

/** putAgentMonitor: whose states an account follows. */
export interface AgentWatchTable {
  comp_id: string;
  account_id: string;
  agent_id: string;
  created_at: Generated<Date>;
}

export interface SeatSettingTable {
  comp_id: string;
  /** Chats at once of a seat that has no own number. */
  chat_max: number;
  /** Digits of a seat id. */
  id_digits: number;
}

/** 0 in a limit: none. */
export interface CustomStatusTable {
  comp_id: string;
  id: string;
  name: string;
  enabled: Flag;
  sort: Flag;
  remark: Text;
  /** 1: every seat may use it; 0: those of custom_status_group and custom_status_seat. */
  everyone: Flag;
  max_at_once: Flag;
  /** At once among the seats of one group. */
  max_at_once_group: Flag;
  max_minutes: Flag;
  /** Times a day and seat. */
  max_per_day: Flag;
  /** refuse | warn: when one of the counts is over. */
  over_entry: Text;
  /** warn | ready | busy: when it lasts too long. */
  over_time: Text;
  created_at: Generated<Date>;
}

/** A group and the groups below it. */
export interface CustomStatusGroupTable {
  comp_id: string;
  status_id: string;
  group_id: string;
}

export interface CustomStatusSeatTable {
  comp_id: string;
  status_id: string;
  agent_id: string;
}

export interface SeatsTables {
  agent_group: AgentGroupTable;
  agent_group_monitor: AgentGroupMonitorTable;
  agent_watch: AgentWatchTable;
  seat_setting: SeatSettingTable;
  custom_status: CustomStatusTable;
  custom_status_group: CustomStatusGroupTable;
  custom_status_seat: CustomStatusSeatTable;
}
