/** SQL of accounts as operators and administrators look after them. */
import type { Selectable, Updateable } from "kysely";
import { formUserName } from "@liantai/api/contract";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { Ports } from "../../../ports/index.ts";
import type { AccountTable } from "../../../ports/schema.ts";

export type AccountRow = Selectable<AccountTable>;

const base = (trx: Trx) =>
  trx
    .selectFrom("account as a")
    .leftJoin("role as r", (on) => on.onRef("r.comp_id", "=", "a.comp_id").onRef("r.id", "=", "a.role_id"));
type Base = ReturnType<typeof base>;

/** As operators see accounts of their own: with the unit. */
const withUnit = (now: Date) => (q: Base) =>
  q
    .selectAll("a")
    .select("r.name as role_name")
    .select((e) => [
      e.selectFrom("operator_unit as u").select("u.name").whereRef("u.id", "=", "a.unit_id").as("unit_name"),
      e
        .exists(
          e
            .selectFrom("session as s")
            .select("s.id")
            .whereRef("s.account_id", "=", "a.id")
            .where("s.ended_at", "is", null)
            .where("s.refresh_expires_at", ">", now),
        )
        .as("online"),
    ]);

/** As enterprises see theirs: with the seat. */
const withSeat = (now: Date) => (q: Base) =>
  q
    .selectAll("a")
    .select("r.name as role_name")
    .select((e) => [
      e.selectFrom("enterprise as c").select("c.name").whereRef("c.comp_id", "=", "a.comp_id").as("comp_name"),
      e
        .selectFrom("seat as t")
        .select("t.name")
        .whereRef("t.comp_id", "=", "a.comp_id")
        .whereRef("t.agent_id", "=", "a.agent_id")
        .as("agent_name"),
      e
        .exists(
          e
            .selectFrom("session as s")
            .select("s.id")
            .whereRef("s.account_id", "=", "a.id")
            .where("s.ended_at", "is", null)
            .where("s.refresh_expires_at", ">", now),
        )
        .as("online"),
    ]);

export type ListedOperator = AccountRow & {
  readonly role_name: string | null;
  readonly unit_name: string | null;
  readonly online: unknown;
};
export type ListedAccount = AccountRow & {
  readonly role_name: string | null;
  readonly comp_name: string | null;
  readonly agent_name: string | null;
  readonly online: unknown;
};

export interface OperatorQuery extends PageQuery {
  readonly name?: string | undefined;
  readonly enabled?: string | undefined;
  readonly unitIds?: readonly string[] | undefined;
}

const named = (q: Base, name: string | undefined): Base =>
  name
    ? q.where((e) => e.or([e("a.account", "like", containing(name)), e("a.nick_name", "like", containing(name))]))
    : q;
const order = {
  account: "a.account",
  nickName: "a.nick_name",
  createdAt: "a.created_at",
  compId: "a.comp_id",
  roleType: "a.role_type",
};

export function listOperators(trx: Trx, compId: string, query: OperatorQuery, now: Date) {
  let q = named(base(trx).where("a.comp_id", "=", compId), query.name);
  if (query.enabled) q = q.where("a.enabled", "=", Number(query.enabled));
  if (query.unitIds) q = q.where("a.unit_id", "in", [...query.unitIds, ""]);
  return pageOf(q, query, { rows: withUnit(now), order, tie: "a.id" });
}

export const findOperator = (trx: Trx, compId: string, id: string, now: Date): Promise<ListedOperator | undefined> =>
  withUnit(now)(base(trx).where("a.comp_id", "=", compId).where("a.id", "=", id)).executeTakeFirst() as Promise<
    ListedOperator | undefined
  >;

export interface AccountQuery extends PageQuery {
  /** Absent: all enterprises. */
  readonly compIds?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly roleTypes?: readonly number[] | undefined;
  readonly enabled?: string | undefined;
  readonly agentId?: string | undefined;
}

export function listAccounts(trx: Trx, operators: string, query: AccountQuery, now: Date) {
  let q = named(base(trx).where("a.comp_id", "!=", operators), query.name);
  if (query.compIds) q = q.where("a.comp_id", "in", [...query.compIds, ""]);
  if (query.roleTypes) q = q.where("a.role_type", "in", query.roleTypes);
  if (query.enabled) q = q.where("a.enabled", query.enabled === "1" ? "=" : "!=", 1);
  if (query.agentId) q = q.where("a.agent_id", "=", query.agentId);
  return pageOf(q, query, { rows: withSeat(now), order, tie: "a.id" });
}

const seen = (trx: Trx, compId: string, now: Date) => withSeat(now)(base(trx).where("a.comp_id", "=", compId));
export const findAccount = (trx: Trx, compId: string, id: string, now: Date): Promise<ListedAccount | undefined> =>
  seen(trx, compId, now).where("a.id", "=", id).executeTakeFirst() as Promise<ListedAccount | undefined>;
