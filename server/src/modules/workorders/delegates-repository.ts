/** SQL of stand-ins. */
import type { Insertable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { OrderDelegateTable } from "../../ports/schema/workorders.ts";

export const findSeat = (trx: Trx, compId: string, agentId: string) =>
  trx
    .selectFrom("seat")
    .select(["agentId", "groupId", "enabled"])
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .executeTakeFirst();

export const listDelegates = (trx: Trx, compId: string) =>
  trx
    .selectFrom("order_delegate as d")
    .innerJoin("seat as s", (on) => on.onRef("s.compId", "=", "d.compId").onRef("s.agentId", "=", "d.agentId"))
    .selectAll("d")
    .select("s.groupId")
    .where("d.compId", "=", compId)
    .orderBy("d.agentId")
    .execute();

export const putDelegate = (trx: Trx, row: Insertable<OrderDelegateTable>) =>
  trx
    .insertInto("order_delegate")
    .values(row)
    .onConflict((c) =>
      c.columns(["compId", "agentId"]).doUpdateSet((e) => ({
        delegateId: e.ref("excluded.delegateId"),
        fromAt: e.ref("excluded.fromAt"),
        untilAt: e.ref("excluded.untilAt"),
      })),
    )
    .execute();

export const dropDelegate = (trx: Trx, compId: string, agentId: string) =>
  trx
    .deleteFrom("order_delegate")
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .returning("delegateId")
    .executeTakeFirst();
