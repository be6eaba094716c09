/** SQL of the numbers that tasks show, and of what came of the calls that showed them. */
import { sql } from "kysely";
import { pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";

/** numbers: of these alone. */
export const listAccessNumbers = (
  trx: Trx,
  compId: string,
  page: PageQuery,
  numbers: readonly string[] | undefined,
) => {
  let base = trx.selectFrom("access_number as n").where("n.compId", "=", compId).where("n.enabled", "=", 1);
  if (numbers) base = base.where("n.number", "in", numbers.length > 0 ? numbers : [""]);
  return pageOf(base, page, {
    rows: (q) => q.select(["n.number", "n.title"]),
    order: { number: "n.number" },
    tie: "n.number",
  });
};

/** Answered and over within so long, ms: who hears it hangs up. */
const quickMs = 5_000;

export interface Reputation {
  readonly calls: number;
  readonly answered: number;
  readonly quick: number;
  readonly complaints: number;
}

/** Attempts over all tasks since then. A complaint is an attempt whose business result says so. */
export async function reputations(
  trx: Trx,
  compId: string,
  numbers: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, Reputation>> {
  if (numbers.length === 0) return new Map();
  const rows = await trx
    .selectFrom("dial_attempt")
    .select((e) => [
      "displayed",
      e.fn.countAll<number>().as("calls"),
      e.fn.count<number>("answeredAt").as("answered"),
      sql<number>`count(*) filter (where answered_at is not null and ended_at is not null
        and ended_at - answered_at < ${quickMs} * interval '1 millisecond')`.as("quick"),
      sql<number>`count(*) filter (where result like '%投诉%')`.as("complaints"),
    ])
    .where("compId", "=", compId)
    .where("displayed", "in", numbers)
    .where("startedAt", ">=", since)
    .groupBy("displayed")
    .execute();
  return new Map(
    rows.map(({ displayed, calls, answered, quick, complaints }) => [
      displayed,
      { calls: Number(calls), answered: Number(answered), quick: Number(quick), complaints: Number(complaints) },
    ]),
  );
}

/** Why a number is not shown where nobody said why. */
export const pausedText = "已暂停外显";

/** Numbers that the display rule of 接入号码 has paused, with the reason. */
export async function restsOf(
  trx: Trx,
  compId: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map();
  const paused = await trx
    .selectFrom("display_number")
    .select(["number", "pausedReason as reason"])
    .where("compId", "=", compId)
    .where("number", "in", numbers)
    .where("pausedAt", "is not", null)
    .execute();
  return new Map(paused.map(({ number, reason }) => [number, reason || pausedText]));
}
