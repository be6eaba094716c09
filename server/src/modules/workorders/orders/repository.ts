/** SQL of orders, their parties and numbers. */
import type { Insertable, Updateable } from "kysely";
import { sql } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { WorkOrderTable } from "../../../ports/schema/workorders.ts";
import { ordersOf, seen, type OrderRow, type Sight } from "./seen-repository.ts";

export type { OrderRow, Sight } from "./seen-repository.ts";

const seenRows = (trx: Trx, compId: string, sight: Sight, ids: readonly string[]) =>
  seen(ordersOf(trx, compId), sight)
    .innerJoin("flow as f", (on) => on.onRef("f.compId", "=", "o.compId").onRef("f.id", "=", "o.flowId"))
    .where("o.id", "in", [...ids])
    .selectAll("o")
    .select("f.name as flowName");

/** One that the caller sees. */
export const findSeen = (trx: Trx, compId: string, sight: Sight, id: string) =>
  seenRows(trx, compId, sight, [id]).executeTakeFirst();

/** Of these those that the caller sees, newest first, without those that were deleted. */
export const listSeen = async (trx: Trx, compId: string, sight: Sight, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : seenRows(trx, compId, sight, ids).where("o.state", "<>", "deleted").orderBy("o.createdAt", "desc").execute();

/** Of these those that are seen. */
export async function seenAmong(trx: Trx, compId: string, sight: Sight, ids: readonly string[]): Promise<string[]> {
  const rows = await seen(ordersOf(trx, compId), sight)
    .where("o.id", "in", [...ids])
    .select("o.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Whoever may see them. */
export const findOrders = (trx: Trx, compId: string, ids: readonly string[]): Promise<OrderRow[]> =>
  ordersOf(trx, compId)
    .where("o.id", "in", [...ids])
    .selectAll("o")
    .execute();

/** Nobody takes a step of it until this transaction is over. */
export const lockOrder = (trx: Trx, compId: string, id: string): Promise<OrderRow | undefined> =>
  ordersOf(trx, compId).where("o.id", "=", id).selectAll("o").forUpdate().executeTakeFirst();

/** The same; undefined also when somebody takes a step of it right now. */
export const lockIdleOrder = (trx: Trx, compId: string, id: string): Promise<OrderRow | undefined> =>
  ordersOf(trx, compId).where("o.id", "=", id).selectAll("o").forUpdate().skipLocked().executeTakeFirst();

export const insertOrder = (trx: Trx, row: Insertable<WorkOrderTable>) =>
  trx.insertInto("work_order").values(row).execute();

export const updateOrder = (trx: Trx, compId: string, id: string, set: Updateable<WorkOrderTable>) =>
  trx.updateTable("work_order").set(set).where("compId", "=", compId).where("id", "=", id).execute();

export interface Parties {
  readonly now: readonly string[];
  readonly pool: readonly string[];
}

/** Who has it now was there from then on. */
export async function setParties(
  trx: Trx,
  compId: string,
  orderId: string,
  at: Date,
  { now, pool }: Parties,
): Promise<void> {
  await trx
    .deleteFrom("order_party")
    .where("compId", "=", compId)
    .where("orderId", "=", orderId)
    .where("part", "in", ["now", "pool"])
    .execute();
  const row = (part: "now" | "pool" | "was") => (agentId: string) => ({ compId, orderId, agentId, part, at });
  const rows = [...now.map(row("now")), ...now.map(row("was")), ...pool.map(row("pool"))];
  if (rows.length === 0) return;
  await trx
    .insertInto("order_party")
    .values(rows)
    .onConflict((c) =>
      c.columns(["compId", "orderId", "agentId", "part"]).doUpdateSet((e) => ({ at: e.ref("excluded.at") })),
    )
    .execute();
}

/** The next number of a day; one is never given twice, and who waits for it waits for a row of this day alone. */
export async function nextCode(trx: Trx, compId: string, day: string): Promise<number> {
  const { last } = await trx
    .insertInto("order_code")
    .values({ compId, day, last: 1 })
    .onConflict((c) => c.columns(["compId", "day"]).doUpdateSet({ last: sql<number>`order_code.last + 1` }))
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}

/** Orders of a flow that go on and follow another version. */
export const ordersToMove = (
  trx: Trx,
  compId: string,
  flowId: string,
  version: number,
  ids: readonly string[] | undefined,
  limit: number,
) =>
  ordersOf(trx, compId)
    .where("o.flowId", "=", flowId)
    .where("o.flowVersion", "<>", version)
    .where("o.state", "not in", ["done", "deleted"])
    .$if(ids !== undefined, (query) => query.where("o.id", "in", ids ?? []))
    .selectAll("o")
    .orderBy("o.id")
    .limit(limit)
    .execute();
