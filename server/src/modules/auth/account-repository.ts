/** SQL that writes accounts, for the modules that administer them: seats, enterprises, the first start. */
import { RoleTypes } from "@liantai/api/contract";
import type { Insertable, Updateable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { AccountTable } from "../../ports/schema.ts";

export async function insertAccounts(trx: Trx, rows: readonly Insertable<AccountTable>[]): Promise<void> {
  await trx.insertInto("account").values(rows).execute();
}

export const updateAccount = (
  trx: Trx,
  compId: string,
  id: string,
  changes: Updateable<AccountTable>,
): Promise<unknown> =>
  trx.updateTable("account").set(changes).where("compId", "=", compId).where("id", "=", id).execute();
/** Its sessions go with it. */
export const deleteAccount = (trx: Trx, compId: string, id: string): Promise<unknown> =>
  trx.deleteFrom("account").where("compId", "=", compId).where("id", "=", id).execute();

/** Of the agents that sit there. */
export const updateSeatAccounts = (
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
  changes: Updateable<AccountTable>,
): Promise<unknown> =>
  trx
    .updateTable("account")
    .set(changes)
    .where("compId", "=", compId)
    .where("agentId", "in", agentIds)
    .where("roleType", "in", RoleTypes.seats)
    .execute();
export const deleteSeatAccounts = (trx: Trx, compId: string, agentIds: readonly string[]): Promise<unknown> =>
  trx
    .deleteFrom("account")
    .where("compId", "=", compId)
    .where("agentId", "in", agentIds)
    .where("roleType", "in", RoleTypes.seats)
    .execute();

/** Of everybody who sits there, administrators who share a seat too. */
export const moveSeatAccounts = (
  trx: Trx,
  compId: string,
  agentIds: readonly string[],
  groupId: string | null,
): Promise<unknown> =>
  trx.updateTable("account").set({ groupId }).where("compId", "=", compId).where("agentId", "in", agentIds).execute();

/** The one caller that finds it still leaving gets its account. */
export const takeLeaving = async (trx: Trx, compId: string, agentId: string): Promise<readonly string[]> =>
  (
    await trx
      .updateTable("account")
      .set({ enabled: 0 })
      .where("compId", "=", compId)
      .where("agentId", "=", agentId)
      .where("enabled", "=", 2)
      .returning("id")
      .execute()
  ).map((row) => row.id);

/** All of an enterprise, with their sessions, and the sessions of operators inside it. */
export async function deleteAccountsOf(trx: Trx, compId: string): Promise<void> {
  await trx.deleteFrom("session").where("enteredCompId", "=", compId).execute();
  await trx.deleteFrom("account").where("compId", "=", compId).execute();
}

/** Sessions of these agents go on until their call is over. */
export async function keepTalking(trx: Trx, compId: string, agentIds: readonly string[]): Promise<void> {
  if (agentIds.length === 0) return;
  await trx
    .updateTable("session")
    .set({ endsAfterCall: 1 })
    .where("compId", "=", compId)
    .where("endedAt", "is", null)
    .where("accountId", "in", (e) =>
      e
        .selectFrom("account")
        .select("id")
        .where("compId", "=", compId)
        .where("agentId", "in", [...agentIds]),
    )
    .execute();
}

export const keepAll = (trx: Trx, compId: string): Promise<unknown> =>
  trx
    .updateTable("session")
    .set({ endsAfterCall: 0 })
    .where("compId", "=", compId)
    .where("endsAfterCall", "=", 1)
    .execute();
