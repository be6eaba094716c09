/**
 * Rows as they lie in the database. Times are timestamptz (Date in, Date out); ids are text (UUID version 7) unless the
 * specification gives the number. Every table with comp_id is under row-level security.
 */
import type { Generated, GeneratedAlways } from "kysely";
import type { AuditTables } from "./schema/audit.ts";
import type {
  AccessTables,
  EnterpriseModules,
  MenuAdministrationColumns,
  RoleAdministrationColumns,
} from "./schema/access.ts";
import type { EnterpriseLimits, EnterprisesTables, SessionEntry, TextNull } from "./schema/enterprises.ts";
import type { SeatsTables } from "./schema/seats.ts";
import type { NumbersTables } from "./schema/numbers.ts";
import type { GroupsTables, OverflowColumns } from "./schema/groups.ts";
import type { FilesTables } from "./schema/files.ts";
import type { VoicesTables } from "./schema/voices.ts";
import type { TrunksTables } from "./schema/trunks.ts";
import type { SettingsTables } from "./schema/settings.ts";
import type { InterfacesTables } from "./schema/interfaces.ts";
import type { ContactsTables } from "./schema/contacts.ts";
import type { At, AtNull, Flag, Json, Text, Unset } from "./schema/types.ts";

export interface EnterpriseTable extends EnterpriseLimits, EnterpriseModules {
  comp_id: string;
  name: string;
  enabled: Flag;
  force_password_change: Flag;
  /** Days; 0: never. */
  reminder_cycle: Flag;
  hidden_global_phone: Flag;
  is_show_form: Flag;
  phone_encipher: Flag;
  /** 0: in arrears. */
  forbidden: Flag;
  created_at: Generated<Date>;
}

/** Sign-in accounts of all three kinds. comp_id '000000' holds the operators. */
export interface AccountTable {
  id: string;
  comp_id: string;
  role_type: number;
  account: string;
  /** comp_id + role_type + account, unique. */
  user_name: string;
  nick_name: string;
  /** argon2id, PHC string. */
  password_hash: string;
  password_changed_at: At;
  password_deferred_at: AtNull;
  role_id: string;
  agent_id: string | null;
  group_id: string | null;
  /** 1; 0: may not sign in; 2: may not sign in and is signed out as soon as its call is over. */
  enabled: Flag;
  /** 1: the password is an initial one and is changed at the first sign-in. */
  must_change: Flag;
  is_hidden_num: Flag;
  is_tabs: Flag;
  is_sys: Flag;
  is_super: Flag;
  operator: Flag;
  empower: Json<Record<string, boolean> | null>;
  /** Operators: the unit they belong to. */
  unit_id: TextNull;
  remark: Text;
  failed_count: Flag;
  locked_until: AtNull;
  created_at: Generated<Date>;
}

export interface SessionTable extends SessionEntry {
  id: string;
  comp_id: string;
  account_id: string;
  /** SHA-256 of the token, hex. */
  access_hash: string;
  refresh_hash: string;
  access_expires_at: At;
  refresh_expires_at: At;
  created_at: At;
  last_seen_at: At;
  ended_at: AtNull;
  /** logout | elsewhere | ended | expired | password */
  end_reason: string | null;
  address: string;
  device: string;
}

export interface LoginLogTable {
  id: string;
  comp_id: string;
  user_name: string;
  account_id: string | null;
  at: At;
  address: string;
  device: string;
  /** ok | bad-captcha | bad-password | locked | disabled | unknown */
  result: string;
}

export interface RoleTable extends RoleAdministrationColumns {
  id: string;
  comp_id: string;
  name: string;
  /** operator | enterprise | custom */
  kind: string;
  role_type: number;
}

/** The one menu tree; category 1 button, 2 menu. Not a tenant table. */
export interface MenuTable extends MenuAdministrationColumns {
  id: string;
  parent_id: string | null;
  name: string;
  url: string | null;
  alias: string | null;
  icon: string | null;
  category: number;
  /** Button code, unique within its page. */
  code: string | null;
  sort: number;
}

export interface RoleMenuTable {
  comp_id: string;
  role_id: string;
  menu_id: string;
}

export interface SeatTable {
  comp_id: string;
  agent_id: string;
  name: string;
  terminal_type: number;
  is_popup: Flag;
  is_auto_answer: Flag;
  call_style: Flag;
  extension: string | null;
  group_id: string | null;
  enabled: Flag;
  /** Chats at once; null: the enterprise's default. */
  chat_max: number | null;
  created_at: Generated<Date>;
}

export interface ExtensionTable {
  comp_id: string;
  extension: string;
  /** Digest authentication needs the plain text (RFC 3261 section 22); sealed at rest with the installation's key. */
  sip_secret: string;
  agent_id: string | null;
  created_at: Generated<Date>;
}

