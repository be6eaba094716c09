/** Rows as the console reads them. */
import { fromColumns } from "./overflow.ts";
import type { DispatchGroupRow, SkillGroupRow } from "./repository.ts";

export const presentSkillGroup = (row: SkillGroupRow & { readonly members: number }) => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  strategy: row.strategy,
  queueLimit: row.queue_limit,
  maxWaitS: row.max_wait_s,
  ringS: row.ring_s,
  wrapUpS: row.wrap_up_s,
  serviceLevelS: row.service_level_s,
  musicId: row.music_id,
  positionOn: row.position_on,
  positionEveryS: row.announce_every_s,
  waitEveryS: row.wait_every_s,
  waitText: row.wait_text,
  waitVoiceId: row.wait_voice_id,
  ...fromColumns(row),
  remark: row.remark,
  members: row.members,
});

interface SeatRow {
  readonly agent_id: string;
  readonly name: string;
  readonly enabled: number;
  readonly group_id: string | null;
  readonly agent_role: number | null;
}

export const presentSeat = (row: SeatRow) => ({
  agentId: row.agent_id,
  name: row.name,
  enabled: row.enabled,
  agentGroupId: row.group_id,
  agentRole: row.agent_role,
});
export const presentMember = (row: SeatRow & { readonly level: number; readonly priority: number }) => ({
  ...presentSeat(row),
  level: row.level,
  priority: row.priority,
});

export const presentDispatchGroup = (row: DispatchGroupRow & { readonly groups: number }) => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  maxWaitS: row.max_wait_s,
  ...fromColumns(row),
  remark: row.remark,
  groups: row.groups,
});
