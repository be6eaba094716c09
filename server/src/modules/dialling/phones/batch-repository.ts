/** SQL of batches and of the numbers that come with them. */
import { sql, type Insertable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { DialBatchTable } from "../../../ports/schema/dialling.ts";

export interface BatchCounts {
  readonly count: number;
  readonly succeed: number;
  readonly failing: number;
  readonly repetition: number;
  readonly blackList: number;
}

export const findBatch = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("dial_batch").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

export const batchOfKey = (trx: Trx, compId: string, taskId: string, key: string) =>
  trx
    .selectFrom("dial_batch")
    .selectAll()
    .where("compId", "=", compId)
    .where("taskId", "=", taskId)
    .where("idempotencyKey", "=", key)
    .executeTakeFirst();

/** Whoever holds the task's positions is alone here, so a number is given once. `day`: yyyyMMdd. */
export async function insertBatch(
  trx: Trx,
  row: Omit<Insertable<DialBatchTable>, "batchNumber">,
  day: string,
): Promise<void> {
  const last = await trx
    .selectFrom("dial_batch")
    .select((e) => e.fn.max(sql<number>`substr(batch_number, 10)::integer`).as("serial"))
    .where("compId", "=", row.compId)
    .where("taskId", "=", row.taskId)
    .where("batchNumber", "like", `${day}-%`)
    .executeTakeFirstOrThrow();
  const batchNumber = `${day}-${String(Number(last.serial ?? 0) + 1).padStart(3, "0")}`;
  await trx
    .insertInto("dial_batch")
    .values({ ...row, batchNumber })
    .execute();
}

export const countBatch = (trx: Trx, compId: string, id: string, by: BatchCounts) =>
  trx
    .updateTable("dial_batch")
    .set((e) => ({
      count: e("count", "+", by.count),
      succeed: e("succeed", "+", by.succeed),
      failing: e("failing", "+", by.failing),
      repetition: e("repetition", "+", by.repetition),
      blackList: e("blackList", "+", by.blackList),
    }))
    .where("compId", "=", compId)
    .where("id", "=", id)
    .execute();

export const setBatch = (trx: Trx, compId: string, id: string, set: BatchCounts & { failedFileId?: string | null }) =>
  trx.updateTable("dial_batch").set(set).where("compId", "=", compId).where("id", "=", id).execute();

export interface NewPhone {
  readonly id: string;
  readonly phone: string;
  readonly person: string;
  readonly contact: string;
  readonly priority: number;
  readonly position: number;
  readonly draw: number;
  readonly place: string;
  readonly agentId: string;
  readonly formDataId: string;
  readonly consentSource: string;
  readonly consentAt: Date | null;
  /** JSON. */
  readonly variables: string;
}

const types: Readonly<Record<keyof NewPhone, string>> = {
  ...{ id: "text", phone: "text", person: "text", contact: "text", priority: "smallint", position: "bigint" },
  ...{ draw: "integer", place: "text", agentId: "text", formDataId: "text", consentSource: "text" },
  ...{ consentAt: "timestamptz", variables: "jsonb" },
};
const names = Object.keys(types) as (keyof NewPhone)[];

/**
 * Waiting numbers, an array for each column; how many were taken: another has what is missing. What is the same in all of them goes as one
 * value: most workbooks have no seats, consents and priorities.
 */
export async function insertPhones(
  trx: Trx,
  of: { readonly compId: string; readonly taskId: string; readonly batchId: string; readonly at: Date },
  rows: readonly NewPhone[],
): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const isOne = (name: keyof NewPhone): boolean => rows.every((row) => row[name] === first[name]);
  const [same, various]: (keyof NewPhone)[][] = [[], []];
  for (const name of names) (name !== "phone" && isOne(name) ? same! : various!).push(name);
  const single = same!.map((name) => sql`${sql.val(first[name])}::${sql.raw(types[name])}`);
  const arrays = various!.map((name) => sql`${sql.val(rows.map((row) => row[name]))}::${sql.raw(types[name])}[]`);
  const columns = [...same!, ...various!].map((name) => sql.ref(name));
  const { numAffectedRows = 0n } = await sql`
    insert into dial_phone (comp_id, task_id, batch_id, created_at, ${sql.join(columns)})
    select ${of.compId}::text, ${of.taskId}::text, ${of.batchId}::text, ${of.at}::timestamptz, ${sql.join([...single, sql`*`])}
    from unnest(${sql.join(arrays)})
    on conflict (comp_id, phone, task_id) do nothing`.execute(trx);
  return Number(numAffectedRows);
}

interface BatchQuery extends PageQuery {
  /** A part of it. */
  readonly batchNumber?: string | undefined;
}

/** With what became of their numbers. */
export async function pageOfBatches(trx: Trx, compId: string, taskId: string, query: BatchQuery) {
  let base = trx.selectFrom("dial_batch as b").where("b.compId", "=", compId).where("b.taskId", "=", taskId);
  if (query.batchNumber) base = base.where("b.batchNumber", "like", containing(query.batchNumber));
  return pageOf(base, query, {
    rows: (q) =>
      q.selectAll("b").select((e) => [
        e
          .selectFrom("dial_phone as p")
          .select((c) => c.fn.countAll().as("n"))
          .whereRef("p.compId", "=", "b.compId")
          .whereRef("p.batchId", "=", "b.id")
          .where("p.state", "=", "done")
          .as("done"),
        e
          .selectFrom("dial_attempt as a")
          .select((c) => c.fn.count("a.phoneId").distinct().as("n"))
          .whereRef("a.compId", "=", "b.compId")
          .whereRef("a.batchId", "=", "b.id")
          .where("a.answeredAt", "is not", null)
          .as("answered"),
      ]),
    order: { createdAt: "b.createdAt" },
    descending: true,
    filled: ["b.createdAt"],
    tie: "b.id",
  });
}