export interface SkillGroupTable extends OverflowColumns {
  comp_id: string;
  id: string;
  name: string;
  enabled: Flag;
  /** Key of `strategies` (contract). */
  strategy: string;
  queue_limit: number;
  max_wait_s: number;
  ring_s: number;
  wrap_up_s: number;
  /** Seconds between position announcements; 0: none. */
  announce_every_s: number;
  service_level_s: number;
  /** Voice heard while waiting; '': the usual music. */
  music_id: Text;
  /** Places are announced, every announce_every_s. */
  position_on: Flag;
  /** Seconds between wait announcements; 0: none. */
  wait_every_s: Flag;
  wait_text: Text;
  /** Voice instead of the text; ''. */
  wait_voice_id: Text;
  remark: Text;
}

export interface SkillGroupMemberTable {
  comp_id: string;
  skill_group_id: string;
  agent_id: string;
  /** 1 is the best. */
  level: number;
  /** Among the groups of the agent; 1 first. */
  priority: Flag;
}

export interface AccessNumberTable {
  /** '000000': allocated to no enterprise. */
  comp_id: string;
  number: string;
  title: string;
  enabled: Flag;
  is_default: Flag;
  /** TargetKind of the contract, when none of access_number_rule applies. */
  target_kind: Text;
  target_id: Text;
  /** Spoken by the Speech port; empty: no greeting. */
  greeting: Text;
  /** Id of a voice, played instead of the text; '' none. */
  greeting_voice: Text;
  /** Calls at the same time; 0: no limit. */
  concurrency: Flag;
  /** Thousandths of a yuan a minute. */
  price_milli: Flag;
  /** comp_id, or null where it is no enterprise's. */
  owner: GeneratedAlways<string | null>;
}

/** The append-only log: calls now; chats, mails and work orders are further stream kinds. */
export interface EventTable {
  comp_id: string;
  /** contact | agent */
  stream: string;
  /** Contact id, or agent id. */
  stream_id: string;
  /** From 1 without gaps in a stream. */
  seq: number;
  at: At;
  type: string;
  /** Who did it: agent id, 'caller', 'engine', 'monitor:ID'. */
  actor: string;
  /** Why: key of agentReasons or endCauses, or a routing reason. */
  reason: string | null;
  data: Json<Record<string, unknown>>;
}

/** Projection of a contact's events (kind call). */
export interface CallRecordTable {
  comp_id: string;
  call_id: string;
  direction: string;
  caller: string;
  callee: string;
  access_number: string | null;
  skill_group_id: string | null;
  agent_id: string | null;
  start_at: At;
  queued_at: AtNull;
  ring_at: AtNull;
  answer_at: AtNull;
  end_at: AtNull;
  wait_ms: number;
  ring_ms: number;
  talk_ms: number;
  hold_ms: number;
  result: number;
  cause: string | null;
  recording_key: string | null;
  recording_ms: number | null;
  /** Of the whole file when it was closed; null: from before it was kept. */
  recording_bytes: Unset<number>;
  /** SHA-256 of its samples; null: not known. */
  recording_digest: Unset<string>;
  /** Stretches that are silence because they were not recorded: "4000-7000,9000-9020", ms; null: none. */
  recording_missing: Unset<string>;
  /** seq of the last event applied. */
  applied_seq: number;
  /** A two-way callback (双呼). */
  is_dual: Flag;
}

/** Projection of an agent's events: one row an interval. */
export interface AgentStatusTable {
  comp_id: string;
  agent_id: string;
  seq: number;
  code: number;
  custom_status_id: string | null;
  from_at: At;
  to_at: AtNull;
  reason: string;
  call_id: string | null;
}

/** Installation-wide secrets and settings, e.g. the key that seals extension passwords. Not a tenant table. */
export interface SettingTable {
  key: string;
  value: Json<unknown>;
}

export interface Tables
  extends
    AuditTables,
    AccessTables,
    EnterprisesTables,
    SeatsTables,
    NumbersTables,
    GroupsTables,
    FilesTables,
    VoicesTables,
    TrunksTables,
    SettingsTables,
    InterfacesTables,
    ContactsTables {
  enterprise: EnterpriseTable;
  account: AccountTable;
  session: SessionTable;
  login_log: LoginLogTable;
  role: RoleTable;
  menu: MenuTable;
  role_menu: RoleMenuTable;
  seat: SeatTable;
  extension: ExtensionTable;
  skill_group: SkillGroupTable;
  skill_group_member: SkillGroupMemberTable;
  access_number: AccessNumberTable;
  event: EventTable;
  call_record: CallRecordTable;
  agent_status: AgentStatusTable;
  setting: SettingTable;
}
