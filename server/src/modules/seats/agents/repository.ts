/** SQL of seats and their accounts. */
import type { ExpressionBuilder, Insertable, SelectQueryBuilder, Updateable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { AccountTable, SeatTable, Tables } from "../../../ports/schema.ts";

export interface AgentFilter {
  readonly agentId?: string;
  readonly name?: string;
  readonly extension?: string;
  readonly enable?: number;
  readonly status?: number;
  readonly terminalType?: number;
  readonly groupIds?: readonly string[];
  readonly skillGroupId?: string;
  readonly roleTypes?: readonly number[];
  /** What the caller may see at all: seats of these groups, and the seat itself. */
  readonly within?: { readonly groupIds: readonly string[]; readonly agentId: string };
}

type From = Tables & { s: Tables["seat"]; a: Tables["account"]; t: Tables["agent_status"] };
type Base = SelectQueryBuilder<From, "s" | "a", object>;

/** A seat and the account that signs in to it. */
const seats = (trx: Trx, compId: string): Base =>
  trx
    .selectFrom("seat as s")
    .innerJoin("account as a", (j) =>
      j.onRef("a.comp_id", "=", "s.comp_id").onRef("a.agent_id", "=", "s.agent_id").on("a.role_type", "in", [2, 3]),
    )
    .where("s.comp_id", "=", compId) as unknown as Base;

function filtered(base: Base, f: AgentFilter): Base {
  let query = base;
  if (f.agentId) query = query.where("s.agent_id", "like", containing(f.agentId));
  if (f.name)
    query = query.where((e) =>
      e.or([e("s.name", "like", containing(f.name!)), e("s.agent_id", "like", containing(f.name!))]),
    );
  if (f.extension) query = query.where("s.extension", "like", containing(f.extension));
  if (f.enable !== undefined) query = query.where("s.enabled", "=", f.enable);
  if (f.terminalType !== undefined) query = query.where("s.terminal_type", "=", f.terminalType);
  if (f.groupIds)
    query = f.groupIds.length > 0 ? query.where("s.group_id", "in", f.groupIds) : query.where((e) => e.lit(false));
  if (f.roleTypes) query = query.where("a.role_type", "in", f.roleTypes.length > 0 ? f.roleTypes : [-1]);
  if (f.skillGroupId)
    query = query.where((e) =>
      e.exists(
        e
          .selectFrom("skill_group_member as m")
          .select("m.agent_id")
          .whereRef("m.comp_id", "=", "s.comp_id")
          .whereRef("m.agent_id", "=", "s.agent_id")
          .where("m.skill_group_id", "=", f.skillGroupId!),
      ),
    );
  if (f.status !== undefined) {
    const code = f.status;
    const open = (e: ExpressionBuilder<From, "s" | "a">) =>
      e
        .selectFrom("agent_status as t")
        .select("t.agent_id")
        .whereRef("t.comp_id", "=", "s.comp_id")
        .whereRef("t.agent_id", "=", "s.agent_id")
        .where("t.to_at", "is", null);
    // Who never signed in has no row at all.
    query =
      code === 0
        ? query.where((e) => e.not(e.exists(open(e).where("t.code", "<>", 0))))
        : query.where((e) => e.exists(open(e).where("t.code", "=", code)));
  }
  if (f.within) {
    const { groupIds, agentId } = f.within;
    query = query.where((e) =>
      e.or([e("s.agent_id", "=", agentId), ...(groupIds.length > 0 ? [e("s.group_id", "in", groupIds)] : [])]),
    );
  }
  return query;
}

const withDetails = (query: Base) =>
  query
    .leftJoin("agent_group as g", (j) => j.onRef("g.comp_id", "=", "s.comp_id").onRef("g.id", "=", "s.group_id"))
    .leftJoin("role as r", (j) => j.onRef("r.comp_id", "=", "a.comp_id").onRef("r.id", "=", "a.role_id"))
    .leftJoin("agent_status as t", (j) =>
      j.onRef("t.comp_id", "=", "s.comp_id").onRef("t.agent_id", "=", "s.agent_id").on("t.to_at", "is", null),
    )
    .leftJoin("custom_status as c", (j) =>
      j.onRef("c.comp_id", "=", "t.comp_id").onRef("c.id", "=", "t.custom_status_id"),
    )
    .select([
      "s.agent_id",
      "s.name",
      "s.group_id",
      "s.terminal_type",
      "s.extension",
      "s.is_popup",
      "s.is_auto_answer",
      "s.call_style",
      "s.enabled",
      "s.chat_max",
      "s.created_at",
      "a.id as account_id",
      "a.role_type",
      "a.role_id",
      "a.is_hidden_num",
      "a.is_tabs",
      "a.enabled as account_enabled",
      "a.must_change",
      "g.name as group_name",
      "r.name as role_name",
      "t.code as status",
      "t.from_at as status_since",
      "c.name as custom_status_name",
    ]);

export type AgentRow = Awaited<ReturnType<typeof findAgent>> & object;

const order = { agentId: "s.agent_id", name: "s.name", extension: "s.extension", createdAt: "s.created_at" };

export const listAgents = (trx: Trx, compId: string, filter: AgentFilter, page: PageQuery) =>
  pageOf(filtered(seats(trx, compId), filter) as never, page, {
    rows: (base) => withDetails(base as never) as never,
    order,
    tie: "s.agent_id",
  }) as unknown as Promise<{ rows: AgentRow[]; total: number }>;

export const findAgent = (trx: Trx, compId: string, agentId: string, filter: AgentFilter = {}) =>
  withDetails(filtered(seats(trx, compId), filter).where("s.agent_id", "=", agentId)).executeTakeFirst();

export const findAgents = (trx: Trx, compId: string, agentIds: readonly string[]) =>
  withDetails(seats(trx, compId).where("s.agent_id", "in", agentIds))
    .orderBy("s.agent_id")
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
    .innerJoin("skill_group as g", (j) => j.onRef("g.comp_id", "=", "m.comp_id").onRef("g.id", "=", "m.skill_group_id"))
    .select(["m.agent_id", "g.id", "g.name"])
    .where("m.comp_id", "=", compId);
  // A list of thousands costs more than reading all.
  if (agentIds.length <= 500) query = query.where("m.agent_id", "in", agentIds);
  for (const { agent_id, id, name } of await query.orderBy("g.name").execute())
    found.set(agent_id, [...(found.get(agent_id) ?? []), { id, name }]);
  return found;
}

