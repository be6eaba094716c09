/** SQL of seat groups, their monitors and members. */
import { isAdministrator, isMonitor, RoleType, RoleTypes } from "@liantai/api/contract";
import type { Insertable, Updateable } from "kysely";
import { sql } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AgentGroupTable } from "../../../ports/schema/seats.ts";
import { moveSeatAccounts } from "../../auth/index.ts";

/** The groups and all groups below them. */
export async function groupsBelow(trx: Trx, compId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with recursive below(id) as (
      select id from agent_group where comp_id = ${compId} and id in (${sql.join(ids)})
      union select g.id from agent_group g join below b on g.parent_id = b.id where g.comp_id = ${compId}
    ) select id from below`.execute(trx);
  return rows.map((row) => row.id);
}

/** Groups that a seat of roleType 3 monitors: those it was given, its own, and all below them. */
export async function monitoredGroups(trx: Trx, compId: string, agentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive seen(id) as (
      (select group_id from agent_group_monitor where comp_id = ${compId} and agent_id = ${agentId}
       union select group_id from seat where comp_id = ${compId} and agent_id = ${agentId} and group_id is not null)
      union select g.id from agent_group g join seen s on g.parent_id = s.id where g.comp_id = ${compId}
    ) select id from seen`.execute(trx);
  return rows.map((row) => row.id);
}

/** Whose states the caller may follow: administrators everybody's, monitors their groups' and their own. */
export async function followableSeats(
  trx: Trx,
  compId: string,
  caller: { readonly roleType: number; readonly agentId: string | null },
): Promise<string[]> {
  const seats = trx.selectFrom("seat").select("agentId").where("compId", "=", compId);
  if (isAdministrator(caller)) return (await seats.execute()).map((row) => row.agentId);
  const { agentId } = caller;
  if (!isMonitor(caller) || agentId === null) return [];
  const groups = await monitoredGroups(trx, compId, agentId);
  const rows = await seats
    .where((e) => e.or([e("agentId", "=", agentId), ...(groups.length > 0 ? [e("groupId", "in", groups)] : [])]))
    .execute();
  return rows.map((row) => row.agentId);
}

/** Monitors who see each seat's calls: monitoredGroups read the other way round. A seat that nobody sees is not in it. */
export async function monitorsOfSeats(
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const monitors = new Map<string, string[]>();
  if (agentIds.length === 0) return monitors;
  const { rows } = await sql<{ seat: string; agentId: string }>`
    with recursive above(seat, id, parent_id) as (
      select s.agent_id, g.id, g.parent_id from agent_group g join seat s on s.comp_id = g.comp_id and s.group_id = g.id
        where s.comp_id = ${compId} and s.agent_id in (${sql.join([...agentIds])})
      union select a.seat, g.id, g.parent_id from agent_group g join above a on g.id = a.parent_id where g.comp_id = ${compId}
    ), near(seat, agent_id) as (
      select a.seat, m.agent_id from agent_group_monitor m join above a on a.id = m.group_id where m.comp_id = ${compId}
      union select a.seat, s.agent_id from seat s join above a on a.id = s.group_id where s.comp_id = ${compId}
    ) select distinct n.seat, n.agent_id from near n
      join account c on c.comp_id = ${compId} and c.agent_id = n.agent_id and c.role_type = ${RoleType.monitor}
  `.execute(trx);
  for (const { seat, agentId } of rows) monitors.set(seat, [...(monitors.get(seat) ?? []), agentId]);
  return monitors;
}

export const monitorsSeeing = async (trx: Trx, compId: string, agentId: string): Promise<readonly string[]> =>
  (await monitorsOfSeats(trx, compId, [agentId])).get(agentId) ?? [];

export async function listGroups(
  trx: Trx,
  compId: string,
  filter: { readonly name?: string; readonly ids?: readonly string[] },
) {
  let query = trx
    .selectFrom("agent_group as g")
    .selectAll("g")
    .select((e) =>
      e
        .selectFrom("seat as s")
        .select((x) => x.fn.countAll().as("n"))
        .whereRef("s.compId", "=", "g.compId")
        .whereRef("s.groupId", "=", "g.id")
        .as("members"),
    )
    .where("g.compId", "=", compId);
  if (filter.name) query = query.where("g.name", "like", containing(filter.name));
  if (filter.ids)
    query = filter.ids.length > 0 ? query.where("g.id", "in", filter.ids) : query.where((e) => e.lit(false));
  return query.orderBy("g.sort").orderBy("g.name").orderBy("g.id").execute();
}

export const findGroup = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("agent_group").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

