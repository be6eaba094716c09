/** Tables of trunks, routes, limits and blacklists; joined in ../schema.ts. */
import type { At, AtNull, Flag, Json, Text } from "./types.ts";

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
  /** unknown | up | down */
  state: Text;
  stateText: Text;
  checkedAt: AtNull;
  latencyMs: number | null;
}

export interface RouteGroupTable {
  id: string;
  name: string;
  /** weight | failover */
  mode: string;
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
  /** default | fixed | rotate */
  display: string;
  displayNumbers: string;
  priority: number;
  enabled: Flag;
  remark: Text;
}

export interface CallLimitTable {
  compId: string;
  id: string;
  name: string;
  /** in | out | both */
  direction: string;
  prefixes: string;
  /** bar | limit */
  kind: string;
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
  direction: string;
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
  /** in | out */
  direction: string;
  number: string;
  /** blackList | callLimit */
  ruleKind: string;
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
