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
  user_name: Text;
  /** Sealed; '' where none is needed. */
  password_sealed: Text;
  enabled: Flag;
  remark: Text;
  /** unknown | up | down */
  state: Text;
  state_text: Text;
  checked_at: AtNull;
  latency_ms: number | null;
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
  group_id: string;
  node_id: string;
  weight: number;
  position: number;
}

export interface RouteConfigTable {
  id: string;
  name: string;
  owner_comp_id: string | null;
  /** Comma-separated; '' is all. */
  caller_prefixes: string;
  callee_prefixes: string;
  group_id: string;
  priority: number;
  enabled: Flag;
  remark: Text;
}

export interface RouteOutTable {
  comp_id: string;
  id: string;
  name: string;
  prefixes: string;
  min_length: number;
  max_length: number;
  strip: number;
  prepend: string;
  /** default | fixed | rotate */
  display: string;
  display_numbers: string;
  priority: number;
  enabled: Flag;
  remark: Text;
}

export interface CallLimitTable {
  comp_id: string;
  id: string;
  name: string;
  /** in | out | both */
  direction: string;
  prefixes: string;
  /** bar | limit */
  kind: string;
  hours: Json<readonly { readonly from: string; readonly to: string }[]>;
  per_number_per_day: number;
  min_interval_s: number;
  enabled: Flag;
  remark: Text;
}

export interface CallNotifyLimitTable {
  comp_id: string;
  id: string;
  name: string;
  direction: string;
  calls: number;
  within_hours: number;
  enabled: Flag;
  remark: Text;
}

/** comp_id '000000': barred everywhere. */
export interface BlackListTable {
  comp_id: string;
  id: string;
  phone: string;
  is_prefix: number;
  /** 0 in, 1 out, 2 both */
  call_type: number;
  expires_at: AtNull;
  remark: Text;
  created_at: At;
  created_by: string;
}

/** A call that a rule refused: counted on the screen of the rule, and why. */
export interface CallBlockTable {
  comp_id: string;
  id: string;
  at: At;
  /** in | out */
  direction: string;
  number: string;
  /** blackList | callLimit */
  rule_kind: string;
  rule_id: string;
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
