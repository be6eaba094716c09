/** SQL of 坐席状态明细. The projection is the event log's; here it is read. */
import { sql, type SelectQueryBuilder } from "kysely";
import { pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AgentFilter } from "../agents/repository.ts";

export interface DetailFilter extends Pick<AgentFilter, "within"> {
  readonly from: Date;
  /** Inclusive. */
  readonly to: Date;
  readonly agentId?: string;
  readonly groupIds?: readonly string[];
  readonly code?: number;
  readonly customStatusId?: string;
}

type From = ReturnType<typeof states> extends SelectQueryBuilder<infer DB, infer _T, infer _O> ? DB : never;

/** Seats that were deleted keep their states, but belong to no group any more. */
const states = (trx: Trx, compId: string) =>
  trx
    .selectFrom("agent_status as t")
    .leftJoin("seat as s", (j) => j.onRef("s.compId", "=", "t.compId").onRef("s.agentId", "=", "t.agentId"))
    .where("t.compId", "=", compId);

function within(query: ReturnType<typeof states>, scope: AgentFilter["within"]): ReturnType<typeof states> {
  if (!scope) return query;
  const { groupIds, agentId } = scope;
  return query.where((e) =>
    e.or([e("t.agentId", "=", agentId), ...(groupIds.length > 0 ? [e("s.groupId", "in", groupIds)] : [])]),
  );
}

function filtered(trx: Trx, compId: string, f: DetailFilter): ReturnType<typeof states> {
  let query = within(states(trx, compId), f.within).where("t.fromAt", ">=", f.from).where("t.fromAt", "<=", f.to);
  if (f.agentId) query = query.where("t.agentId", "=", f.agentId);
  if (f.groupIds)
    query = f.groupIds.length > 0 ? query.where("s.groupId", "in", f.groupIds) : query.where((e) => e.lit(false));
  if (f.code !== undefined) query = query.where("t.code", "=", f.code);
  if (f.customStatusId) query = query.where("t.customStatusId", "=", f.customStatusId);
  return query;
}

const shown = (now: Date) => (query: SelectQueryBuilder<From, "t" | "s", object>) =>
  query
    .leftJoin("agent_group as g", (j) => j.onRef("g.compId", "=", "s.compId").onRef("g.id", "=", "s.groupId"))
    .leftJoin("custom_status as c", (j) => j.onRef("c.compId", "=", "t.compId").onRef("c.id", "=", "t.customStatusId"))
    .select([
      "t.agentId",
      "t.seq",
      "s.name as agentName",
      "g.name as groupName",
      "t.code",
      "c.name as statusName",
      "t.fromAt",
      "t.toAt",
      "t.reason",
      "t.callId",
      sql<string>`extract(epoch from coalesce(t.to_at, ${now}) - t.from_at) * 1000`.as("lengthMs"),
    ]);

export const listDetails = (trx: Trx, compId: string, filter: DetailFilter, page: PageQuery, now: Date) =>
  pageOf(filtered(trx, compId, filter), page, {
    rows: shown(now),
    order: { from: "t.fromAt", seconds: "lengthMs", agentId: "t.agentId" },
    descending: true,
    filled: ["t.fromAt", "t.agentId"],
    tie: ["t.agentId", "t.seq"],
  });

export type DetailRow = Awaited<ReturnType<typeof listDetails>>["rows"][number];

export const countDetails = async (trx: Trx, compId: string, filter: DetailFilter): Promise<number> =>
  Number(
    (
      await filtered(trx, compId, filter)
        .select((e) => e.fn.countAll().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );

/** The next rows of a long list, newest first, after one of them. */
export function detailsAfter(
  trx: Trx,
  compId: string,
  filter: DetailFilter,
  now: Date,
  after: Pick<DetailRow, "fromAt" | "agentId" | "seq"> | undefined,
  most: number,
) {
  const base = filtered(trx, compId, filter);
  const rest = after
    ? base.where(sql<boolean>`(t.from_at, t.agent_id, t.seq) < (${after.fromAt}, ${after.agentId}, ${after.seq})`)
    : base;
  return shown(now)(rest)
    .orderBy("t.fromAt", "desc")
    .orderBy("t.agentId", "desc")
    .orderBy("t.seq", "desc")
    .limit(most)
    .execute();
}

/** Intervals of a seat that touch [from, to), in order: what reaches in from before is the last one before it. */
export const dayDetails = (
  trx: Trx,
  compId: string,
  agentId: string,
  scope: AgentFilter["within"],
  { from, to }: { readonly from: Date; readonly to: Date },
) =>
  within(states(trx, compId), scope)
    .leftJoin("custom_status as c", (j) => j.onRef("c.compId", "=", "t.compId").onRef("c.id", "=", "t.customStatusId"))
    .select(["t.code", "c.name as statusName", "t.fromAt", "t.toAt", "t.reason"])
    .where("t.agentId", "=", agentId)
    .where("t.fromAt", "<", to)
    .where((e) => e.or([e("t.toAt", "is", null), e("t.toAt", ">", from)]))
    .orderBy("t.seq")
    .execute();
