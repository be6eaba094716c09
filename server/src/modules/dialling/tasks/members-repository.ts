/** SQL of the seats of tasks as a task's page shows them. */
import { sql } from "kysely";
import { pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";

/** Of these seats those that exist. */
export async function knownSeats(trx: Trx, compId: string, agentIds: readonly string[]): Promise<string[]> {
  if (agentIds.length === 0) return [];
  const rows = await trx
    .selectFrom("seat")
    .select("agentId")
    .where("compId", "=", compId)
    .where("agentId", "in", agentIds)
    .orderBy("agentId")
    .execute();
  return rows.map(({ agentId }) => agentId);
}

export const listMembers = (trx: Trx, compId: string, taskId: string, page: PageQuery) =>
  pageOf(
    trx
      .selectFrom("task_seat as t")
      .innerJoin("seat as s", (j) => j.onRef("s.compId", "=", "t.compId").onRef("s.agentId", "=", "t.agentId"))
      .where("t.compId", "=", compId)
      .where("t.taskId", "=", taskId),
    page,
    {
      rows: (q) =>
        q
          .leftJoin("agent_group as g", (j) => j.onRef("g.compId", "=", "s.compId").onRef("g.id", "=", "s.groupId"))
          .select(["t.agentId", "t.participateStatus", "s.name", "g.name as groupName"])
          .select(
            sql<boolean>`(t.participate_status = 1 and exists (
              select from session o where o.id = t.session_id and o.ended_at is null))`.as("joined"),
          ),
      order: { agentId: "t.agentId" },
      tie: "t.agentId",
    },
  );

/** Connected attempts of a task by seat. */
export async function callsOfSeats(trx: Trx, compId: string, taskId: string, agentIds: readonly string[]) {
  if (agentIds.length === 0) return new Map<string, { calls: number; talkMs: number }>();
  const rows = await trx
    .selectFrom("dial_attempt")
    .select((e) => ["agentId", e.fn.countAll<number>().as("calls"), e.fn.sum<number>("talkMs").as("talkMs")])
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .where("agentId", "in", agentIds)
    .where("connectedAt", "is not", null)
    .groupBy("agentId")
    .execute();
  return new Map(rows.map(({ agentId, calls, talkMs }) => [agentId, { calls: Number(calls), talkMs: Number(talkMs) }]));
}

/** Who takes part now, by work number. */
export const participants = (trx: Trx, compId: string, taskId: string) =>
  trx
    .selectFrom("task_seat as t")
    .innerJoin("seat as s", (j) => j.onRef("s.compId", "=", "t.compId").onRef("s.agentId", "=", "t.agentId"))
    .innerJoin("session as o", "o.id", "t.sessionId")
    .select(["t.agentId", "s.name"])
    .where("t.compId", "=", compId)
    .where("t.taskId", "=", taskId)
    .where("t.participateStatus", "=", 1)
    .where("o.endedAt", "is", null)
    .orderBy("t.agentId")
    .execute();
