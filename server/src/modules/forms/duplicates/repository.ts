/** SQL of duplicates: what a form compares, the records that one rule finds equal, and the groups that were found. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { DuplicateGroupTable, DuplicateSettingTable } from "../../../ports/schema/beside-records.ts";
import type { Slot } from "../../../ports/schema/forms.ts";
import { formsOfAddress } from "./scoring.ts";

export type SettingRow = Selectable<DuplicateSettingTable>;

export const findSetting = (trx: Trx, compId: string, formId: string): Promise<SettingRow | undefined> =>
  trx
    .selectFrom("duplicate_setting")
    .selectAll()
    .where("compId", "=", compId)
    .where("formId", "=", formId)
    .executeTakeFirst();

export const putSetting = (trx: Trx, row: Insertable<DuplicateSettingTable>) => {
  const { mode, threshold, rules } = row;
  return trx
    .insertInto("duplicate_setting")
    .values(row)
    .onConflict((on) => on.columns(["compId", "formId"]).doUpdateSet({ mode, threshold, rules }))
    .execute();
};

export const updateSetting = (trx: Trx, compId: string, formId: string, set: Updateable<DuplicateSettingTable>) =>
  trx.updateTable("duplicate_setting").set(set).where("compId", "=", compId).where("formId", "=", formId).execute();

/** Of two saves with one key the second waits for the first, and sees it. Always in one order. */
export async function lockKeys(trx: Trx, compId: string, formId: string, keys: readonly string[]): Promise<void> {
  for (const key of [...new Set(keys)].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`duplicate ${compId} ${formId} ${key}`}::text, 0))`.execute(
      trx,
    );
}

const mostCandidates = 200;

const live = (trx: Trx, compId: string, formId: string) =>
  trx
    .selectFrom("form_record as r")
    .where("r.compId", "=", compId)
    .where("r.formId", "=", formId)
    .where("r.deletedAt", "is", null);

export async function withNumbers(
  trx: Trx,
  compId: string,
  formId: string,
  numbers: readonly string[],
): Promise<string[]> {
  if (numbers.length === 0) return [];
  const rows = await live(trx, compId, formId)
    .innerJoin("record_phone as p", (on) => on.onRef("p.compId", "=", "r.compId").onRef("p.recordId", "=", "r.id"))
    .where("p.number", "in", [...numbers])
    .select("r.id")
    .distinct()
    .limit(mostCandidates)
    .execute();
  return rows.map(({ id }) => id);
}

/** By the column that the field stands in: its text, or the name with any form of address. */
export async function withText(
  trx: Trx,
  compId: string,
  formId: string,
  slot: Slot,
  { text, name }: { readonly text: string; readonly name: boolean },
): Promise<string[]> {
  const texts = (name ? [text, ...formsOfAddress.map((one) => `${text}${one}`)] : [text]).map((one) =>
    one.slice(0, 100),
  );
  const rows = await live(trx, compId, formId)
    .where(sql<boolean>`${sql.ref(`r.${slot}`)} = any(${sql.val(texts)}::text[])`)
    .select("r.id")
    .limit(mostCandidates)
    .execute();
  return rows.map(({ id }) => id);
}

/** Of many at once, as far as a batch of rows needs them. */
const mostOfMany = 5_000;

export async function withAnyNumber(
  trx: Trx,
  compId: string,
  formId: string,
  numbers: readonly string[],
): Promise<string[]> {
  const rows = await live(trx, compId, formId)
    .innerJoin("record_phone as p", (on) => on.onRef("p.compId", "=", "r.compId").onRef("p.recordId", "=", "r.id"))
    .where(sql<boolean>`p.number = any(${sql.val([...numbers])}::text[])`)
    .select("r.id")
    .distinct()
    .limit(mostOfMany)
    .execute();
  return rows.map(({ id }) => id);
}

export async function withAnyText(
  trx: Trx,
  compId: string,
  formId: string,
  slot: Slot,
  texts: readonly string[],
): Promise<string[]> {
  const rows = await live(trx, compId, formId)
    .where(sql<boolean>`${sql.ref(`r.${slot}`)} = any(${sql.val(texts.map((one) => one.slice(0, 100)))}::text[])`)
    .select("r.id")
    .limit(mostOfMany)
    .execute();
  return rows.map(({ id }) => id);
}

export async function phonesOf(
  trx: Trx,
  compId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map<string, string[]>();
  if (ids.length === 0) return found;
  const rows = await trx
    .selectFrom("record_phone")
    .select(["recordId", "number"])
    .where("compId", "=", compId)
    .where("recordId", "in", [...ids])
    .execute();
  for (const { recordId, number } of rows) found.set(recordId, [...(found.get(recordId) ?? []), number]);
  return found;
}

/** What more records share is no sign that they are the same: a switchboard, a common name. */
const mostInBucket = 50;
const mostBuckets = 20_000;

const idsOfRows = (rows: readonly { readonly ids: readonly string[] }[]): readonly (readonly string[])[] =>
  rows.map(({ ids }) => ids);

/** Ids of records that share a number. */
export async function sharedNumbers(trx: Trx, compId: string, formId: string) {
  const { rows } = await sql<{ ids: string[] }>`
    select json_agg(r.id order by r.id) as ids
    from record_phone p join form_record r on r.comp_id = p.comp_id and r.id = p.record_id
    where p.comp_id = ${compId} and r.form_id = ${formId} and r.deleted_at is null
    group by p.number having count(*) between 2 and ${mostInBucket} limit ${mostBuckets}`.execute(trx);
  return idsOfRows(rows);
}

/** Ids of records that share a text, or a name without its form of address. */
export async function sharedTexts(trx: Trx, compId: string, formId: string, slot: Slot, name: boolean) {
  const column = sql.ref(slot);
  const address = `(?<=.)(${formsOfAddress.join("|")})$`;
  const key = name ? sql`regexp_replace(regexp_replace(${column}, '\\s', '', 'g'), ${address}, '')` : column;
  const { rows } = await sql<{ ids: string[] }>`
    select json_agg(id order by id) as ids from form_record
    where comp_id = ${compId} and form_id = ${formId} and deleted_at is null and ${column} is not null and ${column} <> ''
    group by ${key} having count(*) between 2 and ${mostInBucket} limit ${mostBuckets}`.execute(trx);
  return idsOfRows(rows);
}

const groups = (trx: Trx, compId: string, formId: string) =>
  trx.selectFrom("duplicate_group").where("compId", "=", compId).where("formId", "=", formId);

/** Those that were found before go, but what somebody said of one stays said. */
export async function putGroups(
  trx: Trx,
  compId: string,
  formId: string,
  rows: readonly Omit<Insertable<DuplicateGroupTable>, "compId" | "formId">[],
): Promise<void> {
  await trx
    .deleteFrom("duplicate_group")
    .where("compId", "=", compId)
    .where("formId", "=", formId)
    .where("ignored", "=", 0)
    .execute();
  for (let at = 0; at < rows.length; at += 1_000)
    await trx
      .insertInto("duplicate_group")
      .values(rows.slice(at, at + 1_000).map((row) => ({ compId, formId, ...row })))
      .onConflict((on) => on.doNothing())
      .execute();
}

export async function pageOfGroups(
  trx: Trx,
  compId: string,
  formId: string,
  { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number },
) {
  const open = groups(trx, compId, formId).where("ignored", "=", 0);
  const [rows, { total }] = await Promise.all([
    open
      .selectAll()
      .orderBy("score", "desc")
      .orderBy("id")
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute(),
    open.select((e) => e.fn.countAll().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

/** The form of a group; undefined: there is none. */
export const findGroup = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("duplicate_group")
    .select(["formId", "recordIds"])
    .where("compId", "=", compId)
    .where("id", "=", id)
    .executeTakeFirst();

export const ignoreGroup = (trx: Trx, compId: string, id: string) =>
  trx.updateTable("duplicate_group").set({ ignored: 1 }).where("compId", "=", compId).where("id", "=", id).execute();

/** A record that is none any more leaves its groups; one alone is no group. */
export async function leaveGroups(trx: Trx, compId: string, formId: string, recordId: string): Promise<void> {
  const rows = await groups(trx, compId, formId)
    .select(["id", "recordIds"])
    .where(sql<boolean>`record_ids @> ${JSON.stringify([recordId])}::jsonb`)
    .execute();
  for (const { id, recordIds } of rows) {
    const left = recordIds.filter((one) => one !== recordId);
    const of = { compId, formId, id };
    if (left.length < 2)
      await trx
        .deleteFrom("duplicate_group")
        .where((e) => e.and(of))
        .execute();
    else
      await trx
        .updateTable("duplicate_group")
        .set({ recordIds: JSON.stringify(left) })
        .where((e) => e.and(of))
        .execute();
  }
}
