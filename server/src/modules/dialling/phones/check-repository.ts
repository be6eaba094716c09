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

/**
 * Those that the task has, with their batches, and those that another task has which is not over, added since then: one way through the
 * index that finds a number in all tasks. Asked apart, each read the growing table whole (42 ms for 5,000 numbers instead of 9).
 */
export async function phonesThereAndElsewhere(
  trx: Trx,
  { compId, taskId, since, now }: { compId: string; taskId: string; since: Date; now: Date },
  phones: readonly string[],
): Promise<{ readonly there: readonly { phone: string; batchId: string }[]; readonly elsewhere: ReadonlySet<string> }> {
  const rows = await trx
    .selectFrom("dial_phone as p")
    .select("p.phone")
    .select([
      sql<string | null>`max(p.batch_id) filter (where p.task_id = ${taskId})`.as("batchId"),
      sql<boolean>`bool_or(p.task_id <> ${taskId})`.as("elsewhere"),
    ])
    .where("p.compId", "=", compId)
    .modifyFront(plannedAnew)
    .where(anyOf("p.phone", phones))
    .where((e) =>
      e.or([
        e("p.taskId", "=", taskId),
        e.and([
          e("p.createdAt", ">=", since),
          e.exists(
            e
              .selectFrom("task as t")
              .select("t.id")
              .whereRef("t.compId", "=", "p.compId")
              .whereRef("t.id", "=", "p.taskId")
              .where("t.state", "in", ["notStarted", "running", "paused"])
              .where((o) => o.or([o("t.untilAt", "is", null), o("t.untilAt", ">", now)])),
          ),
        ]),
      ]),
    )
    .groupBy("p.phone")
    .execute();
  return {
    there: rows.flatMap(({ phone, batchId }) => (batchId === null ? [] : [{ phone, batchId }])),
    elsewhere: new Set(rows.filter((row) => row.elsewhere).map(({ phone }) => phone)),
  };
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

/** Those that the task has. */
export async function seatsOfTask(
  trx: Trx,
  { compId, taskId }: { readonly compId: string; readonly taskId: string },
  agentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom("task_seat")
    .select("agentId")
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
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
