/** SQL of what became of numbers. */
import type { NumberState } from "@liantai/api/contract/admin";
import type { Trx } from "../../../ports/database.ts";

/** Nothing more is dialled of it, unless somebody wants it again. */
const over: readonly NumberState[] = ["done", "skipped", "stopped"];

/** Those of these numbers that are over, with their last attempt. */
export const overOf = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx
    .selectFrom("dial_phone as p")
    .innerJoin("task as t", (j) => j.onRef("t.compId", "=", "p.compId").onRef("t.id", "=", "p.taskId"))
    .leftJoin("dial_batch as b", (j) => j.onRef("b.compId", "=", "p.compId").onRef("b.id", "=", "p.batchId"))
    .leftJoin("dial_attempt as a", (j) =>
      j
        .onRef("a.compId", "=", "p.compId")
        .onRef("a.phoneId", "=", "p.id")
        .onRef("a.attempt", "=", "p.attempts")
        .onRef("a.taskId", "=", "p.taskId"),
    )
    .select(["p.id", "p.taskId", "t.taskIdentity", "t.ftype", "p.batchId", "b.batchNumber", "b.idempotencyKey"])
    .select(["p.phone", "p.contact", "p.person", "p.formDataId", "p.variables", "p.state", "p.reason", "p.remark"])
    .select(["p.attempts", "p.lastCode", "p.result", "p.level", "p.score", "p.agentId as seat"])
    .select([
      "a.callId",
      "a.startedAt",
      "a.endedAt",
      "a.answeredAt",
      "a.talkMs",
      "a.answerer",
      "a.abandoned",
      "a.agentId",
    ])
    .where("p.compId", "=", compId)
    .where("p.id", "in", [...ids])
    .where("p.state", "in", over)
    .execute();
export type OverNumber = Awaited<ReturnType<typeof overOf>>[number];
