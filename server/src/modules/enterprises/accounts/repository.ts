/** SQL of accounts as operators and administrators look after them. */
import type { Selectable } from "kysely";
import { formUserName, RoleTypes, type RoleType } from "@liantai/api/contract";
import { containing, pageOf, type PageQuery } from "../../../adapters/database/page.ts";
import type { Trx } from "../../../ports/database.ts";
import type { Ports } from "../../../ports/index.ts";
import type { AccountTable } from "../../../ports/schema.ts";
import { insertAccounts } from "../../auth/index.ts";

export type AccountRow = Selectable<AccountTable>;

const base = (trx: Trx) =>
  trx
    .selectFrom("account as a")
    .leftJoin("role as r", (on) => on.onRef("r.compId", "=", "a.compId").onRef("r.id", "=", "a.roleId"));
type Base = ReturnType<typeof base>;

/** As operators see accounts of their own: with the unit. */
const withUnit = (now: Date) => (q: Base) =>
  q
    .selectAll("a")
    .select("r.name as roleName")
    .select((e) => [
      e.selectFrom("operator_unit as u").select("u.name").whereRef("u.id", "=", "a.unitId").as("unitName"),
      e
        .exists(
          e
            .selectFrom("session as s")
            .select("s.id")
            .whereRef("s.accountId", "=", "a.id")
            .where("s.endedAt", "is", null)
            .where("s.refreshExpiresAt", ">", now),
        )
        .as("online"),
    ]);

/** As enterprises see theirs: with the seat. */
const withSeat = (now: Date) => (q: Base) =>
  q
    .selectAll("a")
    .select("r.name as roleName")
    .select((e) => [
      e.selectFrom("enterprise as c").select("c.name").whereRef("c.compId", "=", "a.compId").as("compName"),
      e
        .selectFrom("seat as t")
        .select("t.name")
        .whereRef("t.compId", "=", "a.compId")
        .whereRef("t.agentId", "=", "a.agentId")
        .as("agentName"),
      e
        .exists(
          e
            .selectFrom("session as s")
            .select("s.id")
            .whereRef("s.accountId", "=", "a.id")
            .where("s.endedAt", "is", null)
            .where("s.refreshExpiresAt", ">", now),
        )
        .as("online"),
    ]);

export type ListedOperator = AccountRow & {
  readonly roleName: string | null;
  readonly unitName: string | null;
  readonly online: unknown;
};
export type ListedAccount = AccountRow & {
  readonly roleName: string | null;
  readonly compName: string | null;
  readonly agentName: string | null;
  readonly online: unknown;
};

export interface OperatorQuery extends PageQuery {
  readonly name?: string | undefined;
  readonly enabled?: string | undefined;
  readonly unitIds?: readonly string[] | undefined;
}

const named = (q: Base, name: string | undefined): Base =>
  name
    ? q.where((e) => e.or([e("a.account", "like", containing(name)), e("a.nickName", "like", containing(name))]))
    : q;
const order = {
  account: "a.account",
  nickName: "a.nickName",
  createdAt: "a.createdAt",
  compId: "a.compId",
  roleType: "a.roleType",
};

export function listOperators(trx: Trx, compId: string, query: OperatorQuery, now: Date) {
  let q = named(base(trx).where("a.compId", "=", compId), query.name);
  if (query.enabled) q = q.where("a.enabled", "=", Number(query.enabled));
  if (query.unitIds) q = q.where("a.unitId", "in", [...query.unitIds, ""]);
  return pageOf(q, query, { rows: withUnit(now), order, tie: "a.id" });
}

export const findOperator = (trx: Trx, compId: string, id: string, now: Date): Promise<ListedOperator | undefined> =>
  withUnit(now)(base(trx).where("a.compId", "=", compId).where("a.id", "=", id)).executeTakeFirst();

export interface AccountQuery extends PageQuery {
  /** Absent: all enterprises. */
  readonly compIds?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly roleTypes?: readonly RoleType[] | undefined;
  readonly enabled?: string | undefined;
  readonly agentId?: string | undefined;
}

