/** SQL of stand-ins. */
import { sql, type Insertable } from "kysely";
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

/** Stand-ins of stand-ins: so many steps. */
export const deepestStandIn = 5;

/** Seats in service that are away now and whose orders this seat has, over stand-ins of stand-ins; nobody's while he is away himself. */
export async function standsFor(trx: Trx, compId: string, agentId: string, now: Date) {
  const { rows } = await sql<{ id: string; groupId: string; roleId: string }>`
    with recursive away as (
      select d.agent_id, d.delegate_id, coalesce(s.group_id, '') as group_id, a.role_id
      from order_delegate d join seat s on s.comp_id = d.comp_id and s.agent_id = d.agent_id
        join account a on a.comp_id = d.comp_id and a.agent_id = d.agent_id
      where d.comp_id = ${compId} and d.from_at <= ${now}::timestamptz and d.until_at > ${now}::timestamptz
        and s.enabled = 1 and a.enabled = 1
    ), mine as (
      select away.*, 1 as depth from away where delegate_id = ${agentId}
      union
      select away.*, mine.depth + 1 from away join mine on away.delegate_id = mine.agent_id
      where mine.depth < ${deepestStandIn}
    )
    select distinct agent_id as id, group_id as "groupId", role_id as "roleId" from mine
    where agent_id <> ${agentId} and not exists (select from away where away.agent_id = ${agentId})
    order by agent_id`.execute(trx);
  return rows;
}
