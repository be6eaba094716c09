/** What is asked of the states of seats, and a row as it is answered. */
import { formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { statusDetailApi } from "@liantai/api/contract/admin";
import type { Caller } from "../../../http/routes.ts";
import { timeRange } from "../../../http/time-range.ts";
import type { Trx } from "../../../ports/database.ts";
import { visibleSeats } from "../agents/policy.ts";
import { groupsBelow } from "../groups/repository.ts";
import type { DetailFilter, DetailRow } from "./repository.ts";

type Api = typeof statusDetailApi;
export type DetailQuery = BodyOf<Api["export"]>;

export async function filterOf(
  trx: Trx,
  compId: string,
  caller: Caller,
  query: DetailQuery,
  now: number,
): Promise<DetailFilter> {
  return {
    ...timeRange(now, query),
    ...(await visibleSeats(trx, compId, caller)),
    ...(query.agentId ? { agentId: query.agentId } : {}),
    ...(query.agentGroupId ? { groupIds: await groupsBelow(trx, compId, [query.agentGroupId]) } : {}),
    ...(query.code ? { code: Number(query.code) } : {}),
    ...(query.customStatusId ? { customStatusId: query.customStatusId } : {}),
  };
}

export const presentDetail = (row: DetailRow): ReplyOf<Api["list"]>["list"][number] => ({
  agentId: row.agentId,
  seq: row.seq,
  agentName: row.agentName,
  groupName: row.groupName,
  code: row.code,
  statusName: row.statusName,
  from: formatTime(row.fromAt),
  to: row.toAt && formatTime(row.toAt),
  reason: row.reason,
  seconds: Math.max(0, Math.round(Number(row.lengthMs) / 1_000)),
  callId: row.callId,
});
