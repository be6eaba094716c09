/** SQL of the numbers that a record has beside those of its fields. */
import { sql, type Insertable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { RecordNumberTable } from "../../../ports/schema/beside-records.ts";

export interface MoreNumber {
  readonly id: string;
  readonly number: string;
  readonly note: string;
}

/** Of each record, in the order in which they were added. */
export async function numbersOfRecords(
  trx: Trx,
  compId: string,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, MoreNumber[]>> {
  const found = new Map<string, MoreNumber[]>();
  if (recordIds.length === 0) return found;
  const rows = await trx
    .selectFrom("record_number")
    .select(["recordId", "id", "number", "note"])
    .where("compId", "=", compId)
    .where(sql<boolean>`record_id = any(${sql.val([...recordIds])}::text[])`)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  for (const { recordId, ...one } of rows) found.set(recordId, [...(found.get(recordId) ?? []), one]);
  return found;
}

/** What calls find records by: their numbers beside those of their fields. After insertFinders. */
export async function findByNumbers(trx: Trx, compId: string, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length === 0) return;
  await sql`
    insert into record_phone (comp_id, number, record_id)
    select comp_id, number, record_id from record_number
    where comp_id = ${compId} and record_id = any(${sql.val([...recordIds])}::text[])
    on conflict do nothing`.execute(trx);
}

export async function insertNumbers(
  trx: Trx,
  compId: string,
  recordId: string,
  rows: readonly Omit<Insertable<RecordNumberTable>, "compId" | "recordId">[],
): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto("record_number")
    .values(rows.map((row) => ({ compId, recordId, ...row })))
    .onConflict((on) => on.doNothing())
    .execute();
  await findByNumbers(trx, compId, [recordId]);
}

/** They are no more found by calls; what a field holds, too, is put back by whoever knows the fields. */
export async function deleteNumbers(
  trx: Trx,
  compId: string,
  recordId: string,
  numbers: readonly string[],
): Promise<void> {
  if (numbers.length === 0) return;
  for (const table of ["record_number", "record_phone"] as const)
    await trx
      .deleteFrom(table as "record_phone")
      .where("compId", "=", compId)
      .where("recordId", "=", recordId)
      .where("number", "in", [...numbers])
      .execute();
}

/** All that it is found by. */
export async function phonesOfRecord(trx: Trx, compId: string, recordId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("record_phone")
    .select("number")
    .where("compId", "=", compId)
    .where("recordId", "=", recordId)
    .execute();
  return rows.map(({ number }) => number);
}