export function listAccounts(trx: Trx, operators: string, query: AccountQuery, now: Date) {
  let q = named(base(trx).where("a.compId", "!=", operators), query.name);
  if (query.compIds) q = q.where("a.compId", "in", [...query.compIds, ""]);
  if (query.roleTypes) q = q.where("a.roleType", "in", query.roleTypes);
  if (query.enabled) q = q.where("a.enabled", query.enabled === "1" ? "=" : "!=", 1);
  if (query.agentId) q = q.where("a.agentId", "=", query.agentId);
  return pageOf(q, query, { rows: withSeat(now), order, tie: "a.id" });
}

const seen = (trx: Trx, compId: string, now: Date) => withSeat(now)(base(trx).where("a.compId", "=", compId));
export const findAccount = (trx: Trx, compId: string, id: string, now: Date): Promise<ListedAccount | undefined> =>
  seen(trx, compId, now).where("a.id", "=", id).executeTakeFirst();
export const findSystemAccount = (trx: Trx, compId: string, now: Date): Promise<ListedAccount | undefined> =>
  seen(trx, compId, now)
    .where("a.isSys", "=", 1)
    .where("a.roleType", "in", RoleTypes.administrators)
    .orderBy("a.createdAt")
    .orderBy("a.id")
    .limit(1)
    .executeTakeFirst();

/** Held to the end of the transaction. */
export const lockAccount = (trx: Trx, compId: string, id: string): Promise<AccountRow | undefined> =>
  trx
    .selectFrom("account")
    .selectAll()
    .where("compId", "=", compId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
/** All of one enterprise that carry the flag, locked: the last one must stay. */
export const lockSystemAccounts = (trx: Trx, compId: string): Promise<Pick<AccountRow, "id" | "enabled">[]> =>
  trx
    .selectFrom("account")
    .select(["id", "enabled"])
    .where("compId", "=", compId)
    .where("isSys", "=", 1)
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
  await insertAccounts(trx, [
    {
      id: a.id,
      compId: a.compId,
      roleType: a.roleType,
      account: a.account,
      userName: formUserName(a.compId, a.roleType, a.account),
      nickName: a.nickName,
      passwordHash: a.hash,
      passwordChangedAt: at,
      roleId: a.roleId,
      agentId: a.agentId ?? null,
      groupId: null,
      enabled: a.enabled ?? 1,
      isSys: a.isSys ?? 0,
      isSuper: a.isSuper ?? 0,
      operator: a.operator ?? 0,
      isHiddenNum: a.isHiddenNum ?? 0,
      isTabs: a.isTabs ?? 1,
      empower: JSON.stringify(a.empower ?? null),
      unitId: a.unitId ?? null,
      remark: a.remark ?? "",
      mustChange: a.mustChange ? 1 : 0,
      createdAt: at,
    },
  ]);
}

/** Which enterprise each account belongs to. */
export const listCompanies = (trx: Trx, ids: readonly string[]): Promise<{ id: string; compId: string }[]> =>
  trx
    .selectFrom("account")
    .select(["id", "compId"])
    .where("id", "in", [...ids])
    .execute();
export const findRole = (trx: Trx, compId: string, id: string) =>
  trx
    .selectFrom("role")
    .select(["id", "roleType"])
    .where("compId", "=", compId)
    .where("id", "=", id)
    .executeTakeFirst();

export interface SeatItem {
  readonly agentId: string;
  readonly name: string;
  readonly extension: string | null;
  readonly enabled: number;
}

export async function listSeatsFor(
  trx: Trx,
  compId: string,
  name: string | undefined,
): Promise<{ seats: SeatItem[]; sharers: { id: string; account: string; agentId: string | null }[] }> {
  let q = trx.selectFrom("seat").select(["agentId", "name", "extension", "enabled"]).where("compId", "=", compId);
  if (name) q = q.where((e) => e.or([e("agentId", "like", containing(name)), e("name", "like", containing(name))]));
  const [seats, sharers] = await Promise.all([
    q.orderBy("agentId").execute(),
    trx
      .selectFrom("account")
      .select(["id", "account", "agentId"])
      .where("compId", "=", compId)
      .where("agentId", "is not", null)
      .whereRef("account", "!=", "agentId")
      .execute(),
  ]);
  return { seats, sharers };
}
