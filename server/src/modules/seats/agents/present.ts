import { type ReplyOf, formatTime } from "@liantai/api/contract";
import type { agentApi } from "@liantai/api/contract/admin";

import type { AgentRow } from "./repository.ts";

export type Agent = ReplyOf<typeof agentApi.query>;

const flag = (value: number): 0 | 1 => (value === 1 ? 1 : 0);

export function presentAgent(row: AgentRow, skillGroups: readonly { id: string; name: string }[]): Agent {
  return {
    agentId: row.agentId,
    name: row.name,
    roleType: row.roleType,
    roleId: row.roleId,
    roleName: row.roleName ?? "",
    groupId: row.groupId,
    groupName: row.groupName,
    terminalType: row.terminalType,
    phone: row.phone,
    phoneConfirm: flag(row.phoneConfirm),
    forwardModes: row.forwardModes,
    forwardTo: row.forwardTo,
    extension: row.extension,
    isPopup: flag(row.isPopup),
    isAutoAnswer: row.isAutoAnswer,
    callStyle: flag(row.callStyle),
    recordMode: flag(row.recordMode),
    loginAgentState: flag(row.loginAgentState),
    isHiddenNum: flag(row.isHiddenNum),
    isTabs: flag(row.isTabs),
    enable: row.accountEnabled === 2 ? 2 : flag(row.enabled),
    maxSession: row.chatMax,
    skillGroups: [...skillGroups],
    status: row.status ?? 0,
    customStatusName: row.status === 2 ? row.customStatusName : null,
    statusSince: row.statusSince && formatTime(row.statusSince),
    mustChange: flag(row.mustChange),
    createdAt: formatTime(row.createdAt),
  };
}

/** What the operation log keeps of a seat: what people set, in the words of the contract. */
export function auditedAgent(row: AgentRow): Record<string, unknown> {
  const {
    skillGroups: _skills,
    status: _status,
    customStatusName: _name,
    statusSince: _since,
    mustChange: _must,
    createdAt: _created,
    roleName: _role,
    groupName: _group,
    ...kept
  } = presentAgent(row, []);
  return kept;
}
