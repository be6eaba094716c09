/** Tables of the area queues; joined in ../schema.ts. */
import type { AlarmComparison } from "@liantai/api/contract/admin";
import type { ColumnType } from "kysely";
import type { At, AtNull, Flag, Text, Word } from "./types.ts";

export interface AssistanceTable {
  compId: string;
  id: string;
  agentId: string;
  callId: string;
  text: string;
  askedAt: At;
  /** When somebody answered first, who and how. */
  answeredAt: AtNull;
  answeredBy: Text;
  way: Text;
  line: Text;
  /** The call is over, or it was taken back. */
  endedAt: AtNull;
}

/** 告警通知: a limit that the server watches. */
export interface AlarmTable {
  compId: string;
  id: string;
  name: string;
  subject: Word<"group" | "seat">;
  /** Of skill groups, or of seats; '' : each. */
  groupId: string;
  figure: string;
  comparison: Word<AlarmComparison>;
  value: number;
  /** It holds for so long before anybody is told; minutes between two messages of one group. */
  forS: number;
  restMin: number;
  accountIds: ColumnType<readonly string[], string, string>;
  enabled: Flag;
  createdBy: string;
}

/** An alarm that was told; endedAt: it holds no longer. */
export interface AlarmEventTable {
  compId: string;
  id: string;
  alarmId: string;
  subject: Word<"group" | "seat">;
  /** The skill group, or the seat's work number. */
  groupId: string;
  name: string;
  groupName: string;
  text: string;
  told: string;
  at: At;
  endedAt: AtNull;
}

export interface QueuesTables {
  alarm: AlarmTable;
  alarm_event: AlarmEventTable;
  assistance: AssistanceTable;
}
