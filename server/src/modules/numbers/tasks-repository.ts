/** The running tasks that seats have joined: their queue has a group for each, and they stand in it. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";

/** A joined task of a seat; waitsFor: it dials nothing now. */
export const tasksOfAgents = (trx: Trx, compId: string, agentIds: readonly string[]) =>
  agentIds.length === 0
    ? Promise.resolve([])
    : trx
        .selectFrom("task_seat as s")
        .innerJoin("task as t", (j) => j.onRef("t.compId", "=", "s.compId").onRef("t.id", "=", "s.taskId"))
        .innerJoin("dial_task as d", (j) => j.onRef("d.compId", "=", "s.compId").onRef("d.id", "=", "s.taskId"))
        .innerJoin("session as n", "n.id", "s.sessionId")
        .select(["s.agentId", "t.id", "t.taskIdentity", "d.settings", "d.waitsFor", "d.takesCalls"])
        .where("s.compId", "=", compId)
        .where("s.agentId", "in", agentIds)
        .where("s.participateStatus", "=", 1)
        .where("t.state", "=", "running")
        .where("n.endedAt", "is", null)
        .where("t.ftype", "=", sql.lit(3))
        .execute();
