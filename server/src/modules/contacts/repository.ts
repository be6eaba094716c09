/** SQL of the address book and robot lines. */
import type { Insertable, Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { ContactsTable, RobotTable } from "../../ports/schema/contacts.ts";
import type { Store } from "../crud/index.ts";

export type EntryRow = Selectable<ContactsTable>;
export type RobotRow = Selectable<RobotTable>;
type Own<T> = Omit<Insertable<T>, "compId" | "id">;

/** Held to the end of a transaction that changes robots: they are counted. What the operator allows; undefined: no such enterprise. */
export const lockEnterprise = (trx: Trx, compId: string): Promise<{ readonly maxRobots: number } | undefined> =>
  trx.selectFrom("enterprise").select("maxRobots").where("compId", "=", compId).forNoKeyUpdate().executeTakeFirst();

const one = <T extends "contacts" | "robot">(table: T) => ({
  remove: (trx: Trx, compId: string, id: string) =>
    trx
      .deleteFrom(table as "contacts")
      .where("compId", "=", compId)
      .where("id", "=", id)
      .execute(),
});

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
