/** SQL of own fields, contacts, the address book and robot lines. */
import { sql, type Insertable, type Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type {
  ContacterConfTable,
  ContacterDataTable,
  ContacterValueTable,
  ContactsTable,
  RobotTable,
} from "../../ports/schema/contacts.ts";
import type { Store } from "../crud/index.ts";

export type FieldRow = Selectable<ContacterConfTable>;
export type ContactRow = Selectable<ContacterDataTable>;
export type EntryRow = Selectable<ContactsTable>;
export type RobotRow = Selectable<RobotTable>;
type Own<T> = Omit<Insertable<T>, "compId" | "id">;

/**
 * Held to the end of a transaction that changes fields, contacts or robots: limits are counted, keys kept and equal values
 * found without another change in between. Returns what the operator allows; undefined: no such enterprise.
 */
export const lockEnterprise = (trx: Trx, compId: string): Promise<{ readonly maxRobots: number } | undefined> =>
  trx.selectFrom("enterprise").select("maxRobots").where("compId", "=", compId).forNoKeyUpdate().executeTakeFirst();

const one = <T extends "contacter_conf" | "contacts" | "robot">(table: T) => ({
  remove: (trx: Trx, compId: string, id: string) =>
    trx
      .deleteFrom(table as "contacts")
      .where("compId", "=", compId)
      .where("id", "=", id)
      .execute(),
});

interface FieldQuery extends PageQuery {
  readonly label?: string | undefined;
  readonly enabled?: string | undefined;
}

export const fieldStore: Store<FieldRow, Own<ContacterConfTable>, FieldQuery> = {
  page(trx, compId, query) {
    let base = trx.selectFrom("contacter_conf").where("compId", "=", compId);
    if (query.label) base = base.where("label", "like", containing(query.label));
    if (query.enabled) base = base.where("enabled", "=", Number(query.enabled));
    return pageOf(base, query, { rows: (q) => q.selectAll(), order: { sort: "sort", label: "label" }, tie: "id" });
  },
  find: (trx, compId, id) =>
    trx.selectFrom("contacter_conf").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst(),
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("contacter_conf")
      .values({ compId, id, ...row })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("contacter_conf").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  ...one("contacter_conf"),
  async usedBy(trx, compId, id) {
    await lockEnterprise(trx, compId);
    const field = await trx
      .selectFrom("contacter_conf")
      .select("name")
      .where("compId", "=", compId)
      .where("id", "=", id)
      .executeTakeFirst();
    const count = field ? await countWith(trx, compId, field.name) : 0;
    return count > 0 ? `${count}位联系人` : undefined;
  },
};

/** Every field in its order; few. */
export const fieldsOf = (trx: Trx, compId: string): Promise<FieldRow[]> =>
  trx.selectFrom("contacter_conf").selectAll().where("compId", "=", compId).orderBy("sort").orderBy("id").execute();

/** Contacts that have a value of the field. */
export async function countWith(trx: Trx, compId: string, key: string): Promise<number> {
  const { count } = await trx
    .selectFrom("contacter_data")
    .select((e) => e.fn.countAll().as("count"))
    .where("compId", "=", compId)
    .where(sql<boolean>`fields ? ${key}`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What the keyword is looked for in: own fields by their keys, with the options that the words mean. */
export interface KeywordField {
  readonly key: string;
  /** Of choices: those whose names hold the keyword. */
  readonly options?: readonly string[];
}

export interface ContactQuery {
  readonly name?: string | undefined;
  readonly phone?: string | undefined;
  readonly keyword?: string | undefined;
  readonly keywordFields: readonly KeywordField[];
  /** Who asks sees no numbers, and must not find them out digit by digit: what holds digits must match whole. */
  readonly whole: boolean;
}

function filtered(trx: Trx, compId: string, { name, phone, keyword, keywordFields, whole }: ContactQuery) {
  let base = trx.selectFrom("contacter_data").where("compId", "=", compId);
  if (name) base = base.where("name", "like", containing(name));
  if (phone) base = whole ? base.where("phone", "=", phone) : base.where("phone", "like", containing(phone));
  if (keyword) {
    const exactly = whole && /\d/.test(keyword);
    base = base.where((e) =>
      e.or([
        exactly ? e("company", "=", keyword) : e("company", "like", containing(keyword)),
        ...keywordFields.map(({ key, options }) => {
          if (options)
            return sql<boolean>`case jsonb_typeof(fields -> ${key})
              when 'array' then jsonb_exists_any(fields -> ${key}, ${sql.val([...options])}::text[])
              else fields ->> ${key} = any(${sql.val([...options])}::text[]) end`;
          return exactly
            ? sql<boolean>`fields ->> ${key} = ${keyword}`
            : sql<boolean>`fields ->> ${key} like ${containing(keyword)}`;
        }),
      ]),
    );
  }
  return base;
}

export const listContacts = (trx: Trx, compId: string, query: ContactQuery, page: PageQuery) =>
  pageOf(filtered(trx, compId, query), page, {
    rows: (q) => q.selectAll(),
    order: { createTime: "createdAt", name: "name" },
    descending: true,
    tie: "id",
  });

/** A page of an export, newest first: rows before `after`. */
export function contactsAfter(
  trx: Trx,
  compId: string,
  query: ContactQuery,
  after: ContactRow | undefined,
  limit: number,
): Promise<ContactRow[]> {
  let base = filtered(trx, compId, query);
  if (after) base = base.where((e) => e(e.refTuple("createdAt", "id"), "<", e.tuple(after.createdAt, after.id)));
  return base.selectAll().orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit).execute();
}

export const findContact = (trx: Trx, compId: string, id: string): Promise<ContactRow | undefined> =>
  trx.selectFrom("contacter_data").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();
export const updateContact = (trx: Trx, compId: string, id: string, row: Partial<Own<ContacterDataTable>>) =>
  trx.updateTable("contacter_data").set(row).where("compId", "=", compId).where("id", "=", id).execute();
export const deleteContacts = (trx: Trx, compId: string, ids: readonly string[]): Promise<ContactRow[]> =>
  trx.deleteFrom("contacter_data").where("compId", "=", compId).where("id", "in", ids).returningAll().execute();
export async function insertContacts(trx: Trx, rows: readonly Insertable<ContacterDataTable>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto("contacter_data").values(rows).execute();
}

/** As one array: a list of 500 parameters makes a generic plan that reads the whole table for each of them. */
const oneOf = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${sql.val([...values])}::text[])`;

/** Of these phones, those that a contact has. */
export async function phonesThere(trx: Trx, compId: string, phones: readonly string[]): Promise<string[]> {
  if (phones.length === 0) return [];
  return (
    await trx
      .selectFrom("contacter_data")
      .select("phone")
      .where("compId", "=", compId)
      .where(oneOf("phone", phones))
      .execute()
  ).map((row) => row.phone);
}

/** Of these values of a field that must differ, those that a contact has. */
export async function valuesThere(trx: Trx, compId: string, key: string, values: readonly string[]): Promise<string[]> {
  if (values.length === 0) return [];
  return (
    await trx
      .selectFrom("contacter_value")
      .select("value")
      .where("compId", "=", compId)
      .where("name", "=", key)
      .where(oneOf("value", values))
      .execute()
  ).map((row) => row.value);
}

export async function insertValues(trx: Trx, rows: readonly Insertable<ContacterValueTable>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto("contacter_value").values(rows).execute();
}

export const deleteValues = (trx: Trx, compId: string, contactId: string) =>
  trx.deleteFrom("contacter_value").where("compId", "=", compId).where("contactId", "=", contactId).execute();

/** When a field becomes one whose values must differ, or ceases to be. */
export async function indexField(trx: Trx, compId: string, key: string, distinct: boolean): Promise<void> {
  await trx.deleteFrom("contacter_value").where("compId", "=", compId).where("name", "=", key).execute();
  if (!distinct) return;
  const values = trx
    .selectFrom("contacter_data")
    .select(["compId", "id", sql.val(key).$castTo<string>().as("name"), sql<string>`fields ->> ${key}`.as("value")])
    .where("compId", "=", compId)
    .where(sql<boolean>`fields ? ${key}`);
  await trx
    .insertInto("contacter_value")
    .columns(["compId", "contactId", "name", "value"])
    .expression(values)
    .execute();
}

interface EntryQuery extends PageQuery {
  readonly groupName?: string | undefined;
  readonly name?: string | undefined;
  readonly phone?: string | undefined;
  readonly shared?: string | undefined;
}

/** `own`: whose entries may be changed, and seen beside the shared ones; absent: all. `whole`: numbers match whole. */
export const entryStore = (
  own: string | undefined,
  whole: boolean,
): Store<EntryRow, Own<ContactsTable>, EntryQuery> => ({
  page(trx, compId, query) {
    let base = trx.selectFrom("contacts").where("compId", "=", compId);
    if (own !== undefined) base = base.where((e) => e.or([e("shared", "=", 1), e("ownerId", "=", own)]));
    if (query.groupName) base = base.where("groupName", "like", containing(query.groupName));
    if (query.name) base = base.where("name", "like", containing(query.name));
    if (query.phone)
      base = whole ? base.where("phone", "=", query.phone) : base.where("phone", "like", containing(query.phone));
    if (query.shared) base = base.where("shared", "=", Number(query.shared));
    return pageOf(base, query, {
      rows: (q) => q.selectAll(),
      order: { name: "name", groupName: "groupName" },
      tie: "id",
    });
  },
  find(trx, compId, id) {
    const base = trx.selectFrom("contacts").selectAll().where("compId", "=", compId).where("id", "=", id);
    return (own === undefined ? base : base.where("ownerId", "=", own)).executeTakeFirst();
  },
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("contacts")
      .values({ compId, id, ...row })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("contacts").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  ...one("contacts"),
});

interface RobotQuery extends PageQuery {
  readonly name?: string | undefined;
  readonly enabled?: string | undefined;
}

/** `companies` absent: all. */
export function listRobots(trx: Trx, companies: readonly string[] | undefined, query: RobotQuery) {
  let base = trx.selectFrom("robot as r").innerJoin("enterprise as e", "e.compId", "r.compId");
  if (companies) base = base.where("r.compId", "in", [...companies, ""]);
  if (query.name) base = base.where("r.name", "like", containing(query.name));
  if (query.enabled) base = base.where("r.enabled", "=", Number(query.enabled));
  return pageOf(base, query, {
    rows: (q) => q.selectAll("r").select("e.name as compName"),
    order: { compId: "r.compId", name: "r.name", concurrency: "r.concurrency", expiresOn: "r.expiresOn" },
    tie: "r.id",
  });
}

export const robotStore: Store<RobotRow, Own<RobotTable>, RobotQuery> = {
  page: (trx, compId, query) => listRobots(trx, [compId], query),
  find: (trx, compId, id) =>
    trx.selectFrom("robot").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst(),
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("robot")
      .values({ compId, id, ...row })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("robot").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  ...one("robot"),
};

export async function countRobots(trx: Trx, compId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("robot")
    .select((e) => e.fn.countAll().as("count"))
    .where("compId", "=", compId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