export async function insertSeats(trx: Trx, rows: readonly Insertable<SeatTable>[]): Promise<void> {
  await trx.insertInto("seat").values(rows).execute();
}

export async function insertAccounts(trx: Trx, rows: readonly Insertable<AccountTable>[]): Promise<void> {
  await trx.insertInto("account").values(rows).execute();
}

export async function updateSeat(
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
  changes: Updateable<SeatTable>,
): Promise<void> {
  await trx.updateTable("seat").set(changes).where("comp_id", "=", compId).where("agent_id", "in", agentIds).execute();
}

export const updateAccounts = (
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
  changes: Updateable<AccountTable>,
) =>
  trx
    .updateTable("account")
    .set(changes)
    .where("comp_id", "=", compId)
    .where("agent_id", "in", agentIds)
    .where("role_type", "in", [2, 3])
    .execute();

/** Accounts go first: sessions go with them. Calls, statuses and logs keep the seat's number. */
export async function deleteSeats(trx: Trx, compId: string, agentIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom("account")
    .where("comp_id", "=", compId)
    .where("agent_id", "in", agentIds)
    .where("role_type", "in", [2, 3])
    .execute();
  await trx.deleteFrom("seat").where("comp_id", "=", compId).where("agent_id", "in", agentIds).execute();
}

/** Roles that seats of these types may have, the enterprise's default ones first. */
export const seatRoles = (trx: Trx, compId: string) =>
  trx
    .selectFrom("role")
    .select(["id", "name", "role_type", "kind"])
    .where("comp_id", "=", compId)
    .where("role_type", "in", [2, 3])
    .orderBy((e) => e.case().when("kind", "=", "enterprise").then(0).else(1).end())
    .orderBy("id")
    .execute();

/** Of these seat ids those that are there. */
export const existingSeatIds = async (trx: Trx, compId: string, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await trx
        .selectFrom("seat")
        .select("agent_id")
        .where("comp_id", "=", compId)
        .where("agent_id", "in", ids)
        .execute()
    ).map((row) => row.agent_id),
  );

/** Accounts by role type and account name that a seat's account would collide with. */
export const existingAccounts = async (trx: Trx, compId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (await trx.selectFrom("account").select("user_name").where("comp_id", "=", compId).execute()).map(
      (row) => row.user_name,
    ),
  );

export const findSetting = (trx: Trx, compId: string) =>
  trx.selectFrom("seat_setting").selectAll().where("comp_id", "=", compId).executeTakeFirst();

export async function saveSetting(
  trx: Trx,
  row: { comp_id: string; chat_max: number; id_digits: number },
): Promise<void> {
  await trx
    .insertInto("seat_setting")
    .values(row)
    .onConflict((on) => on.column("comp_id").doUpdateSet({ chat_max: row.chat_max, id_digits: row.id_digits }))
    .execute();
}

export async function setWatch(
  trx: Trx,
  row: { comp_id: string; account_id: string; agent_id: string },
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
      .where("comp_id", "=", row.comp_id)
      .where("account_id", "=", row.account_id)
      .where("agent_id", "=", row.agent_id)
      .execute();
  return (
    await trx
      .selectFrom("agent_watch")
      .select("agent_id")
      .where("comp_id", "=", row.comp_id)
      .where("account_id", "=", row.account_id)
      .orderBy("agent_id")
      .execute()
  ).map((r) => r.agent_id);
}

/** Seats on their way out of service, of all enterprises. */
export const listLeaving = (trx: Trx) =>
  trx
    .selectFrom("account")
    .select(["id", "comp_id", "agent_id"])
    .where("enabled", "=", 2)
    .where("agent_id", "is not", null)
    .execute();

/** The one caller that finds it still leaving gets its account. */
export const takeLeaving = async (trx: Trx, compId: string, agentId: string): Promise<readonly string[]> =>
  (
    await trx
      .updateTable("account")
      .set({ enabled: 0 })
      .where("comp_id", "=", compId)
      .where("agent_id", "=", agentId)
      .where("enabled", "=", 2)
      .returning("id")
      .execute()
  ).map((row) => row.id);
