/** Rows in the database. Times: timestamptz; ids: text (UUID version 7) or the specification's number; comp_id: row-level security. */
import type { RoleType } from "@liantai/api/contract";
import type { TargetKind } from "@liantai/api/contract/admin";
import type { Generated, GeneratedAlways } from "kysely";
import type * as access from "./schema/access.ts";
import type { AreaTables } from "./schema/areas.ts";
import type { EnterpriseLimits, SessionEntry, TextNull } from "./schema/enterprises.ts";
import type { SeatForwardColumns } from "./schema/seats.ts";
import type { OverflowColumns, RoutingColumns } from "./schema/groups.ts";
import type {
  AgentStatusTable,
  CallLegTable,
  CallRecordTable,
  CallVisitTable,
  DualCallTable,
  EventTable,
  MeetingTable,
} from "./schema/event-log.ts";
import type { At, AtNull, Flag, Json, Text, Unset, Word, WordSet } from "./schema/types.ts";

export type { AgentStatusTable, CallRecordTable, DualCallTable, EventTable };

export interface EnterpriseTable extends EnterpriseLimits, access.EnterpriseModules {
  compId: string;
  name: string;
  enabled: Flag;
  forcePasswordChange: Flag;
  /** Days; 0: never. */
  reminderCycle: Flag;
  hiddenGlobalPhone: Flag;
  isShowForm: Flag;
  phoneEncipher: Flag;
  /** 0: in arrears. */
  forbidden: Flag;
  createdAt: Generated<Date>;
}

/** Sign-in accounts of all three kinds. comp_id '000000' holds the operators. */
export interface AccountTable {
  id: string;
  compId: string;
  roleType: Word<RoleType>;
  account: string;
  /** comp_id + role_type + account, unique. */
  userName: string;
  nickName: string;
  /** argon2id, PHC string. */
  passwordHash: string;
  passwordChangedAt: At;
  passwordDeferredAt: AtNull;
  roleId: string;
  agentId: string | null;
  groupId: string | null;
  /** 1; 0: may not sign in; 2: may not sign in and is signed out as soon as its call is over. */
  enabled: Flag;
  /** 1: the password is an initial one and is changed at the first sign-in. */
  mustChange: Flag;
  isHiddenNum: Flag;
  isTabs: Flag;
  isSys: Flag;
  isSuper: Flag;
  operator: Flag;
  empower: Json<Record<string, boolean> | null>;
  unitId: TextNull;
  remark: Text;
  failedCount: Flag;
  lockedUntil: AtNull;
  /** Sealed; null: no second step. */
  totpSecret: Unset<string | null>;
  /** The last time step that was used. */
  totpStep: Unset<number | null>;
  /** Keyed hashes of the recovery codes that are left, a space between. */
  totpRecovery: Text;
  createdAt: Generated<Date>;
}

export type SessionEnd =
  "logout" | "elsewhere" | "ended" | "expired" | "password" | "disabled" | "pushedOut" | "enterprise";

export interface SessionTable extends SessionEntry {
  id: string;
  compId: string;
  accountId: string;
  /** SHA-256 of the token, hex. */
  accessHash: string;
  refreshHash: string;
  accessExpiresAt: At;
  refreshExpiresAt: At;
  createdAt: At;
  lastSeenAt: At;
  endedAt: AtNull;
  endReason: SessionEnd | null;
  address: string;
  device: string;
}

export interface LoginLogTable {
  id: string;
  compId: string;
  userName: string;
  accountId: string | null;
  at: At;
  address: string;
  device: string;
  /** Key of `loginResults` (contract). */
  result: string;
}

export interface RoleTable extends access.RoleAdministrationColumns {
  id: string;
  compId: string;
  name: string;
  kind: Word<"operator" | "enterprise" | "custom">;
  roleType: Word<RoleType>;
}

/** The one menu tree; category 1 button, 2 menu. Not a tenant table. */
export interface MenuTable extends access.MenuAdministrationColumns {
  id: string;
  parentId: string | null;
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
  compId: string;
  roleId: string;
  menuId: string;
}

export interface SeatTable extends SeatForwardColumns {
  compId: string;
  agentId: string;
  name: string;
  terminalType: number;
  /** Of terminal type 0: the number outside at which the seat is rung. */
  phone: Generated<string>;
  /** 1: whoever answers there presses 1 before the call is put through. */
  phoneConfirm: Flag;
  isPopup: Flag;
  isAutoAnswer: Flag;
  callStyle: Flag;
  /** 1: its talks are recorded by themselves; 0: by hand. */
  recordMode: Flag;
  /** For chats after sign-in; 0: signed in, 1: signed out. */
  loginAgentState: Flag;
  extension: string | null;
  groupId: string | null;
  enabled: Flag;
  /** Chats at once; null: the enterprise's default. */
  chatMax: number | null;
  createdAt: Generated<Date>;
}

export interface ExtensionTable {
  compId: string;
  extension: string;
  /** Digest authentication needs the plain text (RFC 3261 section 22); sealed at rest with the installation's key. */
  sipSecret: string;
  agentId: string | null;
  createdAt: Generated<Date>;
}

export interface SkillGroupTable extends OverflowColumns, RoutingColumns {
  compId: string;
  id: string;
  name: string;
  enabled: Flag;
  /** Key of `strategies` (contract). */
  strategy: string;
  queueLimit: number;
  maxWaitS: number;
  ringS: number;
  wrapUpS: number;
  /** Seconds between position announcements; 0: none. */
  announceEveryS: number;
  serviceLevelS: number;
  /** Voice heard while waiting; '': the usual music. */
  musicId: Text;
  /** Places are announced, every announce_every_s. */
  positionOn: Flag;
  /** Seconds between wait announcements; 0: none. */
  waitEveryS: Flag;
  waitText: Text;
  /** Voice instead of the text; ''. */
  waitVoiceId: Text;
  /** 1: recorded by themselves; 0: by hand. */
  recordMode: Flag;
  remark: Text;
}

export interface SkillGroupMemberTable {
  compId: string;
  skillGroupId: string;
  agentId: string;
  /** 1 is the best. */
  level: number;
  /** Among the groups of the agent; 1 first. */
  priority: Flag;
}

export interface AccessNumberTable {
  /** '000000': allocated to no enterprise. */
  compId: string;
  number: string;
  title: string;
  enabled: Flag;
  isDefault: Flag;
  /** When none of access_number_rule applies. */
  targetKind: WordSet<TargetKind>;
  targetId: Text;
  /** Spoken by the Speech port; empty: no greeting. */
  greeting: Text;
  /** Id of a voice, played instead of the text; '' none. */
  greetingVoice: Text;
  /** Calls at the same time; 0: no limit. */
  concurrency: Flag;
  /** 1: its calls are recorded by themselves; 0: by hand. */
  recordMode: Flag;
  /** Thousandths of a yuan a minute. */
  priceMilli: Flag;
  /** Minutes that its callers count as waited longer. */
  priorityMin: Flag;
  /** comp_id, or null where it is no enterprise's. */
  owner: GeneratedAlways<string | null>;
}

export interface Tables extends AreaTables {
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
  call_leg: CallLegTable;
  call_visit: CallVisitTable;
  dual_call: DualCallTable;
  meeting: MeetingTable;
  agent_status: AgentStatusTable;
}
