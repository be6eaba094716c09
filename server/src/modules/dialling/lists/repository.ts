/** SQL of lists of numbers. */
import { sql, type Insertable, type Selectable } from "kysely";
import { containing, literal, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { NumberListPhoneTable, NumberListTable } from "../../../ports/schema/dialling.ts";
import type { Store } from "../../crud/index.ts";
import type { NewPhone } from "../phones/batch-repository.ts";

export type NumberListRow = Selectable<NumberListTable>;
export type ListPhoneRow = Selectable<NumberListPhoneTable>;
type Own = Omit<Insertable<NumberListTable>, "compId" | "id" | "count">;
interface Query extends PageQuery {
  readonly name?: string | undefined;
}

export const findList = (trx: Trx, compId: string, id: string): Promise<NumberListRow | undefined> =>
  trx.selectFrom("number_list").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

export const numberLists: Store<NumberListRow, Own, Query> = {
  page(trx, compId, query) {
    let base = trx.selectFrom("number_list").where("compId", "=", compId);
    if (query.name) base = base.where("name", "like", containing(query.name));
    return pageOf(base, query, {
      rows: (q) => q.selectAll(),
      order: { createdAt: "createdAt", name: "name" },
      descending: true,
      tie: "id",
    });
  },
  find: findList,
  insert: (trx, compId, id, row) =>
    trx
      .insertInto("number_list")
      .values({ compId, id, ...row })
      .execute(),
  update: (trx, compId, id, row) =>
    trx.updateTable("number_list").set(row).where("compId", "=", compId).where("id", "=", id).execute(),
  remove: (trx, compId, id) =>
    trx.deleteFrom("number_list").where("compId", "=", compId).where("id", "=", id).execute(),
};

export const countLists = async (trx: Trx, compId: string): Promise<number> =>
  Number(
    (
      await trx
        .selectFrom("number_list")
        .select((e) => e.fn.countAll().as("n"))
        .where("compId", "=", compId)
        .executeTakeFirstOrThrow()
    ).n,
  );

/** Whoever adds is alone in it until the transaction ends. */
export const lockList = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("number_list")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

const types = {
  ...{ id: "text", phone: "text", person: "text", contact: "text", priority: "smallint", place: "text" },
  ...{ consentSource: "text", consentAt: "timestamptz", variables: "jsonb" },
} as const satisfies Partial<Record<keyof NewPhone, string>>;
export type NewListPhone = Pick<NewPhone, keyof typeof types>;
const names = Object.keys(types) as (keyof typeof types)[];

export async function insertListPhones(
  trx: Trx,
  of: { readonly compId: string; readonly listId: string; readonly at: Date },
  rows: readonly NewListPhone[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = names.map((name) => sql`${sql.val(rows.map((row) => row[name]))}::${sql.raw(types[name])}[]`);
  await sql`
    insert into number_list_phone (comp_id, list_id, created_at, ${sql.join(names.map((name) => sql.ref(name)))})
    select ${of.compId}::text, ${of.listId}::text, ${of.at}::timestamptz, * from unnest(${sql.join(columns)})`.execute(
    trx,
  );
  await countIn(trx, of.compId, of.listId, rows.length);
}

const countIn = (trx: Trx, compId: string, id: string, by: number) =>
  trx
    .updateTable("number_list")
    .set((e) => ({ count: e("count", "+", by) }))
    .where("compId", "=", compId)
    .where("id", "=", id)
    .execute();

interface PhoneQuery {
  readonly compId: string;
  readonly listId: string;
  readonly phone?: string | undefined;
  /** Numbers must match whole. */
  readonly whole?: boolean;
}

const found = (trx: Trx, { compId, listId, phone, whole }: PhoneQuery) =>
  trx
    .selectFrom("number_list_phone")
    .where("compId", "=", compId)
    .where("listId", "=", listId)
    .$if(Boolean(phone), (q) =>
      whole ? q.where("phone", "=", phone!) : q.where("phone", "like", `${literal(phone!)}%`),
    );

export const pageOfListPhones = (
  trx: Trx,
  query: PhoneQuery,
  { after, skip = 0, limit }: { readonly after?: string | undefined; readonly skip?: number; readonly limit: number },
): Promise<ListPhoneRow[]> =>
  found(trx, query)
    .$if(after !== undefined, (q) => q.where("id", ">", after!))
    .selectAll()
    .orderBy("id")
    .limit(limit)
    .$if(skip > 0, (q) => q.offset(skip))
    .execute();

export const countListPhones = async (trx: Trx, query: PhoneQuery): Promise<number> =>
  Number(
    (
      await found(trx, query)
        .select((e) => e.fn.countAll().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );

export async function deleteListPhones(
  trx: Trx,
  compId: string,
  listId: string,
  ids: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("number_list_phone")
    .where("compId", "=", compId)
    .where("listId", "=", listId)
    .where("id", "in", [...ids])
    .executeTakeFirst();
  await countIn(trx, compId, listId, -Number(numDeletedRows));
  return Number(numDeletedRows);
}
