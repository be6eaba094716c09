/** SQL of what changed in records: their history, and what a stale save of an order is told of. */
import type { RecordValues } from "@liantai/api/contract/workorder";
import { sameValue } from "@liantai/api/forms";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { StoredChange } from "../../../ports/schema/forms.ts";

/** By name, what it was and what it is; absent where there was or is nothing. Pure. */
export const changesOf = (before: RecordValues, after: RecordValues): StoredChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !sameValue(before[name], after[name]))
    .map((name) => ({ name, before: before[name], after: after[name] }));

interface NewChange {
  readonly compId: string;
  readonly recordId: string;
  readonly version: number;
  readonly at: Date;
  readonly byName: string;
  readonly orderSeq?: number | undefined;
  readonly changes: readonly StoredChange[];
}

export async function insertChange(trx: Trx, { changes, orderSeq, ...row }: NewChange): Promise<void> {
  await trx
    .insertInto("record_change")
    .values({ ...row, orderSeq: orderSeq ?? null, changes: JSON.stringify(changes) })
    .execute();
}

const of = (trx: Trx, compId: string, recordId: string) =>
  trx.selectFrom("record_change").where("compId", "=", compId).where("recordId", "=", recordId);

/** Newest first. */
export const changesOfRecord = (trx: Trx, compId: string, recordId: string, limit: number) =>
  of(trx, compId, recordId).selectAll().orderBy("version", "desc").limit(limit).execute();

/** What changed behind that version, newest first. */
export const changesAfter = (trx: Trx, compId: string, recordId: string, version: number) =>
  of(trx, compId, recordId).select("changes").where("version", ">", version).orderBy("version", "desc").execute();

/** A page of what was done to the values, of one field or of any, newest first. */
export async function pageOfChanges(
  trx: Trx,
  compId: string,
  recordId: string,
  { field, pageNo, pageSize }: { readonly field?: string; readonly pageNo: number; readonly pageSize: number },
) {
  const all = of(trx, compId, recordId);
  const asked =
    field === undefined ? all : all.where(sql<boolean>`changes @> ${JSON.stringify([{ name: field }])}::jsonb`);
  const [rows, { total }] = await Promise.all([
    asked
      .selectAll()
      .orderBy("version", "desc")
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute(),
    asked.select((e) => e.fn.countAll().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

export const changeOfVersion = (trx: Trx, compId: string, recordId: string, version: number) =>
  of(trx, compId, recordId).select("changes").where("version", "=", version).executeTakeFirst();

/** Of several records, newest first each. */
export const changesOfRecords = (trx: Trx, compId: string, recordIds: readonly string[]) =>
  trx
    .selectFrom("record_change")
    .select(["recordId", "orderSeq", "changes"])
    .where("compId", "=", compId)
    .where("recordId", "in", [...recordIds])
    .orderBy("recordId")
    .orderBy("version", "desc")
    .execute();

/** Fields that were written after that event of the order. */
export async function fieldsSince(trx: Trx, compId: string, recordId: string, orderSeq: number): Promise<string[]> {
  const rows = await of(trx, compId, recordId).select("changes").where("orderSeq", ">", orderSeq).execute();
  return [...new Set(rows.flatMap(({ changes }) => changes.map(({ name }) => name)))];
}
