import { formatTime, isOperator, type authApi, type ReplyOf, RoleType } from "@liantai/api/contract";
import type { Caller } from "../../http/routes.ts";
import type { EnterpriseRow, SeatRow } from "../organisation/index.ts";
import { overdueDays } from "./overdue.ts";
import type { EnteredEnterprise } from "./entered-repository.ts";
import type { Principal } from "./repository.ts";
import type { ListedSession } from "./session-repository.ts";

export type UserInfo = ReplyOf<typeof authApi.getUser>;
type SessionItem = ReplyOf<typeof authApi.sessions>["list"][number];

export function presentCaller(
  account: Principal,
  sessionId: string,
  held: Caller["held"],
  companies?: ReadonlySet<string>,
): Caller {
  return {
    sessionId,
    userId: account.id,
    userName: account.userName,
    nickName: account.nickName,
    roleType: account.roleType,
    roleId: account.roleId,
    compId: account.compId,
    agentId: account.agentId,
    groupId: account.groupId,
    isHiddenNum: account.isHiddenNum === 1,
    hiddenGlobalPhone: account.hiddenGlobalPhone === 1,
    empower: account.empower ?? {},
    operator: account.operator === 1,
    isSys: account.isSys === 1,
    ...(companies ? { companies } : {}),
    ...(held ? { held } : {}),
  };
}

/** An operator inside an enterprise: its administrator with every button, under the operator's own name. */
export function presentEntered(account: Principal, inside: EnteredEnterprise, sessionId: string): Caller {
  return {
    sessionId,
    userId: account.id,
    userName: account.userName,
    nickName: account.nickName,
    roleType: RoleType.administrator,
    // No role, no menus: an empty id would be no id.
    roleId: inside.roleId ?? "none",
    compId: inside.compId,
    agentId: null,
    groupId: null,
    isHiddenNum: account.isHiddenNum === 1,
    hiddenGlobalPhone: inside.hiddenGlobalPhone === 1,
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
  const user = presentUser(profile, caller.sessionId, now, false);
  return {
    ...user,
    compId: caller.compId,
    roleType: caller.roleType,
    roleId: caller.roleId,
    agentId: null,
    groupId: null,
    expired: 0,
    totpDue: 0,
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
  totpDue: boolean,
): UserInfo {
  return {
    userName: account.userName,
    nickName: account.nickName,
    userId: account.id,
    agentId: account.agentId,
    compId: enterprise ? account.compId : null,
    roleType: account.roleType,
    roleId: account.roleId,
    groupId: account.groupId,
    expired: overdueDays(account, enterprise, now),
    totpDue: totpDue ? 1 : 0,
    enterprise: enterprise
      ? {
          compId: enterprise.compId,
          name: enterprise.name,
          // Somebody else chose the password: for this user the change is forced whatever the enterprise says.
          forcePasswordChange: flag(account.mustChange === 1 ? 1 : enterprise.forcePasswordChange),
          reminderCycle: enterprise.reminderCycle,
          hiddenGlobalPhone: flag(enterprise.hiddenGlobalPhone),
          isShowForm: flag(enterprise.isShowForm),
          forbidden: flag(enterprise.forbidden),
        }
      : null,
    // Only operators have a permission map (console.md section 3).
    empowerJson: isOperator(account) ? (account.empower ?? {}) : null,
    defaultAccessNumber,
    isHiddenNum: flag(account.isHiddenNum),
    isTabs: flag(account.isTabs),
    loginAgentState: flag(seat?.loginAgentState ?? 0),
    skillGroupList: skillGroups.map(({ id, name }) => ({ id, name, type: voiceGroup })),
    organizationIds: account.groupId ? [account.groupId] : [],
    password: "",
    phoneEncipher: flag(enterprise?.phoneEncipher ?? 0),
    operator: flag(account.operator),
    isSys: flag(account.isSys),
    isSuper: flag(account.isSuper),
    terminalType: seat?.terminalType ?? 0,
    isPopup: flag(seat?.isPopup ?? 0),
    isAutoAnswer: seat?.isAutoAnswer ?? 0,
    callStyle: seat?.callStyle ?? 0,
    extension: seat?.extension ?? null,
    sessionId,
  };
}

export function presentSession(row: ListedSession, ownId: string): SessionItem {
  return {
    id: row.id,
    userId: row.accountId,
    nickName: row.nickName,
    account: row.account,
    roleType: row.roleType,
    createdAt: formatTime(row.createdAt),
    lastSeenAt: formatTime(row.lastSeenAt),
    address: row.address,
    device: row.device,
    current: row.id === ownId,
  };
}
