/** SQL of custom statuses: what they are, who may use them, who does. */
import type { Insertable, Updateable } from "kysely";
import { sql } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { CustomStatusTable } from "../../../ports/schema/seats.ts";

export interface StatusFilter {
  readonly name?: string;
  readonly enable?: number;
  /** Only what this seat may use. */
  readonly forSeat?: string;
}

export const findStatus = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("custom_status").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();
export type StatusRow = Awaited<ReturnType<typeof findStatus>> & object;

/** Ids a seat may use: everybody's, its own, and those of its group or a group above it. */
async function usableBy(trx: Trx, compId: string, agentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive above(id, parent_id) as (
      select g.id, g.parent_id from agent_group g join seat s on s.comp_id = g.comp_id and s.group_id = g.id
        where s.comp_id = ${compId} and s.agent_id = ${agentId}
      union select g.id, g.parent_id from agent_group g join above a on g.id = a.parent_id where g.comp_id = ${compId}
    )
    select c.id from custom_status c where c.comp_id = ${compId} and c.enabled = 1 and (
      c.everyone = 1
      or exists (select from custom_status_seat x where x.comp_id = c.comp_id and x.status_id = c.id and x.agent_id = ${agentId})
      or exists (
        select from custom_status_group x join above a on a.id = x.group_id where x.comp_id = c.comp_id and x.status_id = c.id
      ))
  `.execute(trx);
  return rows.map((row) => row.id);
}

export async function listStatuses(
  trx: Trx,
  compId: string,
  f: StatusFilter,
  page: PageQuery,
): Promise<{ rows: StatusRow[]; total: number }> {
  let base = trx.selectFrom("custom_status as c").where("c.compId", "=", compId);
  if (f.name) base = base.where("c.name", "like", containing(f.name));
  if (f.enable !== undefined) base = base.where("c.enabled", "=", f.enable);
  if (f.forSeat !== undefined) {
    const ids = await usableBy(trx, compId, f.forSeat);
    base = ids.length > 0 ? base.where("c.id", "in", ids) : base.where((e) => e.lit(false));
  }
  return pageOf(base, page, {
    rows: (query) => query.selectAll("c"),
    order: { sort: "c.sort", statusName: "c.name" },
    tie: "c.id",
  });
}

export const mayUse = async (trx: Trx, compId: string, agentId: string, statusId: string): Promise<boolean> =>
  (await usableBy(trx, compId, agentId)).includes(statusId);

export async function allocationsOf(trx: Trx, compId: string) {
  const groups = await trx
    .selectFrom("custom_status_group as x")
    .innerJoin("agent_group as g", (j) => j.onRef("g.compId", "=", "x.compId").onRef("g.id", "=", "x.groupId"))
    .select(["x.statusId", "g.id", "g.name"])
    .where("x.compId", "=", compId)
    .orderBy("g.name")
    .execute();
  const seats = await trx
    .selectFrom("custom_status_seat as x")
    .innerJoin("seat as s", (j) => j.onRef("s.compId", "=", "x.compId").onRef("s.agentId", "=", "x.agentId"))
    .select(["x.statusId", "s.agentId", "s.name"])
    .where("x.compId", "=", compId)
    .orderBy("s.agentId")
    .execute();
  return {
    groups: (id: string) => groups.filter((row) => row.statusId === id).map((row) => ({ id: row.id, name: row.name })),
    seats: (id: string) =>
      seats.filter((row) => row.statusId === id).map((row) => ({ agentId: row.agentId, name: row.name })),
  };
}

export async function setAllocation(
  trx: Trx,
  compId: string,
  id: string,
  groupIds: readonly string[],
  agentIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom("custom_status_group").where("compId", "=", compId).where("statusId", "=", id).execute();
  await trx.deleteFrom("custom_status_seat").where("compId", "=", compId).where("statusId", "=", id).execute();
  if (groupIds.length > 0)
    await trx
      .insertInto("custom_status_group")
      .values(groupIds.map((groupId) => ({ compId, statusId: id, groupId })))
      .execute();
  for (let at = 0; at < agentIds.length; at += 1_000)
    await trx
      .insertInto("custom_status_seat")
      .values(agentIds.slice(at, at + 1_000).map((agentId) => ({ compId, statusId: id, agentId })))
      .execute();
}

/** Of these those that exist. */
export const knownGroups = async (trx: Trx, compId: string, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0
    ? []
    : (
        await trx.selectFrom("agent_group").select("id").where("compId", "=", compId).where("id", "in", ids).execute()
      ).map((row) => row.id);
export const knownSeats = async (trx: Trx, compId: string, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0
    ? []
    : (
        await trx
          .selectFrom("seat")
          .select("agentId")
          .where("compId", "=", compId)
          .where("agentId", "in", ids)
          .execute()
      ).map((row) => row.agentId);

export const findByName = (trx: Trx, compId: string, name: string) =>
  trx.selectFrom("custom_status").select("id").where("compId", "=", compId).where("name", "=", name).executeTakeFirst();
export const insertStatus = (trx: Trx, row: Insertable<CustomStatusTable>) =>
  trx.insertInto("custom_status").values(row).execute();
export const updateStatus = (trx: Trx, compId: string, id: string, changes: Updateable<CustomStatusTable>) =>
  trx.updateTable("custom_status").set(changes).where("compId", "=", compId).where("id", "=", id).execute();
export const deleteStatuses = (trx: Trx, compId: string, ids: readonly string[]) =>
  trx.deleteFrom("custom_status").where("compId", "=", compId).where("id", "in", ids).execute();

/** Seats in each status now, by its id. */
export async function inUse(trx: Trx, compId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom("agent_status")
    .select((e) => ["customStatusId", e.fn.countAll().as("n")])
    .where("compId", "=", compId)
    .where("toAt", "is", null)
    .where("customStatusId", "is not", null)
    .groupBy("customStatusId")
    .execute();
  return new Map(rows.map((row) => [row.customStatusId!, Number(row.n)]));
}

/** Times a seat entered a status since then. */
export const enteredSince = async (
  trx: Trx,
  compId: string,
  agentId: string,
  statusId: string,
  from: Date,
): Promise<number> =>
  Number(
    (
      await trx
        .selectFrom("agent_status")
        .select((e) => e.fn.countAll().as("n"))
        .where("compId", "=", compId)
        .where("agentId", "=", agentId)
        .where("customStatusId", "=", statusId)
        .where("fromAt", ">=", from)
        .executeTakeFirstOrThrow()
    ).n,
  );

export const seatOf = (trx: Trx, compId: string, agentId: string) =>
  trx
    .selectFrom("seat")
    .select(["agentId", "name", "groupId"])
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .executeTakeFirst();

/** Of these seats, those that there still are. */
export async function seatNames(
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (agentIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom("seat")
    .select(["agentId", "name"])
    .where("compId", "=", compId)
    .where("agentId", "in", agentIds)
    .execute();
  return new Map(rows.map(({ agentId, name }) => [agentId, name]));
}

/** Seats of a group, to count who of them is in a status. */
export const agentsOfGroup = async (trx: Trx, compId: string, groupId: string): Promise<string[]> =>
  (
    await trx.selectFrom("seat").select("agentId").where("compId", "=", compId).where("groupId", "=", groupId).execute()
  ).map((row) => row.agentId);

/** Monitors of a seat's group and of the groups above it. */
export async function monitorsAbove(trx: Trx, compId: string, agentId: string): Promise<string[]> {
  const { rows } = await sql<{ agentId: string }>`
    with recursive above(id, parent_id) as (
      select g.id, g.parent_id from agent_group g join seat s on s.comp_id = g.comp_id and s.group_id = g.id
        where s.comp_id = ${compId} and s.agent_id = ${agentId}
      union select g.id, g.parent_id from agent_group g join above a on g.id = a.parent_id where g.comp_id = ${compId}
    ) select distinct m.agent_id from agent_group_monitor m join above a on a.id = m.group_id
      where m.comp_id = ${compId} and m.agent_id <> ${agentId}
  `.execute(trx);
  return rows.map((row) => row.agentId);
}