/** Monitors by group. */
export async function monitorsOf(
  trx: Trx,
  compId: string,
): Promise<ReadonlyMap<string, { agentId: string; name: string }[]>> {
  const rows = await trx
    .selectFrom("agent_group_monitor as m")
    .innerJoin("seat as s", (j) => j.onRef("s.compId", "=", "m.compId").onRef("s.agentId", "=", "m.agentId"))
    .select(["m.groupId", "s.agentId", "s.name"])
    .where("m.compId", "=", compId)
    .orderBy("s.agentId")
    .execute();
  const found = new Map<string, { agentId: string; name: string }[]>();
  for (const { groupId, agentId, name } of rows) found.set(groupId, [...(found.get(groupId) ?? []), { agentId, name }]);
  return found;
}

/** Of these seats those that may be monitors. */
export const monitorSeats = async (
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
): Promise<readonly string[]> =>
  agentIds.length === 0
    ? []
    : (
        await trx
          .selectFrom("account")
          .select("agentId")
          .where("compId", "=", compId)
          .where("roleType", "=", RoleType.monitor)
          .where("agentId", "in", agentIds)
          .execute()
      ).map((row) => row.agentId!);

export const insertGroup = (trx: Trx, row: Insertable<AgentGroupTable>) =>
  trx.insertInto("agent_group").values(row).execute();
export const updateGroup = (trx: Trx, compId: string, id: string, changes: Updateable<AgentGroupTable>) =>
  trx.updateTable("agent_group").set(changes).where("compId", "=", compId).where("id", "=", id).execute();
export const deleteGroups = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx.deleteFrom("agent_group").where("compId", "=", compId).where("id", "in", ids).execute();

export async function setMonitors(
  trx: Trx,
  compId: string,
  groupId: string,
  agentIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom("agent_group_monitor").where("compId", "=", compId).where("groupId", "=", groupId).execute();
  if (agentIds.length > 0)
    await trx
      .insertInto("agent_group_monitor")
      .values(agentIds.map((agentId) => ({ compId, groupId, agentId })))
      .execute();
}

/** What stands in the way of deleting groups: seats in them, or groups below them that are not deleted too. */
export async function holders(
  trx: Trx,
  compId: string,
  ids: readonly string[],
): Promise<{ readonly seats: number; readonly children: number }> {
  const seats = await trx
    .selectFrom("seat")
    .select((e) => e.fn.countAll().as("n"))
    .where("compId", "=", compId)
    .where("groupId", "in", ids)
    .executeTakeFirstOrThrow();
  const children = await trx
    .selectFrom("agent_group")
    .select((e) => e.fn.countAll().as("n"))
    .where("compId", "=", compId)
    .where("parentId", "in", ids)
    .where("id", "not in", ids)
    .executeTakeFirstOrThrow();
  return { seats: Number(seats.n), children: Number(children.n) };
}

export async function listMembers(
  trx: Trx,
  compId: string,
  { groupId, name, inside }: { readonly groupId: string; readonly name?: string; readonly inside: boolean },
  page: PageQuery,
) {
  let base = trx.selectFrom("seat as s").where("s.compId", "=", compId);
  base = inside
    ? base.where("s.groupId", "=", groupId)
    : base.where((e) => e.or([e("s.groupId", "is", null), e("s.groupId", "<>", groupId)]));
  if (name)
    base = base.where((e) => e.or([e("s.name", "like", containing(name)), e("s.agentId", "like", containing(name))]));
  return pageOf(base, page, {
    rows: (query) =>
      query
        .leftJoin("agent_group as g", (j) => j.onRef("g.compId", "=", "s.compId").onRef("g.id", "=", "s.groupId"))
        .leftJoin("account as a", (j) =>
          j
            .onRef("a.compId", "=", "s.compId")
            .onRef("a.agentId", "=", "s.agentId")
            .on("a.roleType", "in", RoleTypes.seats),
        )
        .select(["s.agentId", "s.name", "s.groupId", "g.name as groupName", "a.roleType"]),
    order: { agentId: "s.agentId" },
    tie: "s.agentId",
  });
}

/** Moves seats and their accounts; `from` given: only those that are there. The seats that moved. */
export async function moveSeats(
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
  to: string | null,
  from?: string,
): Promise<readonly string[]> {
  let query = trx
    .updateTable("seat")
    .set({ groupId: to })
    .where("compId", "=", compId)
    .where("agentId", "in", agentIds);
  if (from !== undefined) query = query.where("groupId", "=", from);
  else if (to !== null) query = query.where((e) => e.or([e("groupId", "is", null), e("groupId", "<>", to)]));
  const moved = (await query.returning("agentId").execute()).map((row) => row.agentId);
  if (moved.length > 0) await moveSeatAccounts(trx, compId, moved, to);
  return moved;
}
