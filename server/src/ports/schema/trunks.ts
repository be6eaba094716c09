/** Tables of trunks, routes, limits and blacklists; joined in ../schema.ts. */
import type { At, AtNull, Flag, Json, Text, Word, WordSet } from "./types.ts";

/** A trunk or gateway. Not a tenant table. */
export interface RouteNodeTable {
  id: string;
  name: string;
  address: string;
  transport: string;
  codecs: Json<readonly string[]>;
  /** 0: no limit. */
  concurrency: number;
  userName: Text;
  /** Sealed; '' where none is needed. */
  passwordSealed: Text;
  enabled: Flag;
  remark: Text;
  /** Whose X- headers are data of the call: names and beginnings, between commas. */
  dataHeaders: Text;
  /** Data of a call goes out over it as X- headers. */
  sendsData: Flag;
  state: WordSet<"unknown" | "up" | "down">;
  stateText: Text;
  checkedAt: AtNull;
  latencyMs: number | null;
}

export interface RouteGroupTable {
  id: string;
  name: string;
  mode: Word<"weight" | "failover">;
  enabled: Flag;
  remark: Text;
}

export interface RouteGroupMemberTable {
  groupId: string;
  nodeId: string;
  weight: number;
  position: number;
}

export interface RouteConfigTable {
  id: string;
  name: string;
  ownerCompId: string | null;
  /** Comma-separated; '' is all. */
  callerPrefixes: string;
  calleePrefixes: string;
  groupId: string;
  priority: number;
  enabled: Flag;
  remark: Text;
}

export interface RouteOutTable {
  compId: string;
  id: string;
  name: string;
  prefixes: string;
  minLength: number;
  maxLength: number;
  strip: number;
  prepend: string;
  display: Word<"default" | "fixed" | "rotate">;
  displayNumbers: string;
  priority: number;
  enabled: Flag;
  remark: Text;
}

export type LimitDirection = "in" | "out" | "both";

export interface CallLimitTable {
  compId: string;
  id: string;
  name: string;
  direction: Word<LimitDirection>;
  prefixes: string;
  kind: Word<"bar" | "limit">;
  hours: Json<readonly { readonly from: string; readonly to: string }[]>;
  perNumberPerDay: number;
  minIntervalS: number;
  enabled: Flag;
  remark: Text;
}

export interface CallNotifyLimitTable {
  compId: string;
  id: string;
  name: string;
  direction: Word<LimitDirection>;
  calls: number;
  withinHours: number;
  enabled: Flag;
  remark: Text;
}

/** comp_id '000000': barred everywhere. */
export interface BlackListTable {
  compId: string;
  id: string;
  phone: string;
  isPrefix: number;
  /** 0 in, 1 out, 2 both */
  callType: number;
  expiresAt: AtNull;
  remark: Text;
  createdAt: At;
  createdBy: string;
}

/** A call that a rule refused: counted on the screen of the rule, and why. */
export interface CallBlockTable {
  compId: string;
  id: string;
  at: At;
  direction: Word<"in" | "out">;
  number: string;
  ruleKind: Word<"blackList" | "callLimit">;
  ruleId: string;
  reason: string;
}

export interface TrunksTables {
  route_node: RouteNodeTable;
  route_group: RouteGroupTable;
  route_group_member: RouteGroupMemberTable;
  route_config: RouteConfigTable;
  route_out: RouteOutTable;
  call_limit: CallLimitTable;
  call_notify_limit: CallNotifyLimitTable;
  black_list: BlackListTable;
  call_block: CallBlockTable;
}