export const findSystemAccount = (trx: Trx, compId: string, now: Date): Promise<ListedAccount | undefined> =>
  seen(trx, compId, now)
    .where("a.is_sys", "=", 1)
    .where("a.role_type", "in", [1, 4])
    .orderBy("a.created_at")
    .orderBy("a.id")
    .limit(1)
    .executeTakeFirst() as Promise<ListedAccount | undefined>;

/** Held to the end of the transaction. */
export const lockAccount = (trx: Trx, compId: string, id: string): Promise<AccountRow | undefined> =>
  trx
    .selectFrom("account")
    .selectAll()
    .where("comp_id", "=", compId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
/** All of one enterprise that carry the flag, locked: the last one must stay. */
export const lockSystemAccounts = (trx: Trx, compId: string): Promise<Pick<AccountRow, "id" | "enabled">[]> =>
  trx
    .selectFrom("account")
    .select(["id", "enabled"])
    .where("comp_id", "=", compId)
    .where("is_sys", "=", 1)
    .orderBy("id")
    .forUpdate()
    .execute();

export interface NewAccount {
  readonly id: string;
  readonly compId: string;
  readonly account: string;
  readonly nickName: string;
  readonly roleType: number;
  readonly roleId: string;
  readonly hash: string;
  readonly enabled?: number | undefined;
  readonly isSys?: number | undefined;
  readonly isSuper?: number | undefined;
  readonly operator?: number | undefined;
  readonly isHiddenNum?: number | undefined;
  readonly isTabs?: number | undefined;
  readonly unitId?: string | null | undefined;
  readonly empower?: Readonly<Record<string, boolean>> | undefined;
  readonly remark?: string | undefined;
  readonly agentId?: string | null;
  /** Changed at the first sign-in. */
  readonly mustChange: boolean;
}

export async function addAccount(trx: Trx, { clock }: Pick<Ports, "clock">, a: NewAccount): Promise<void> {
  const at = new Date(clock.now());
  await trx
    .insertInto("account")
    .values({
      id: a.id,
      comp_id: a.compId,
      role_type: a.roleType,
      account: a.account,
      user_name: formUserName(a.compId, a.roleType, a.account),
      nick_name: a.nickName,
      password_hash: a.hash,
      password_changed_at: at,
      role_id: a.roleId,
      agent_id: a.agentId ?? null,
      group_id: null,
      enabled: a.enabled ?? 1,
      is_sys: a.isSys ?? 0,
      is_super: a.isSuper ?? 0,
      operator: a.operator ?? 0,
      is_hidden_num: a.isHiddenNum ?? 0,
      is_tabs: a.isTabs ?? 1,
      empower: JSON.stringify(a.empower ?? null),
      unit_id: a.unitId ?? null,
      remark: a.remark ?? "",
      must_change: a.mustChange ? 1 : 0,
      created_at: at,
    })
    .execute();
}

export const updateAccount = (
  trx: Trx,
  compId: string,
  id: string,
  changes: Updateable<AccountTable>,
): Promise<unknown> =>
  trx.updateTable("account").set(changes).where("comp_id", "=", compId).where("id", "=", id).execute();
export const deleteAccount = (trx: Trx, compId: string, id: string): Promise<unknown> =>
  trx.deleteFrom("account").where("comp_id", "=", compId).where("id", "=", id).execute();
/** Which enterprise each account belongs to. */
export const listCompanies = (trx: Trx, ids: readonly string[]): Promise<{ id: string; comp_id: string }[]> =>
  trx
    .selectFrom("account")
    .select(["id", "comp_id"])
    .where("id", "in", [...ids])
    .execute();
export const findRole = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("role")
    .select(["id", "role_type"])
    .where("comp_id", "=", compId)
    .where("id", "=", id)
    .executeTakeFirst();

export interface SeatItem {
  readonly agent_id: string;
  readonly name: string;
  readonly extension: string | null;
  readonly enabled: number;
}

export async function listSeatsFor(
  trx: Trx,
  compId: string,
  name: string | undefined,
): Promise<{ seats: SeatItem[]; sharers: { id: string; account: string; agent_id: string | null }[] }> {
  let q = trx.selectFrom("seat").select(["agent_id", "name", "extension", "enabled"]).where("comp_id", "=", compId);
  if (name) q = q.where((e) => e.or([e("agent_id", "like", containing(name)), e("name", "like", containing(name))]));
  const [seats, sharers] = await Promise.all([
    q.orderBy("agent_id").execute(),
    trx
      .selectFrom("account")
      .select(["id", "account", "agent_id"])
      .where("comp_id", "=", compId)
      .where("agent_id", "is not", null)
      .whereRef("account", "!=", "agent_id")
      .execute(),
  ]);
  return { seats, sharers };
}
