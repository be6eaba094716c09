/** SQL of enterprises and seats. */
import { sql, type Selectable } from "kysely";
import { RoleTypes } from "@liantai/api/contract";
import type { Trx } from "../../ports/database.ts";
import type { EnterpriseTable, SeatTable } from "../../ports/schema.ts";

export type EnterpriseRow = Selectable<EnterpriseTable>;
export type SeatRow = Selectable<SeatTable>;

export const findEnterprise = (trx: Trx, compId: string): Promise<EnterpriseRow | undefined> =>
  trx.selectFrom("enterprise").selectAll().where("compId", "=", compId).executeTakeFirst();

export const listEnterpriseIds = async (trx: Trx): Promise<string[]> =>
  (await trx.selectFrom("enterprise").select("compId").orderBy("compId").execute()).map(({ compId }) => compId);

export const findSeat = (trx: Trx, compId: string, agentId: string): Promise<SeatRow | undefined> =>
  trx.selectFrom("seat").selectAll().where("compId", "=", compId).where("agentId", "=", agentId).executeTakeFirst();

export const listSeats = (trx: Trx, compId: string): Promise<SeatRow[]> =>
  trx.selectFrom("seat").selectAll().where("compId", "=", compId).orderBy("agentId").execute();

export const listSkillGroupsOf = (trx: Trx, compId: string, agentId: string): Promise<{ id: string; name: string }[]> =>
  trx
    .selectFrom("skill_group_member as m")
    .innerJoin("skill_group as g", (on) => on.onRef("g.id", "=", "m.skillGroupId").onRef("g.compId", "=", "m.compId"))
    .select(["g.id", "g.name"])
    .where("m.compId", "=", compId)
    .where("m.agentId", "=", agentId)
    .where("g.enabled", "=", 1)
    .orderBy("g.name")
    .execute();

export interface DefaultNumber {
  readonly number: string;
  readonly title: string;
  /** Whose default it is; first: nobody's, the first in service. */
  readonly source: "seat" | "group" | "enterprise" | "first";
}

/** Of these numbers the enterprise's access numbers that are in service. */
export async function ownNumbers(trx: Trx, compId: string, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await trx
    .selectFrom("access_number")
    .select("number")
    .where("compId", "=", compId)
    .where("number", "in", numbers)
    .where("enabled", "=", 1)
    .execute();
  return new Set(rows.map((row) => row.number));
}

/** The seat's own, else that of its group or the nearest one above, else the enterprise's, else the first in service. */
export async function findDefaultAccessNumber(
  trx: Trx,
  compId: string,
  agentId?: string | null,
): Promise<DefaultNumber | undefined> {
  const { rows } = await sql<DefaultNumber>`
    with recursive up (id, depth) as (
      select group_id, 1 from seat where comp_id = ${compId} and agent_id = ${agentId ?? ""} and group_id is not null
      union all
      select g.parent_id, up.depth + 1 from agent_group g join up on g.id = up.id
        where g.comp_id = ${compId} and g.parent_id is not null and up.depth < 32
    )
    select n.number, n.title, case
      when o.owner_kind is not null then o.owner_kind when n.is_default = 1 then 'enterprise' else 'first' end as source
    from access_number n
    left join access_number_owner o on o.comp_id = n.comp_id and o.number = n.number and o.is_default = 1
      and (o.agent_id = ${agentId ?? ""} or o.group_id in (select id from up))
    where n.comp_id = ${compId} and n.enabled = 1
    order by case
      when o.agent_id is not null then 0
      when o.group_id is not null then (select min(depth) from up where up.id = o.group_id)
      when n.is_default = 1 then 1000
      else 1001 end, n.number
    limit 1`.execute(trx);
  return rows[0];
}

/** Administrators in service, and who of them sees no numbers. */
export const listAdministrators = (trx: Trx, compId: string) =>
  trx
    .selectFrom("account")
    .select(["id", "roleId", "isHiddenNum"])
    .where("compId", "=", compId)
    .where("roleType", "in", RoleTypes.administrators)
    .where("enabled", "=", 1)
    .execute();
