/** SQL of seats and their accounts. */
import { RoleTypes, type RoleType } from "@liantai/api/contract";
import { sql, type ExpressionBuilder, type Insertable, type SelectQueryBuilder, type Updateable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { SeatSettingTable } from "../../../ports/schema/seats.ts";
import type { SeatTable } from "../../../ports/schema.ts";
import { deleteSeatAccounts } from "../../auth/index.ts";

export interface AgentFilter {
  readonly agentId?: string;
  readonly name?: string;
  readonly extension?: string;
  readonly enable?: number;
  readonly status?: number;
  readonly terminalType?: number;
  readonly groupIds?: readonly string[];
  readonly skillGroupId?: string;
  readonly roleTypes?: readonly RoleType[];
  /** What the caller may see at all: seats of these groups, and the seat itself. */
  readonly within?: { readonly groupIds: readonly string[]; readonly agentId: string };
}

type Base = ReturnType<typeof seats>;
type From = Base extends SelectQueryBuilder<infer DB, infer _T, infer _O> ? DB : never;

/** A seat and the account that signs in to it. */
const seats = (trx: Trx, compId: string) =>
  trx
    .selectFrom("seat as s")
    .innerJoin("account as a", (j) =>
      j.onRef("a.compId", "=", "s.compId").onRef("a.agentId", "=", "s.agentId").on("a.roleType", "in", RoleTypes.seats),
    )
    .where("s.compId", "=", compId);

function filtered(base: Base, f: AgentFilter): Base {
  let query = base;
  if (f.agentId) query = query.where("s.agentId", "like", containing(f.agentId));
  if (f.name)
    query = query.where((e) =>
      e.or([e("s.name", "like", containing(f.name!)), e("s.agentId", "like", containing(f.name!))]),
    );
  if (f.extension) query = query.where("s.extension", "like", containing(f.extension));
  if (f.enable !== undefined) query = query.where("s.enabled", "=", f.enable);
  if (f.terminalType !== undefined) query = query.where("s.terminalType", "=", f.terminalType);
  if (f.groupIds)
    query = f.groupIds.length > 0 ? query.where("s.groupId", "in", f.groupIds) : query.where((e) => e.lit(false));
  if (f.roleTypes)
    query = f.roleTypes.length > 0 ? query.where("a.roleType", "in", f.roleTypes) : query.where((e) => e.lit(false));
  if (f.skillGroupId)
    query = query.where((e) =>
      e.exists(
        e
          .selectFrom("skill_group_member as m")
          .select("m.agentId")
          .whereRef("m.compId", "=", "s.compId")
          .whereRef("m.agentId", "=", "s.agentId")
          .where("m.skillGroupId", "=", f.skillGroupId!),
      ),
    );
  if (f.status !== undefined) {
    const code = f.status;
    const open = (e: ExpressionBuilder<From, "s" | "a">) =>
      e
        .selectFrom("agent_status as t")
        .select("t.agentId")
        .whereRef("t.compId", "=", "s.compId")
        .whereRef("t.agentId", "=", "s.agentId")
        .where("t.toAt", "is", null);
    // Who never signed in has no row at all.
    query =
      code === 0
        ? query.where((e) => e.not(e.exists(open(e).where("t.code", "<>", 0))))
        : query.where((e) => e.exists(open(e).where("t.code", "=", code)));
  }
  if (f.within) {
    const { groupIds, agentId } = f.within;
    query = query.where((e) =>
      e.or([e("s.agentId", "=", agentId), ...(groupIds.length > 0 ? [e("s.groupId", "in", groupIds)] : [])]),
    );
  }
  return query;
}

const withDetails = (query: Base) =>
  query
    .leftJoin("agent_group as g", (j) => j.onRef("g.compId", "=", "s.compId").onRef("g.id", "=", "s.groupId"))
    .leftJoin("role as r", (j) => j.onRef("r.compId", "=", "a.compId").onRef("r.id", "=", "a.roleId"))
    .leftJoin("agent_status as t", (j) =>
      j.onRef("t.compId", "=", "s.compId").onRef("t.agentId", "=", "s.agentId").on("t.toAt", "is", null),
    )
    .leftJoin("custom_status as c", (j) => j.onRef("c.compId", "=", "t.compId").onRef("c.id", "=", "t.customStatusId"))
    .select([
      "s.agentId",
      "s.name",
      "s.groupId",
      "s.terminalType",
      "s.phone",
      "s.phoneConfirm",
      "s.forwardModes",
      "s.forwardTo",
      "s.extension",
      "s.isPopup",
      "s.isAutoAnswer",
      "s.callStyle",
      "s.recordMode",
      "s.loginAgentState",
      "s.enabled",
      "s.chatMax",
      "s.createdAt",
      "a.id as accountId",
      "a.roleType",
      "a.roleId",
      "a.isHiddenNum",
      "a.isTabs",
      "a.enabled as accountEnabled",
      "a.mustChange",
      "g.name as groupName",
      "r.name as roleName",
      "t.code as status",
      "t.fromAt as statusSince",
      "c.name as customStatusName",
    ]);

export type AgentRow = Awaited<ReturnType<typeof findAgent>> & object;

const order = { agentId: "s.agentId", name: "s.name", extension: "s.extension", createdAt: "s.createdAt" };

export const listAgents = (trx: Trx, compId: string, filter: AgentFilter, page: PageQuery) =>
  pageOf(filtered(seats(trx, compId), filter), page, {
    rows: withDetails,
    order,
    tie: "s.agentId",
  });

export const findAgent = (trx: Trx, compId: string, agentId: string, filter: AgentFilter = {}) =>
  withDetails(filtered(seats(trx, compId), filter).where("s.agentId", "=", agentId)).executeTakeFirst();

export const findAgents = (trx: Trx, compId: string, agentIds: readonly string[]) =>
  withDetails(seats(trx, compId).where("s.agentId", "in", agentIds))
    .orderBy("s.agentId")
    .execute();

/** Skill groups of seats, by seat. */
export async function skillGroupsOf(
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string }[]>> {
  const found = new Map<string, { id: string; name: string }[]>();
  if (agentIds.length === 0) return found;
  let query = trx
    .selectFrom("skill_group_member as m")
    .innerJoin("skill_group as g", (j) => j.onRef("g.compId", "=", "m.compId").onRef("g.id", "=", "m.skillGroupId"))
    .select(["m.agentId", "g.id", "g.name"])
    .where("m.compId", "=", compId);
  // A list of thousands costs more than reading all.
  if (agentIds.length <= 500) query = query.where("m.agentId", "in", agentIds);
  for (const { agentId, id, name } of await query.orderBy("g.name").execute())
    found.set(agentId, [...(found.get(agentId) ?? []), { id, name }]);
  return found;
}

export async function insertSeats(trx: Trx, rows: readonly Insertable<SeatTable>[]): Promise<void> {
  await trx.insertInto("seat").values(rows).execute();
}

export async function updateSeat(
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
  changes: Updateable<SeatTable>,
): Promise<void> {
  await trx.updateTable("seat").set(changes).where("compId", "=", compId).where("agentId", "in", agentIds).execute();
}

/** A seat, with where its calls go. */
export const forwardsOf = (trx: Trx, compId: string, agentId: string) =>
  trx
    .selectFrom("seat")
    .select(["agentId", "name", "extension", "phone", "forwardModes", "forwardTo"])
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .executeTakeFirst();

/** Of all seats that forward: where to. */
export const forwardTargets = async (trx: Trx, compId: string): Promise<Map<string, string>> =>
  new Map(
    (
      await trx
        .selectFrom("seat")
        .select(["agentId", "forwardTo"])
        .where("compId", "=", compId)
        .where("forwardModes", "<>", "")
        .execute()
    ).map((row) => [row.agentId, row.forwardTo]),
  );

/** Until the transaction ends nobody else says where calls of this enterprise's seats go. */
export const lockForwards = (trx: Trx, compId: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`forward/${compId}`}))`.execute(trx);

export const accessNumbersOf = async (trx: Trx, compId: string): Promise<Set<string>> =>
  new Set(
    (await trx.selectFrom("access_number").select("number").where("compId", "=", compId).execute()).map(
      (row) => row.number,
    ),
  );

/** Accounts go first: sessions go with them. Calls, statuses and logs keep the seat's number. */
export async function deleteSeats(trx: Trx, compId: string, agentIds: readonly string[]): Promise<void> {
  await deleteSeatAccounts(trx, compId, agentIds);
  await trx.deleteFrom("seat").where("compId", "=", compId).where("agentId", "in", agentIds).execute();
}

/** Roles that seats of these types may have, the enterprise's default ones first. */
export const seatRoles = (trx: Trx, compId: string) =>
  trx
    .selectFrom("role")
    .select(["id", "name", "roleType", "kind"])
    .where("compId", "=", compId)
    .where("roleType", "in", RoleTypes.seats)
    .orderBy((e) => e.case().when("kind", "=", "enterprise").then(0).else(1).end())
    .orderBy("id")
    .execute();

/** Of these seat ids those that are there. */
export const existingSeatIds = async (trx: Trx, compId: string, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await trx.selectFrom("seat").select("agentId").where("compId", "=", compId).where("agentId", "in", ids).execute()
    ).map((row) => row.agentId),
  );

/** Accounts by role type and account name that a seat's account would collide with. */
export const existingAccounts = async (trx: Trx, compId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (await trx.selectFrom("account").select("userName").where("compId", "=", compId).execute()).map(
      (row) => row.userName,
    ),
  );

export const findSetting = (trx: Trx, compId: string) =>
  trx.selectFrom("seat_setting").selectAll().where("compId", "=", compId).executeTakeFirst();

export async function saveSetting(trx: Trx, { compId, ...values }: Insertable<SeatSettingTable>): Promise<void> {
  await trx
    .insertInto("seat_setting")
    .values({ compId, ...values })
    .onConflict((on) => on.column("compId").doUpdateSet(values))
    .execute();
}

export async function setWatch(
  trx: Trx,
  row: { compId: string; accountId: string; agentId: string },
  on: boolean,
): Promise<readonly string[]> {
  if (on)
    await trx
      .insertInto("agent_watch")
      .values(row)
      .onConflict((c) => c.doNothing())
      .execute();
  else
    await trx
      .deleteFrom("agent_watch")
      .where("compId", "=", row.compId)
      .where("accountId", "=", row.accountId)
      .where("agentId", "=", row.agentId)
      .execute();
  return (
    await trx
      .selectFrom("agent_watch")
      .select("agentId")
      .where("compId", "=", row.compId)
      .where("accountId", "=", row.accountId)
      .orderBy("agentId")
      .execute()
  ).map((r) => r.agentId);
}

/** Seats on their way out of service, of all enterprises. */
export const listLeaving = (trx: Trx, agentId?: string) => {
  const leaving = trx.selectFrom("account").select(["id", "compId", "agentId"]).where("enabled", "=", 2);
  const those =
    agentId === undefined ? leaving.where("agentId", "is not", null) : leaving.where("agentId", "=", agentId);
  return those.execute();
};

/** Whether a seat is on its way out of service; until the transaction is over nobody puts it back. */
export const isLeaving = async (trx: Trx, compId: string, agentId: string): Promise<boolean> => {
  const those = trx
    .selectFrom("account")
    .select("id")
    .where("compId", "=", compId)
    .where("agentId", "=", agentId)
    .where("enabled", "=", 2);
  return (await those.forShare().execute()).length > 0;
};
