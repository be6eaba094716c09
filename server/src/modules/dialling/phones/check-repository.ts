/** What is asked of thousands of numbers at once before they are taken; every statement is one question for all of them. */
import { sql } from "kysely";
import { plannedAnew } from "../../../adapters/database/statements.ts";
import type { Trx } from "../../../ports/database.ts";

/**
 * One parameter whatever the number of values. The statements are planned anew: the values are a part of the plan then, and rows that are
 * read are looked up among them; otherwise each row is compared with every value (100,000 numbers took 30 s).
 */
const anyOf = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${sql.val([...values])}::text[])`;

/** Those that the task has, with their batches. */
export const phonesThere = (trx: Trx, compId: string, taskId: string, phones: readonly string[]) =>
  trx
    .selectFrom("dial_phone")
    .select(["phone", "batchId"])
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .modifyFront(plannedAnew)
    .where(anyOf("phone", phones))
    .execute();

/** Those that another task has which is not over, added since then. */
export async function phonesElsewhere(
  trx: Trx,
  { compId, taskId, since, now }: { compId: string; taskId: string; since: Date; now: Date },
  phones: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom("dial_phone as p")
    .innerJoin("task as t", (j) => j.onRef("t.compId", "=", "p.compId").onRef("t.id", "=", "p.taskId"))
    .select("p.phone")
    .distinct()
    .where("p.compId", "=", compId)
    .modifyFront(plannedAnew)
    .where(anyOf("p.phone", phones))
    .where("p.taskId", "<>", taskId)
    .where("p.createdAt", ">=", since)
    .where("t.state", "in", ["notStarted", "running", "paused"])
    .where((e) => e.or([e("t.untilAt", "is", null), e("t.untilAt", ">", now)]))
    .execute();
  return new Set(rows.map(({ phone }) => phone));
}

/** Those that were dialled so often since then, over all tasks. */
export async function phonesOften(
  trx: Trx,
  { compId, since, most }: { compId: string; since: Date; most: number },
  phones: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom("dial_attempt")
    .select("phone")
    .where("compId", "=", compId)
    .modifyFront(plannedAnew)
    .where(anyOf("phone", phones))
    .where("startedAt", ">=", since)
    .groupBy("phone")
    .having((e) => e(e.fn.countAll(), ">=", most))
    .execute();
  return new Set(rows.map(({ phone }) => phone));
}

export async function seatsThere(trx: Trx, compId: string, agentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom("seat")
    .select("agentId")
    .where("compId", "=", compId)
    .modifyFront(plannedAnew)
    .where(anyOf("agentId", agentIds))
    .execute();
  return new Set(rows.map(({ agentId }) => agentId));
}

/** Those that the list has. */
export async function phonesInList(
  trx: Trx,
  compId: string,
  listId: string,
  phones: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom("number_list_phone")
    .select("phone")
    .where("compId", "=", compId)
    .where("listId", "=", listId)
    .modifyFront(plannedAnew)
    .where(anyOf("phone", phones))
    .execute();
  return new Set(rows.map(({ phone }) => phone));
}
