/** SQL of orders, their parties and numbers. */
import type { Insertable, Selectable, Updateable } from "kysely";
import { sql } from "kysely";
import type { OrderScope, OrderState } from "@liantai/api/contract/work-orders";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { OrderMatches } from "../../forms/index.ts";
import type { WorkOrderTable } from "../../../ports/schema/workorders.ts";

export type OrderRow = Selectable<WorkOrderTable>;

/** Whose orders are seen; `all`: every one of the enterprise. */
export interface Sight {
  readonly all: boolean;
  /** A seat, or the account of an administrator. */
  readonly id: string;
  readonly groupId: string;
  readonly roleId: string;
  /** Groups that are monitored. */
  readonly monitored: readonly string[];
  /** An administrator. */
  readonly supervises: boolean;
}

const of = (trx: Trx, compId: string) => trx.selectFrom("work_order as o").where("o.compId", "=", compId);
type Base = ReturnType<typeof of>;

const hasPart = (base: Base, id: string, parts: readonly ("now" | "pool" | "was")[]): Base =>
  base.where((e) =>
    e.exists(
      e
        .selectFrom("order_party as p")
        .select("p.agentId")
        .whereRef("p.compId", "=", "o.compId")
        .whereRef("p.orderId", "=", "o.id")
        .where("p.agentId", "=", id)
        .where("p.part", "in", parts),
    ),
  );

/** In a pool that this person may take from. */
const pooledFor = (base: Base, { id, groupId, roleId }: Sight): Base =>
  base
    .where("o.state", "=", "pooled")
    .where((e) =>
      e.or([
        ...(groupId ? [e("o.poolGroup", "=", groupId)] : []),
        e("o.poolRole", "=", roleId),
        e.exists(
          e
            .selectFrom("order_party as p")
            .select("p.agentId")
            .whereRef("p.compId", "=", "o.compId")
            .whereRef("p.orderId", "=", "o.id")
            .where("p.agentId", "=", id)
            .where("p.part", "=", "pool"),
        ),
      ]),
    );

function seen(base: Base, { all, id, groupId, roleId, monitored }: Sight): Base {
  if (all) return base;
  return base.where((e) =>
    e.or([
      e("o.creator", "=", id),
      ...(monitored.length > 0 ? [e("o.groupId", "in", monitored)] : []),
      e.and([
        e("o.state", "=", "pooled"),
        e.or([...(groupId ? [e("o.poolGroup", "=", groupId)] : []), e("o.poolRole", "=", roleId)]),
      ]),
      e.exists(
        e
          .selectFrom("order_party as p")
          .select("p.agentId")
          .whereRef("p.compId", "=", "o.compId")
          .whereRef("p.orderId", "=", "o.id")
          .where("p.agentId", "=", id),
      ),
    ]),
  );
}

interface OrderFilter extends PageQuery {
  readonly scope?: OrderScope | undefined;
  readonly state?: OrderState | undefined;
  readonly flowId?: string | undefined;
  readonly formId?: string | undefined;
  readonly parentId?: string | undefined;
  readonly workCode?: string | undefined;
  readonly title?: string | undefined;
  readonly holder?: string | undefined;
  /** Ids of the records that answer what is asked of their fields. */
  readonly records?: OrderMatches | undefined;
}

export function listOrders(trx: Trx, compId: string, sight: Sight, filter: OrderFilter) {
  let base = seen(of(trx, compId), sight);
  if (filter.scope === "mine") base = hasPart(base, sight.id, ["now"]);
  else if (filter.scope === "taken") base = hasPart(base, sight.id, ["was"]);
  else if (filter.scope === "pool") base = pooledFor(base, sight);
  else if (filter.scope === "created") base = base.where("o.creator", "=", sight.id);
  base = filter.state ? base.where("o.state", "=", filter.state) : base.where("o.state", "<>", "deleted");
  if (filter.flowId) base = base.where("o.flowId", "=", filter.flowId);
  if (filter.formId) base = base.where("o.formId", "=", filter.formId);
  if (filter.parentId) base = base.where("o.parentId", "=", filter.parentId);
  if (filter.holder) base = base.where("o.holder", "=", filter.holder);
  const { records } = filter;
  if (records) base = base.where("o.recordId", "in", () => records);
  if (filter.workCode) base = base.where("o.workCode", "like", containing(filter.workCode));
  if (filter.title) base = base.where("o.title", "ilike", containing(filter.title));
  return pageOf(base, filter, {
    rows: (query) =>
      query
        .innerJoin("flow as f", (on) => on.onRef("f.compId", "=", "o.compId").onRef("f.id", "=", "o.flowId"))
        .selectAll("o")
        .select("f.name as flowName"),
    order: { updateTime: "o.updatedAt", createTime: "o.createdAt", priority: "o.priority", dueTime: "o.dueAt" },
    descending: true,
    filled: ["o.updatedAt", "o.createdAt", "o.priority"],
    tie: "o.id",
  });
}

const seenRows = (trx: Trx, compId: string, sight: Sight, ids: readonly string[]) =>
  seen(of(trx, compId), sight)
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
  const rows = await seen(of(trx, compId), sight)
    .where("o.id", "in", [...ids])
    .select("o.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Whoever may see them. */
export const findOrders = (trx: Trx, compId: string, ids: readonly string[]): Promise<OrderRow[]> =>
  of(trx, compId)
    .where("o.id", "in", [...ids])
    .selectAll("o")
    .execute();

/** Nobody takes a step of it until this transaction is over. */
export const lockOrder = (trx: Trx, compId: string, id: string): Promise<OrderRow | undefined> =>
  of(trx, compId).where("o.id", "=", id).selectAll("o").forUpdate().executeTakeFirst();

/** The same; undefined also when somebody takes a step of it right now. */
export const lockIdleOrder = (trx: Trx, compId: string, id: string): Promise<OrderRow | undefined> =>
  of(trx, compId).where("o.id", "=", id).selectAll("o").forUpdate().skipLocked().executeTakeFirst();

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
  of(trx, compId)
    .where("o.flowId", "=", flowId)
    .where("o.flowVersion", "<>", version)
    .where("o.state", "not in", ["done", "deleted"])
    .$if(ids !== undefined, (query) => query.where("o.id", "in", ids ?? []))
    .selectAll("o")
    .orderBy("o.id")
    .limit(limit)
    .execute();
