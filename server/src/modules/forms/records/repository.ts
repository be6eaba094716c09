/** SQL of records and of what they are found by. */
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { FormRecordTable, Slot } from "../../../ports/schema/forms.ts";
import { noSlots, type Indexed, type UniqueKey } from "./indexing.ts";
import { within, type Scope } from "./scope.ts";

export const recordColumns = [
  "id",
  "formId",
  "formVersion",
  "version",
  "values",
  "source",
  "ownerId",
  "ownerName",
  "groupId",
  "callId",
  "parentId",
  "createdAt",
  "updatedAt",
  "updatedBy",
  "deletedAt",
  "orderId",
  "hiddenFields",
  "mergedInto",
  "ownedAt",
] as const;
export type RecordRow = Omit<Selectable<FormRecordTable>, Slot | "compId">;

interface Find {
  readonly scope: Scope;
  /** In the recycle bin; default: not. */
  readonly deleted?: boolean;
  /** Held to the end of the transaction. */
  readonly lock?: boolean;
}

export async function findRecords(
  trx: Trx,
  compId: string,
  ids: readonly string[],
  { scope, deleted = false, lock = false }: Find,
): Promise<RecordRow[]> {
  const base = trx
    .selectFrom("form_record as r")
    .where("r.compId", "=", compId)
    .where(sql<boolean>`r.id = any(${list([...new Set(ids)])})`)
    .where("r.deletedAt", deleted ? "is not" : "is", null)
    // What was merged leads to another and lies in no recycle bin.
    .where("r.mergedInto", "is", null);
  const found = within(base, scope).select(recordColumns).orderBy("r.id");
  return (lock ? found.forUpdate() : found).execute();
}

export const findRecord = async (trx: Trx, compId: string, id: string, find: Find): Promise<RecordRow | undefined> =>
  (await findRecords(trx, compId, [id], find))[0];

/** Of which forms these are, whatever became of them. */
export async function formsOf(trx: Trx, compId: string, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom("form_record")
    .select("formId")
    .distinct()
    .where("compId", "=", compId)
    .where(sql<boolean>`id = any(${list([...new Set(ids)])})`)
    .execute();
  return rows.map(({ formId }) => formId);
}

