/** SQL of what an enterprise's tasks did lately: what a forecast is made from. */
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";

/** Attempts that are over, of tasks of a kind. */
export async function historyOf(trx: Trx, compId: string, ftype: number, since: Date) {
  const sums = await trx
    .selectFrom("dial_attempt")
    .select((e) => [
      e.fn.countAll<number>().as("calls"),
      e.fn.count<number>("answeredAt").as("answered"),
      sql<number>`coalesce(avg(talk_ms) filter (where answered_at is not null), 0)`.as("talkMs"),
      sql<number>`coalesce(avg(ring_ms), 0)`.as("ringMs"),
      sql<number>`coalesce(avg(cost), 0)`.as("cost"),
      sql<number>`count(*) filter (where abandoned = 1)`.as("abandoned"),
    ])
    .where("compId", "=", compId)
    .where("ftype", "=", ftype)
    .where("endedAt", "is not", null)
    .where("startedAt", ">=", since)
    .executeTakeFirstOrThrow();
  const codes = await trx
    .selectFrom("dial_attempt")
    .select((e) => ["code", e.fn.countAll<number>().as("n")])
    .where("compId", "=", compId)
    .where("ftype", "=", ftype)
    .where("endedAt", "is not", null)
    .where("answeredAt", "is", null)
    .where("code", "is not", null)
    .where("startedAt", ">=", since)
    .groupBy("code")
    .execute();
  return {
    calls: Number(sums.calls),
    answered: Number(sums.answered),
    talkS: Number(sums.talkMs) / 1_000,
    ringS: Number(sums.ringMs) / 1_000,
    /** Thousandths of a yuan, of an attempt. */
    cost: Number(sums.cost),
    abandoned: Number(sums.abandoned),
    unanswered: codes.map(({ code, n }) => ({ code: Number(code), count: Number(n) })),
  };
}
