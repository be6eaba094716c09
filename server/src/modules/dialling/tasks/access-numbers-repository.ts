/** SQL of the numbers that tasks show, and of what came of the calls that showed them. */
import { sql } from "kysely";
import { pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import { quickMs, restText } from "../../numbers/index.ts";
import { cameToComplaint } from "../attempts/complaints-repository.ts";

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

export interface Reputation {
  readonly calls: number;
  readonly answered: number;
  readonly quick: number;
  readonly complaints: number;
}

/** Attempts over all tasks since then. A complaint: its business result says so, or the customer refused further calls. */
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
      sql<number>`count(*) filter (where refused = 1 or ${cameToComplaint})`.as("complaints"),
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

/** Why numbers are not shown for now. */
export async function restsOf(
  trx: Trx,
  compId: string,
  numbers: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await trx
    .selectFrom("display_number")
    .select(["number", "pausedAt", "pausedReason", "pausedBy", "restUntil"])
    .where("compId", "=", compId)
    .where("number", "in", numbers)
    .where("pausedAt", "is not", null)
    .execute();
  return new Map(rows.map((row) => [row.number, restText(row, now)]));
}
