/** SQL of accounts as who signs in needs them, and of the login log. */
import type { RoleType } from "@liantai/api/contract";
import { sql, type Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { AccountTable, LoginLogTable } from "../../ports/schema.ts";
import { companiesOf } from "./entered-repository.ts";

export type AccountRow = Selectable<AccountTable>;

/** An account with what its enterprise says about it; operators have no enterprise. */
export type Principal = AccountRow & {
  readonly enterpriseEnabled: number | null;
  readonly hiddenGlobalPhone: number | null;
  readonly forcePasswordChange: number | null;
  readonly reminderCycle: number | null;
  readonly enterpriseExpiresAt: Date | null;
};

const principals = (trx: Trx) =>
  trx
    .selectFrom("account as a")
    .leftJoin("enterprise as e", "e.compId", "a.compId")
    .selectAll("a")
    .select([
      "e.enabled as enterpriseEnabled",
      "e.hiddenGlobalPhone",
      "e.forcePasswordChange",
      "e.reminderCycle",
      "e.expiresAt as enterpriseExpiresAt",
    ]);

export const findPrincipalByName = (trx: Trx, userName: string): Promise<Principal | undefined> =>
  principals(trx).where("a.userName", "=", userName).executeTakeFirst();

export const findPrincipal = (trx: Trx, accountId: string): Promise<Principal | undefined> =>
  principals(trx).where("a.id", "=", accountId).executeTakeFirst();

export const listPrincipals = (trx: Trx, accountIds: readonly string[]): Promise<Principal[]> =>
  principals(trx)
    .where(sql<boolean>`a.id = any(${sql.val([...accountIds])}::text[])`)
    .execute();

/** What of a caller may have changed since he asked; of an operator inside an enterprise only what he sees of numbers. */
export interface Standing extends Partial<Pick<AccountRow, "roleType" | "roleId" | "groupId">> {
  readonly isHiddenNum: boolean;
  readonly hiddenGlobalPhone: boolean;
  /** Of an operator of a unit outside of enterprises: those that he looks after. Absent: he is none. */
  readonly companies?: ReadonlySet<string>;
}

/**
 * How an account stands now, in this enterprise. undefined: it is gone or out of service, or the enterprise is, or it is an operator's
 * whose unit does not look after the enterprise.
 */
export async function findStanding(
  trx: Trx,
  accountId: string,
  compId: string,
  now: Date,
): Promise<Standing | undefined> {
  const row = await trx
    .selectFrom("account as a")
    .leftJoin("enterprise as e", (j) => j.on("e.compId", "=", compId))
    .select(["a.compId", "a.roleType", "a.roleId", "a.groupId", "a.isHiddenNum", "a.isSuper", "a.unitId"])
    .select(["e.hiddenGlobalPhone", "e.enabled", "e.expiresAt"])
    .where("a.id", "=", accountId)
    .where("a.enabled", "<>", 0)
    .executeTakeFirst();
  if (!row || row.enabled === 0 || (row.expiresAt !== null && row.expiresAt <= now)) return undefined;
  const { roleType, roleId, groupId } = row;
  const inside = row.compId !== compId;
  const companies = await companiesOf(trx, row);
  if (inside && companies?.has(compId) === false) return undefined;
  return {
    isHiddenNum: row.isHiddenNum === 1,
    hiddenGlobalPhone: row.hiddenGlobalPhone === 1,
    ...(inside ? {} : { roleType, roleId, groupId, ...(companies && { companies }) }),
  };
}

/** Held to the end of the transaction: of two sign-ins of one account the later one ends the earlier. */
export const lockAccount = (trx: Trx, accountId: string): Promise<unknown> =>
  trx.selectFrom("account").select("id").where("id", "=", accountId).forUpdate().executeTakeFirstOrThrow();

export async function recordFailure(
  trx: Trx,
  accountId: string,
  count: number,
  lockedUntil: Date | null,
): Promise<void> {
  await trx
    .updateTable("account")
    .set({ failedCount: count, ...(lockedUntil ? { lockedUntil } : {}) })
    .where("id", "=", accountId)
    .execute();
}

export async function clearFailures(trx: Trx, accountId: string): Promise<void> {
  await trx.updateTable("account").set({ failedCount: 0, lockedUntil: null }).where("id", "=", accountId).execute();
}

export async function setPassword(trx: Trx, accountId: string, passwordHash: string, at: Date): Promise<void> {
  await trx
    .updateTable("account")
    .set({ passwordHash, passwordChangedAt: at, passwordDeferredAt: null, mustChange: 0 })
    .where("id", "=", accountId)
    .execute();
}

type TotpColumns = Pick<AccountRow, "totpSecret" | "totpStep" | "totpRecovery">;

/** The password alone signs in. */
export const noTotp: TotpColumns = { totpSecret: null, totpStep: null, totpRecovery: "" };

export async function setTotp(trx: Trx, accountId: string, set: Partial<TotpColumns>): Promise<void> {
  await trx.updateTable("account").set(set).where("id", "=", accountId).execute();
}

/** Those of the name, with and without a second step. */
export const lockTotpAccounts = (
  trx: Trx,
  compId: string,
  account: string,
  roleTypes: readonly RoleType[],
): Promise<AccountRow[]> =>
  trx
    .selectFrom("account")
    .selectAll()
    .where("compId", "=", compId)
    .where("account", "=", account)
    .where("roleType", "in", roleTypes)
    .forUpdate()
    .execute();

export async function deferPassword(trx: Trx, accountId: string, at: Date): Promise<void> {
  await trx.updateTable("account").set({ passwordDeferredAt: at }).where("id", "=", accountId).execute();
}

export async function insertLoginLog(trx: Trx, row: Selectable<LoginLogTable>): Promise<void> {
  await trx.insertInto("login_log").values(row).execute();
}

/** At most `limit` entries from before `at`; how many. */
export async function deleteLoginLog(trx: Trx, at: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("login_log")
    .where("id", "in", (e) => e.selectFrom("login_log").select("id").where("at", "<", at).limit(limit))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Whose log an attempt belongs to when no account has the name. */
export const enterpriseExists = async (trx: Trx, compId: string): Promise<boolean> =>
  (await trx.selectFrom("enterprise").select("compId").where("compId", "=", compId).executeTakeFirst()) !== undefined;
