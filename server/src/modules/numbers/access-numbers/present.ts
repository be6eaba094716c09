/** Rows of access numbers to replies, and targets to words. */
import { targetKinds, type AccessNumState, type TargetKind } from "@liantai/api/contract/admin";
import { numberPlace } from "../area-codes/index.ts";
import { restText } from "../display/reputation.ts";
import type { ListedNumber, NumberRow } from "./repository.ts";

/** 技能组：客服一组; 未设置 where it leads nowhere. name null: what it names is gone; off: it is switched off. */
export function targetText(kind: TargetKind, name: string | null, off = false): string {
  if (kind === "none") return "未设置";
  const label = targetKinds[kind];
  return kind === "hangup" ? label : `${label}：${name ?? "已删除"}${off ? "（目标已停用）" : ""}`;
}

/** Callers hear the sentence, when no time rule leads them elsewhere (docs/protocol.md Q29). */
const leadsNowhere = ({ targetKind, targetName, targetOff }: ListedNumber): boolean =>
  targetKind !== "none" && targetKind !== "hangup" && (targetName === null || targetOff === 1);

function stateOf(row: ListedNumber): AccessNumState {
  if (row.owner === null) return "unallocated";
  if (row.enabled !== 1) return "disabled";
  if (row.targetKind === "none" && row.rules === 0) return "unset";
  if (leadsNowhere(row)) return "targetOff";
  if (row.concurrency > 0 && row.active >= row.concurrency) return "full";
  return row.active > 0 ? "busy" : "idle";
}

export const presentNumber = (row: ListedNumber, now: number) => ({
  id: row.number,
  number: row.number,
  title: row.title,
  enabled: row.enabled,
  compId: row.owner,
  compName: row.compName,
  concurrency: row.concurrency,
  activeCalls: row.active,
  price: row.priceMilli / 1_000,
  isDefault: row.isDefault,
  state: stateOf(row),
  groups: row.groups,
  seats: row.seats,
  rules: row.rules,
  place: numberPlace(row.number),
  displayCalls: row.displayCalls ?? 0,
  displayPaused: restText(row, now),
  leadsTo: row.owner === null ? "" : targetText(row.targetKind, row.targetName, row.targetOff === 1),
});

/** What the operation log keeps of a number. */
export const auditNumber = (row: Pick<NumberRow, "number" | "title" | "enabled" | "concurrency" | "priceMilli">) => ({
  number: row.number,
  title: row.title,
  enabled: row.enabled,
  concurrency: row.concurrency,
  price: row.priceMilli / 1_000,
});
