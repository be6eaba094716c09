/** SQL of what was typed in secret. */
import type { Insertable, Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { SecureEntryTable } from "../../ports/schema/interfaces.ts";

export type SecureEntryRow = Selectable<SecureEntryTable>;

export async function insertEntry(trx: Trx, row: Insertable<SecureEntryTable>): Promise<void> {
  await trx.insertInto("secure_entry").values(row).execute();
}

/** It is read once: of two who ask at once one finds it. */
export const takeEntry = (trx: Trx, compId: string, tokenHash: string): Promise<SecureEntryRow | undefined> =>
  trx
    .deleteFrom("secure_entry")
    .where("compId", "=", compId)
    .where("tokenHash", "=", tokenHash)
    .returningAll()
    .executeTakeFirst();

export async function deleteExpired(trx: Trx, now: Date): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom("secure_entry").where("expiresAt", "<=", now).executeTakeFirst();
  return Number(numDeletedRows);
}
