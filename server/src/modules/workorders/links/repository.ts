/** SQL of customers' links. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { OrderLinkTable } from "../../../ports/schema/workorders.ts";

export type LinkRow = Selectable<OrderLinkTable>;

export const insertLink = (trx: Trx, row: Insertable<OrderLinkTable>) =>
  trx.insertInto("order_link").values(row).execute();

export const linksOf = (trx: Trx, compId: string, orderId: string, limit: number): Promise<LinkRow[]> =>
  trx
    .selectFrom("order_link")
    .selectAll()
    .where("compId", "=", compId)
    .where("orderId", "=", orderId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

export const findLinks = (trx: Trx, compId: string, ids: readonly string[]): Promise<LinkRow[]> =>
  trx
    .selectFrom("order_link")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "in", [...ids])
    .execute();

export const updateLink = (trx: Trx, { compId, id }: LinkRow, set: Updateable<OrderLinkTable>) =>
  trx.updateTable("order_link").set(set).where("compId", "=", compId).where("id", "=", id).execute();

/** One that holds, of an enterprise in service and an order that is there: what does not hold is found by none of it. */
export const liveLink = (trx: Trx, tokenHash: string, now: Date) =>
  trx
    .selectFrom("order_link as l")
    .innerJoin("enterprise as e", "e.compId", "l.compId")
    .innerJoin("work_order as o", (on) => on.onRef("o.compId", "=", "l.compId").onRef("o.id", "=", "l.orderId"))
    .selectAll("l")
    .select("e.name as enterprise")
    .where("l.tokenHash", "=", tokenHash)
    .where("l.expiresAt", ">", now)
    .where("l.revokedAt", "is", null)
    .where("e.enabled", "=", 1)
    .where((x) => x.or([x("e.expiresAt", "is", null), x("e.expiresAt", ">", now)]))
    .where("o.state", "<>", "deleted")
    .executeTakeFirst();

/** Locked, and still as it was found. */
export const holdLink = (trx: Trx, { compId, id }: LinkRow, now: Date): Promise<LinkRow | undefined> =>
  trx
    .selectFrom("order_link")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", now)
    .forUpdate()
    .executeTakeFirst();

/** By whichever of its links the order was urged last. */
export async function lastUrged(trx: Trx, compId: string, orderId: string): Promise<Date | undefined> {
  const { last } = await trx
    .selectFrom("order_link")
    .select((e) => e.fn.max("urgedAt").as("last"))
    .where("compId", "=", compId)
    .where("orderId", "=", orderId)
    .executeTakeFirstOrThrow();
  return last ? new Date(last) : undefined;
}
