/** SQL of the levels of robots' calls. */
import type { Insertable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { CallScoreTable } from "../../../ports/schema/dialling-learning.ts";

/** Whose call it was: the task's number, and the robot that had the customer first. undefined: of neither. */
export async function scoredCall(trx: Trx, compId: string, callId: string) {
  const attempt = await trx
    .selectFrom("dial_attempt as a")
    .innerJoin("dial_task as t", (on) => on.onRef("t.compId", "=", "a.compId").onRef("t.id", "=", "a.taskId"))
    .select(["a.id", "a.phoneId", "a.taskId", "a.ftype", "t.settings"])
    .where("a.compId", "=", compId)
    .where("a.callId", "=", callId)
    .executeTakeFirst();
  const talk = await trx
    .selectFrom("robot_talk as r")
    .leftJoin("robot_agent as g", (on) => on.onRef("g.compId", "=", "r.compId").onRef("g.id", "=", "r.robotId"))
    .select(["r.robotId", "g.intentionRuleId"])
    .where("r.compId", "=", compId)
    .where("r.callId", "=", callId)
    .orderBy("r.seq")
    .limit(1)
    .executeTakeFirst();
  return { attempt, talk };
}

export async function putScore(trx: Trx, row: Insertable<CallScoreTable>): Promise<void> {
  const { compId: _c, callId: _i, ...set } = row;
  await trx
    .insertInto("call_score")
    .values(row)
    .onConflict((on) => on.columns(["compId", "callId"]).doUpdateSet(set))
    .execute();
}

/** The level of a try is that of its number, too. */
export async function levelAttempt(
  trx: Trx,
  compId: string,
  attempt: { readonly id: string; readonly phoneId: string },
  set: { readonly level: string; readonly score: number },
): Promise<void> {
  await trx.updateTable("dial_attempt").set(set).where("compId", "=", compId).where("id", "=", attempt.id).execute();
  await trx.updateTable("dial_phone").set(set).where("compId", "=", compId).where("id", "=", attempt.phoneId).execute();
}

/** Ended calls that robots had, newest first. */
export function lastRobotCalls(trx: Trx, compId: string, robotId: string, limit: number) {
  let calls = trx
    .selectFrom("robot_talk as r")
    .innerJoin("call_record as c", (on) => on.onRef("c.compId", "=", "r.compId").onRef("c.callId", "=", "r.callId"))
    .leftJoin("robot_agent as g", (on) => on.onRef("g.compId", "=", "r.compId").onRef("g.id", "=", "r.robotId"))
    .leftJoin("call_score as s", (on) => on.onRef("s.compId", "=", "r.compId").onRef("s.callId", "=", "r.callId"))
    .select(["r.callId", "r.takenAt", "r.number", "r.robotName", "g.name as nameNow", "s.level", "s.score"])
    .where("r.compId", "=", compId)
    .where("r.seq", "=", 1)
    .where("c.endAt", "is not", null);
  if (robotId !== "") calls = calls.where("r.robotId", "=", robotId);
  return calls.orderBy("r.takenAt", "desc").orderBy("r.callId", "desc").limit(limit).execute();
}