/** Where an id leads: the record that it was merged into, and that one's, to the one that stands. */
export async function survivorOf(trx: Trx, compId: string, id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with recursive led (id, merged_into, steps) as (
      select id, merged_into, 0 from form_record where comp_id = ${compId} and id = ${id}
      union all
      select r.id, r.merged_into, led.steps + 1 from form_record r
      join led on r.comp_id = ${compId} and r.id = led.merged_into where led.steps < 100
    )
    select id from led where merged_into is null`.execute(trx);
  return rows[0]?.id ?? id;
}

export async function insertRecords(trx: Trx, rows: readonly Insertable<FormRecordTable>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto("form_record").values(rows).execute();
}

const slotTypes = { t: "text", n: "float8", d: "timestamptz" } as const;

/** Records of one import, which differ in nothing but their values and what finds them. */
export async function insertImported(
  trx: Trx,
  shared: Pick<
    Insertable<FormRecordTable>,
    "compId" | "formId" | "formVersion" | "ownerId" | "ownerName" | "groupId" | "updatedBy"
  > & { readonly at: Date },
  rows: readonly { readonly id: string; readonly values: string; readonly slots: Indexed["slots"] }[],
): Promise<void> {
  if (rows.length === 0) return;
  const { compId, formId, formVersion, ownerId, ownerName, groupId, updatedBy, at } = shared;
  const slots = (Object.keys(noSlots) as Slot[]).filter((slot) => rows.some((row) => row.slots[slot] != null));
  const columns = slots.map((slot) =>
    list(
      rows.map((row) => row.slots[slot] ?? null),
      slotTypes[slot[0] as keyof typeof slotTypes],
    ),
  );
  const ids = list(rows.map(({ id }) => id));
  const values = list(
    rows.map((row) => row.values),
    "jsonb",
  );
  await sql`
    insert into form_record (comp_id, form_id, form_version, version, source, owner_id, owner_name, group_id, created_at,
      updated_at, updated_by, ${sql.join(["id", "values", ...slots].map((name) => sql.id(name)))})
    select ${compId}::text, ${formId}::text, ${formVersion}::integer, 1, 'import', ${ownerId ?? ""}::text, ${ownerName ?? ""}::text,
      ${groupId ?? null}::text, ${at}::timestamptz, ${at}::timestamptz, ${updatedBy ?? ""}::text, *
    from unnest(${sql.join([ids, values, ...columns])})`.execute(trx);
}

export async function updateRecord(
  trx: Trx,
  compId: string,
  id: string,
  set: Updateable<FormRecordTable>,
): Promise<void> {
  await trx.updateTable("form_record").set(set).where("compId", "=", compId).where("id", "=", id).execute();
}

export async function deleteRecords(trx: Trx, compId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom("customer_link")
    .where("compId", "=", compId)
    .where("kind", "=", "record")
    .where("contactId", "in", ids)
    .execute();
  await trx.deleteFrom("form_record").where("compId", "=", compId).where("id", "in", ids).execute();
}

/** One parameter for a whole column: the statement's text is the same for any number of rows. */
const list = (values: readonly unknown[], type: "text" | "float8" | "jsonb" | "timestamptz" = "text") =>
  sql`${sql.val([...values])}::${sql.raw(type)}[]`;

const textKey = ({ field, value }: UniqueKey): string => `${field}\n${value}`;

/**
 * Values that another record has already, of the keys that were to be taken; the others are taken. Waits for whoever takes one of them
 * at the moment, in the order of the keys, so that two who take several never wait for each other.
 */
export async function takeUnique(
  trx: Trx,
  compId: string,
  formId: string,
  keys: readonly UniqueKey[],
): Promise<UniqueKey[]> {
  if (keys.length === 0) return [];
  const sorted = [...keys].sort((a, b) => (textKey(a) < textKey(b) ? -1 : 1));
  const { rows: taken } = await sql<UniqueKey>`
    insert into form_unique (comp_id, form_id, field, value)
    select ${compId}, ${formId}, field, value
    from unnest(${list(sorted.map(({ field }) => field))}, ${list(sorted.map(({ value }) => value))})
      with ordinality as key (field, value, n) order by n
    on conflict do nothing returning field, value`.execute(trx);
  const own = new Set(taken.map(textKey));
  return sorted.filter((key) => !own.has(textKey(key)));
}

/** Of equal values that were accepted the others stay. */
export async function leaveUnique(trx: Trx, compId: string, formId: string, keys: readonly UniqueKey[]): Promise<void> {
  for (const { field, value } of [...keys].sort((a, b) => (textKey(a) < textKey(b) ? -1 : 1))) {
    const gone = await trx
      .deleteFrom("form_unique")
      .where("compId", "=", compId)
      .where("formId", "=", formId)
      .where("field", "=", field)
      .where("value", "=", value)
      .where("holders", "=", 1)
      .executeTakeFirst();
    if (Number(gone.numDeletedRows) > 0) continue;
    await trx
      .updateTable("form_unique")
      .set((e) => ({ holders: e("holders", "-", 1) }))
      .where("compId", "=", compId)
      .where("formId", "=", formId)
      .where("field", "=", field)
      .where("value", "=", value)
      .execute();
  }
}

/** Of these values of a field those that some record has. */
export async function uniqueThere(
  trx: Trx,
  compId: string,
  formId: string,
  field: string,
  values: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom("form_unique")
    .select("value")
    .where("compId", "=", compId)
    .where("formId", "=", formId)
    .where("field", "=", field)
    .where(sql<boolean>`value = any(${sql.val([...values])}::text[])`)
    .execute();
  return rows.map(({ value }) => value);
}

export interface Found {
  readonly id: string;
  readonly formId: string;
  readonly createdAt: Date;
  readonly indexed: Pick<Indexed, "terms" | "phones">;
}

/** So that a statement stays small. */
const rowsAtOnce = 20_000;

export async function insertFinders(trx: Trx, compId: string, records: readonly Found[]): Promise<void> {
  const terms = records.flatMap(({ id, formId, createdAt, indexed }) =>
    indexed.terms.map(({ field, term }) => ({ formId, field, term, createdAt, id })),
  );
  for (let at = 0; at < terms.length; at += rowsAtOnce) {
    const some = terms.slice(at, at + rowsAtOnce);
    await sql`
      insert into form_term (comp_id, form_id, field, term, created_at, record_id)
      select ${compId}, * from unnest(${list(some.map(({ formId }) => formId))}, ${list(some.map(({ field }) => field))},
        ${list(some.map(({ term }) => term))}, ${list(
          some.map(({ createdAt }) => createdAt),
          "timestamptz",
        )}, ${list(some.map(({ id }) => id))})`.execute(trx);
  }
  const phones = records.flatMap(({ id, indexed }) => indexed.phones.map((number) => ({ number, id })));
  if (phones.length > 0)
    await sql`
      insert into record_phone (comp_id, number, record_id)
      select ${compId}, * from unnest(${list(phones.map(({ number }) => number))}, ${list(phones.map(({ id }) => id))})`.execute(
      trx,
    );
}

export async function deleteFinders(trx: Trx, compId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const table of ["form_term", "record_phone"] as const)
    await trx
      .deleteFrom(table as "form_term")
      .where("compId", "=", compId)
      .where("recordId", "in", ids)
      .execute();
}

/** Into the recycle bin: nothing finds it there but its own list. */
export async function binRecords(trx: Trx, compId: string, ids: readonly string[], at: Date): Promise<void> {
  await trx
    .updateTable("form_record")
    .set({ ...slotSet(noSlots), deletedAt: at })
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .execute();
  await deleteFinders(trx, compId, ids);
}

/** Slots as columns of an insert or update. */
export const slotSet = (slots: Indexed["slots"]): Updateable<FormRecordTable> => slots as Updateable<FormRecordTable>;

/** The last of so many new numbers of a day; each one is given once, some to nobody. */
export async function nextCode(trx: Trx, compId: string, formId: string, day: string, count = 1): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into form_code (comp_id, form_id, day, last) values (${compId}, ${formId}, ${day}, ${count}::integer)
    on conflict (comp_id, form_id) do update
      set last = case when form_code.day = excluded.day then form_code.last + excluded.last else excluded.last end, day = excluded.day
    returning last`.execute(trx);
  return Number(rows[0]!.last);
}

/** A page for the index that is being built, by id. */
export const recordsAfter = (trx: Trx, compId: string, formId: string, after: string, limit: number) =>
  trx
    .selectFrom("form_record")
    .select(["id", "formId", "values", "createdAt"])
    .where("compId", "=", compId)
    .where("formId", "=", formId)
    .where("deletedAt", "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .execute();
