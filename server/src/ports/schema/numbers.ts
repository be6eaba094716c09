/** Tables of the area numbers; joined in ../schema.ts. */
import type { TargetKind } from "@liantai/api/contract/admin";
import type { GeneratedAlways } from "kysely";
import type { At, AtNull, Flag, Json, Text, Word } from "./types.ts";

/** 时间规则; the columns are the fields of WorkingTime (shared/api, contract/numbers/working-time.ts). */
export interface TimeRuleTable {
  compId: string;
  id: string;
  name: string;
  remark: Text;
  weekly: Json<{ days: number[]; ranges: { from: string; to: string }[] }[]>;
  holidays: Json<{ date: string; name: string }[]>;
  specials: Json<{ date: string; name: string; ranges: { from: string; to: string }[] }[]>;
}

/** Where an access number leads while a time rule applies; tried by position, the number's own target is the last. */
export interface AccessNumberRuleTable {
  compId: string;
  number: string;
  /** From 1. */
  position: number;
  timeRuleId: string;
  targetKind: Word<TargetKind>;
  targetId: string;
  greeting: string;
  /** Id of a voice, played instead of the text; '' none. */
  greetingVoice: string;
}

/** Which seat groups and seats an access number is assigned to. */
export interface AccessNumberOwnerTable {
  compId: string;
  number: string;
  /** group | seat */
  ownerKind: string;
  /** Id of the seat group, or agent id. */
  ownerId: string;
  isDefault: Flag;
  /** owner_id again, each under its foreign key. */
  groupId: GeneratedAlways<string | null>;
  agentId: GeneratedAlways<string | null>;
}

/** Which number an enterprise's outbound calls show. */
export interface DisplayRuleTable {
  compId: string;
  localPresence: number;
  /** Calls a number and day; 0: no limit. */
  dailyCap: number;
  restS: number;
  pauseFalling: number;
  /** When a number rests by itself (display/reputation.ts), and for how many hours; 0: until somebody ends it. */
  fallPct: Flag;
  leastCalls: Flag;
  quickPct: Flag;
  refusedPct: Flag;
  restHours: Flag;
}

/** Use of a number that is shown. */
export interface DisplayNumberTable {
  compId: string;
  number: string;
  /** The calls are of the day that began then. */
  day: At;
  calls: number;
  lastAt: AtNull;
  pausedAt: AtNull;
  pausedReason: Text;
  /** Who: a name; '': the rule did. */
  pausedBy: Text;
  /** It is shown again from then on; null: when somebody says so. */
  restUntil: AtNull;
  resumedAt: AtNull;
  /** Administrators were told that it ought to rest and is the last of a task. */
  warnedAt: AtNull;
}

export interface NumbersTables {
  display_rule: DisplayRuleTable;
  display_number: DisplayNumberTable;
  time_rule: TimeRuleTable;
  access_number_rule: AccessNumberRuleTable;
  access_number_owner: AccessNumberOwnerTable;
}
