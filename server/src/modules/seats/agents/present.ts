import type { ReplyOf } from "@liantai/api/contract";
import type { agentApi } from "@liantai/api/contract/admin";
import { formatTime } from "../../event-log/index.ts";
import type { AgentRow } from "./repository.ts";

export type Agent = ReplyOf<typeof agentApi.query>;

const flag = (value: number): 0 | 1 => (value === 1 ? 1 : 0);

export function presentAgent(row: AgentRow, skillGroups: readonly { id: string; name: string }[]): Agent {
  return {
    agentId: row.agent_id,
    name: row.name,
    roleType: row.role_type as 2 | 3,
    roleId: row.role_id,
    roleName: row.role_name ?? "",
    groupId: row.group_id,
    groupName: row.group_name,
    terminalType: row.terminal_type as Agent["terminalType"],
    extension: row.extension,
    isPopup: flag(row.is_popup),
    isAutoAnswer: row.is_auto_answer as Agent["isAutoAnswer"],
    callStyle: flag(row.call_style),
    isHiddenNum: flag(row.is_hidden_num),
    isTabs: flag(row.is_tabs),
    enable: row.account_enabled === 2 ? 2 : flag(row.enabled),
    maxSession: row.chat_max,
    skillGroups: [...skillGroups],
    status: row.status ?? 0,
    customStatusName: row.status === 2 ? row.custom_status_name : null,
    statusSince: row.status_since && formatTime(row.status_since),
    mustChange: flag(row.must_change),
    createdAt: formatTime(row.created_at),
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
