/** SQL of merges: what moves from one record to another, and back. */
import { sql, type Insertable, type Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { KeptLink, KeptRecord, RecordMergeTable } from "../../../ports/schema/beside-records.ts";
import { numbersOfRecords } from "../records/number-repository.ts";
import { tagsOfRecords } from "../records/tag-repository.ts";
import type { RecordRow } from "../records/repository.ts";

export type MergeRow = Selectable<RecordMergeTable>;

/** A record as it is, with what stands beside its values. */
export async function keptRecord(
  trx: Trx,
  compId: string,
  { id, values, formVersion }: Pick<RecordRow, "id" | "values" | "formVersion">,
): Promise<KeptRecord> {
  const tags = (await tagsOfRecords(trx, compId, [id])).get(id) ?? [];
  const numbers = (await numbersOfRecords(trx, compId, [id])).get(id) ?? [];
  return { formVersion, values, tags: tags.map((tag) => tag.id), numbers };
}

const linksOf = (trx: Trx, compId: string, recordId: string) =>
  trx.selectFrom("customer_link").where("compId", "=", compId).where("recordId", "=", recordId);

export async function keptLinks(trx: Trx, compId: string, recordId: string): Promise<KeptLink[]> {
  const rows = await linksOf(trx, compId, recordId).select(["kind", "contactId", "at"]).orderBy("at").execute();
  return rows.map(({ at, ...link }) => ({ ...link, at: at.getTime() }));
}

/** Contacts go over to another record; those that it had already stay one. */
export async function moveLinks(trx: Trx, compId: string, from: string, to: string): Promise<void> {
  await sql`
    insert into customer_link (comp_id, record_id, kind, contact_id, at)
    select comp_id, ${to}::text, kind, contact_id, at from customer_link where comp_id = ${compId} and record_id = ${from}
    on conflict do nothing`.execute(trx);
  await trx.deleteFrom("customer_link").where("compId", "=", compId).where("recordId", "=", from).execute();
}

const linksAtOnce = 1_000;

export async function putLinks(trx: Trx, compId: string, recordId: string, links: readonly KeptLink[]): Promise<void> {
  for (let from = 0; from < links.length; from += linksAtOnce)
    await trx
      .insertInto("customer_link")
      .values(
        links
          .slice(from, from + linksAtOnce)
          .map(({ at, ...link }) => ({ compId, recordId, ...link, at: new Date(at) })),
      )
      .onConflict((on) => on.doNothing())
      .execute();
}

export async function takeLinks(trx: Trx, compId: string, recordId: string, links: readonly KeptLink[]): Promise<void> {
  if (links.length === 0) return;
  const keys = JSON.stringify(links.map(({ kind, contactId }) => ({ kind, id: contactId })));
  await sql`
    delete from customer_link l using jsonb_to_recordset(${keys}::jsonb) as k(kind text, id text)
    where l.comp_id = ${compId} and l.record_id = ${recordId} and l.kind = k.kind and l.contact_id = k.id`.execute(trx);
}

/** Records below one lie below the other. */
export async function moveChildren(trx: Trx, compId: string, from: string, to: string): Promise<string[]> {
  const rows = await trx
    .updateTable("form_record")
    .set({ parentId: to })
    .where("compId", "=", compId)
    .where("parentId", "=", from)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function putChildren(
  trx: Trx,
  compId: string,
  ids: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("form_record")
    .set({ parentId: to })
    .where("compId", "=", compId)
    .where("parentId", "=", from)
    .where("id", "in", [...ids])
    .execute();
}

export const insertMerge = (trx: Trx, row: Insertable<RecordMergeTable>) =>
  trx.insertInto("record_merge").values(row).execute();

export const findMerge = (trx: Trx, compId: string, id: string): Promise<MergeRow | undefined> =>
  trx
    .selectFrom("record_merge")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** What was merged into another, held. */
export const findMerged = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("form_record")
    .select(["id", "formId", "values", "createdAt"])
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where("mergedInto", "is not", null)
    .forUpdate()
    .executeTakeFirst();

export const setUndone = (trx: Trx, compId: string, id: string, undoneAt: Date) =>
  trx.updateTable("record_merge").set({ undoneAt }).where("compId", "=", compId).where("id", "=", id).execute();

export async function pageOfMerges(
  trx: Trx,
  compId: string,
  formId: string,
  { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number },
) {
  const all = trx.selectFrom("record_merge").where("compId", "=", compId).where("formId", "=", formId);
  const [rows, { total }] = await Promise.all([
    all
      .select(["id", "survivorId", "survivorTitle", "loserTitle", "at", "byName", "undoneAt"])
      .orderBy("at", "desc")
      .orderBy("id", "desc")
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute(),
    all.select((e) => e.fn.countAll().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}
