/** SQL of tags and of the records that have them. */
import type { TagColor } from "@liantai/api/contract/workorder";
import { sql, type Insertable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { FormTagTable } from "../../../ports/schema/beside-records.ts";

export interface Tag {
  readonly id: string;
  readonly name: string;
  readonly color: TagColor;
}

const ofForms = (trx: Trx, compId: string) => trx.selectFrom("form_tag as t").where("t.compId", "=", compId);

/** By name, each with how many records outside the recycle bin have it. */
export async function tagsOfForm(trx: Trx, compId: string, formId: string) {
  const rows = await ofForms(trx, compId)
    .where("t.formId", "=", formId)
    .select(["t.id", "t.name", "t.color"])
    .select((e) =>
      e
        .selectFrom("record_tag as m")
        .innerJoin("form_record as r", (on) => on.onRef("r.compId", "=", "m.compId").onRef("r.id", "=", "m.recordId"))
        .whereRef("m.compId", "=", "t.compId")
        .whereRef("m.tagId", "=", "t.id")
        .where("r.deletedAt", "is", null)
        .select((f) => f.fn.countAll().as("count"))
        .as("count"),
    )
    .orderBy("t.createdAt")
    .orderBy("t.id")
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Nobody deletes them until the transaction ends. */
export const findTags = (trx: Trx, compId: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : ofForms(trx, compId)
        .where("t.id", "in", [...ids])
        .selectAll("t")
        .orderBy("t.createdAt")
        .orderBy("t.id")
        .forKeyShare()
        .execute();

export const insertTag = (trx: Trx, row: Insertable<FormTagTable>) => trx.insertInto("form_tag").values(row).execute();

export const updateTag = (
  trx: Trx,
  compId: string,
  id: string,
  set: { readonly name: string; readonly color: TagColor },
) => trx.updateTable("form_tag").set(set).where("compId", "=", compId).where("id", "=", id).execute();

export const deleteTags = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx
    .deleteFrom("form_tag")
    .where("compId", "=", compId)
    .where("id", "in", [...ids])
    .execute();

/** What each of the records is marked with, in the order in which the tags were made. */
export async function tagsOfRecords(
  trx: Trx,
  compId: string,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, Tag[]>> {
  const found = new Map<string, Tag[]>();
  if (recordIds.length === 0) return found;
  const rows = await trx
    .selectFrom("record_tag as m")
    .innerJoin("form_tag as t", (on) => on.onRef("t.compId", "=", "m.compId").onRef("t.id", "=", "m.tagId"))
    .where("m.compId", "=", compId)
    .where(sql<boolean>`m.record_id = any(${sql.val([...recordIds])}::text[])`)
    .select(["m.recordId", "t.id", "t.name", "t.color"])
    .orderBy("t.createdAt")
    .orderBy("t.id")
    .execute();
  for (const { recordId, ...tag } of rows) found.set(recordId, [...(found.get(recordId) ?? []), tag]);
  return found;
}

export async function markRecord(
  trx: Trx,
  compId: string,
  record: { readonly id: string; readonly createdAt: Date },
  tagIds: readonly string[],
): Promise<void> {
  if (tagIds.length === 0) return;
  await trx
    .insertInto("record_tag")
    .values(tagIds.map((tagId) => ({ compId, tagId, createdAt: record.createdAt, recordId: record.id })))
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function unmarkRecord(
  trx: Trx,
  compId: string,
  recordId: string,
  tagIds: readonly string[],
): Promise<void> {
  if (tagIds.length === 0) return;
  await trx
    .deleteFrom("record_tag")
    .where("compId", "=", compId)
    .where("recordId", "=", recordId)
    .where(sql<boolean>`tag_id = any(${sql.val([...tagIds])}::text[])`)
    .execute();
}
