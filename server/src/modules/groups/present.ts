/** Rows as the console reads them. */
import { fromColumns } from "./overflow.ts";
import type { DispatchGroupRow, SkillGroupRow } from "./repository.ts";

export const presentSkillGroup = (row: SkillGroupRow & { readonly members: number }) => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  strategy: row.strategy,
  queueLimit: row.queueLimit,
  maxWaitS: row.maxWaitS,
  ringS: row.ringS,
  wrapUpS: row.wrapUpS,
  serviceLevelS: row.serviceLevelS,
  shortAbandonS: row.shortAbandonS,
  musicId: row.musicId,
  positionOn: row.positionOn,
  positionEveryS: row.announceEveryS,
  waitEveryS: row.waitEveryS,
  waitText: row.waitText,
  waitVoiceId: row.waitVoiceId,
  recordMode: row.recordMode,
  priorityMin: row.priorityMin,
  transferPriorityMin: row.transferPriorityMin,
  callbackPriorityMin: row.callbackPriorityMin,
  stickyDays: row.stickyDays,
  stickyWaitS: row.stickyWaitS,
  rings: [...row.rings],
  missLimit: row.missLimit,
  wrapUpMode: row.wrapUpMode,
  wrapUpExtendS: row.wrapUpExtendS,
  estimateOn: row.estimateOn,
  estimateErrorPct: row.estimateErrorPct,
  menuEveryS: row.menuEveryS,
  menuCallback: row.menuCallback,
  menuVoicemail: row.menuVoicemail,
  menuVoiceId: row.menuVoiceId,
  voicemailMaxS: row.voicemailMaxS,
  voicemailOffer: row.voicemailOffer,
  voicemailOfferS: row.voicemailOfferS,
  voicemailWorkS: row.voicemailWorkS,
  ...fromColumns(row),
  remark: row.remark,
  members: row.members,
});

interface SeatRow {
  readonly agentId: string;
  readonly name: string;
  readonly enabled: number;
  readonly groupId: string | null;
  readonly agentRole: number | null;
}

export const presentSeat = (row: SeatRow) => ({
  agentId: row.agentId,
  name: row.name,
  enabled: row.enabled,
  agentGroupId: row.groupId,
  agentRole: row.agentRole,
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
  maxWaitS: row.maxWaitS,
  ...fromColumns(row),
  remark: row.remark,
  groups: row.groups,
});
