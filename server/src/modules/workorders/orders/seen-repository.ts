/** SQL of which orders a person sees, and which he may claim (W13). */
import type { ExpressionBuilder, Selectable } from "kysely";
import type { Trx } from "../../../ports/database.ts";
import type { Tables } from "../../../ports/schema.ts";
import type { WorkOrderTable } from "../../../ports/schema/workorders.ts";

export type OrderRow = Selectable<WorkOrderTable>;

/** Whose orders are seen; `all`: every one of the enterprise. */
export interface Sight {
  readonly all: boolean;
  /** A seat, or the account of an administrator. */
  readonly id: string;
  readonly groupId: string;
  readonly roleId: string;
  /** Who is away now and has this person as stand-in: their pools are open, too (W76). */
  readonly standsFor: readonly { readonly id: string; readonly groupId: string; readonly roleId: string }[];
  /** Groups that are monitored. */
  readonly monitored: readonly string[];
  /** An administrator. */
  readonly supervises: boolean;
}

export const ordersOf = (trx: Trx, compId: string) => trx.selectFrom("work_order as o").where("o.compId", "=", compId);
export type Base = ReturnType<typeof ordersOf>;

/** Who has, had or may claim it: to be asked whether there is one. */
export const partiesOf = (e: ExpressionBuilder<Tables & { o: WorkOrderTable }, "o">) =>
  e
    .selectFrom("order_party as p")
    .select("p.agentId")
    .whereRef("p.compId", "=", "o.compId")
    .whereRef("p.orderId", "=", "o.id");

export const hasPart = (base: Base, id: string, parts: readonly ("now" | "pool" | "was")[]): Base =>
  base.where((e) => e.exists(partiesOf(e).where("p.agentId", "=", id).where("p.part", "in", parts)));

/** Whose pools are open to this person: his own, and those of whom he stands in for. */
function openPools({ id, groupId, roleId, standsFor }: Sight) {
  const people = [{ id, groupId, roleId }, ...standsFor];
  const groups = people.map((one) => one.groupId).filter((group) => group !== "");
  return {
    ids: people.map((one) => one.id),
    groups: [...new Set(groups)],
    roles: [...new Set(people.map((one) => one.roleId))],
  };
}

/** In a pool that this person may take from. */
export function pooledFor(base: Base, sight: Sight): Base {
  const { ids, groups, roles } = openPools(sight);
  return base
    .where("o.state", "=", "pooled")
    .where((e) =>
      e.or([
        ...(groups.length > 0 ? [e("o.poolGroup", "in", groups)] : []),
        e("o.poolRole", "in", roles),
        e.exists(partiesOf(e).where("p.agentId", "in", ids).where("p.part", "=", "pool")),
      ]),
    );
}

export function seen(base: Base, sight: Sight): Base {
  const { all, id, standsFor, monitored } = sight;
  if (all) return base;
  const { groups, roles } = openPools(sight);
  const others = standsFor.map((one) => one.id);
  return base.where((e) =>
    e.or([
      e("o.creator", "=", id),
      ...(monitored.length > 0 ? [e("o.groupId", "in", monitored)] : []),
      e.and([
        e("o.state", "=", "pooled"),
        e.or([...(groups.length > 0 ? [e("o.poolGroup", "in", groups)] : []), e("o.poolRole", "in", roles)]),
      ]),
      e.exists(
        partiesOf(e).where((x) =>
          x.or([
            x("p.agentId", "=", id),
            ...(others.length > 0 ? [x.and([x("p.agentId", "in", others), x("p.part", "=", "pool")])] : []),
          ]),
        ),
      ),
    ]),
  );
}
