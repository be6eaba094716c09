import type { authApi, ReplyOf, RoleType } from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";
import type { EnterpriseRow, SeatRow } from "../organisation/index.ts";
import { mustChange, overdueDays } from "./overdue.ts";
import type { EnteredEnterprise } from "./entered-repository.ts";
import type { ListedSession, Principal } from "./repository.ts";
import { formatTime } from "./time.ts";

export type UserInfo = ReplyOf<typeof authApi.getUser>;
type SessionItem = ReplyOf<typeof authApi.sessions>["list"][number];

export function presentCaller(
  account: Principal,
  sessionId: string,
  now: number,
  companies?: ReadonlySet<string>,
): Caller {
  return {
    sessionId,
    userId: account.id,
    userName: account.user_name,
    nickName: account.nick_name,
    roleType: account.role_type as RoleType,
    roleId: account.role_id,
    compId: account.comp_id,
    agentId: account.agent_id,
    groupId: account.group_id,
    isHiddenNum: account.is_hidden_num === 1,
    hiddenGlobalPhone: account.hidden_global_phone === 1,
    empower: account.empower ?? {},
    operator: account.operator === 1,
    isSys: account.is_sys === 1,
    ...(companies ? { companies } : {}),
    ...(mustChange(account, now) ? { passwordOverdue: true } : {}),
  };
}

/** An operator inside an enterprise: its administrator with every button, under the operator's own name. */
export function presentEntered(account: Principal, inside: EnteredEnterprise, sessionId: string): Caller {
  return {
    sessionId,
    userId: account.id,
    userName: account.user_name,
    nickName: account.nick_name,
    roleType: 1,
    // No role, no menus: an empty id would be no id.
    roleId: inside.role_id ?? "none",
    compId: inside.comp_id,
    agentId: null,
    groupId: null,
    isHiddenNum: account.is_hidden_num === 1,
    hiddenGlobalPhone: inside.hidden_global_phone === 1,
    empower: {},
    operator: false,
    isSys: true,
    entered: true,
  };
}

export interface Profile {
  readonly account: Principal;
  readonly enterprise: EnterpriseRow | undefined;
  readonly seat: SeatRow | undefined;
  readonly skillGroups: readonly { readonly id: string; readonly name: string }[];
  readonly defaultAccessNumber: string | null;
}

const flag = (value: number): 0 | 1 => (value === 1 ? 1 : 0);

/** skillGroupList's type: 1 is a voice group; chat groups join with their own (the specification names no values). */
const voiceGroup = 1;

/** The user of a session inside an enterprise (presentEntered): what an administrator of it would read. */
export function presentEnteredUser(profile: Profile, caller: Caller, now: number): UserInfo {
  const user = presentUser(profile, caller.sessionId, now);
  return {
    ...user,
    compId: caller.compId,
    roleType: caller.roleType,
    roleId: caller.roleId,
    agentId: null,
    groupId: null,
    expired: 0,
    empowerJson: null,
    operator: 0,
    isSys: 1,
    isSuper: 0,
    organizationIds: [],
  };
}

export function presentUser(
  { account, enterprise, seat, skillGroups, defaultAccessNumber }: Profile,
  sessionId: string,
  now: number,
): UserInfo {
  return {
    userName: account.user_name,
    nickName: account.nick_name,
    userId: account.id,
    agentId: account.agent_id,
    compId: enterprise ? account.comp_id : null,
    roleType: account.role_type as RoleType,
    roleId: account.role_id,
    groupId: account.group_id,
    expired: overdueDays(account, enterprise, now),
    enterprise: enterprise
      ? {
          compId: enterprise.comp_id,
          name: enterprise.name,
          // Somebody else chose the password: for this user the change is forced whatever the enterprise says.
          forcePasswordChange: flag(account.must_change === 1 ? 1 : enterprise.force_password_change),
          reminderCycle: enterprise.reminder_cycle,
          hiddenGlobalPhone: flag(enterprise.hidden_global_phone),
          isShowForm: flag(enterprise.is_show_form),
          forbidden: flag(enterprise.forbidden),
        }
      : null,
    // Only operators have a permission map (console.md section 3).
    empowerJson: account.role_type === 0 ? (account.empower ?? {}) : null,
    defaultAccessNumber,
    isHiddenNum: flag(account.is_hidden_num),
    isTabs: flag(account.is_tabs),
    loginAgentState: 0,
    skillGroupList: skillGroups.map(({ id, name }) => ({ id, name, type: voiceGroup })),
    organizationIds: account.group_id ? [account.group_id] : [],
    password: "",
    phoneEncipher: flag(enterprise?.phone_encipher ?? 0),
    operator: flag(account.operator),
    isSys: flag(account.is_sys),
    isSuper: flag(account.is_super),
    terminalType: (seat?.terminal_type ?? 0) as UserInfo["terminalType"],
    isPopup: flag(seat?.is_popup ?? 0),
    isAutoAnswer: seat?.is_auto_answer ?? 0,
    callStyle: seat?.call_style ?? 0,
    extension: seat?.extension ?? null,
    sessionId,
  };
}

export function presentSession(row: ListedSession, ownId: string): SessionItem {
  return {
    id: row.id,
    userId: row.account_id,
    nickName: row.nick_name,
    account: row.account,
    roleType: row.role_type,
    createdAt: formatTime(row.created_at),
    lastSeenAt: formatTime(row.last_seen_at),
    address: row.address,
    device: row.device,
    current: row.id === ownId,
  };
}
