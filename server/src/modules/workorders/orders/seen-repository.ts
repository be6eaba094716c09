/** SQL of which orders a person sees, and which he may claim (W13). */
import type { Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
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

export const ordersOf = (trx: Trx, compId: string) => trx.selectFrom("work_order as o").where("o.compId", "=", compId);
export type Base = ReturnType<typeof ordersOf>;

export const hasPart = (base: Base, id: string, parts: readonly ("now" | "pool" | "was")[]): Base =>
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
export const pooledFor = (base: Base, { id, groupId, roleId }: Sight): Base =>
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

export function seen(base: Base, { all, id, groupId, roleId, monitored }: Sight): Base {
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
