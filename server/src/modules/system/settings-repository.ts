/** SQL of the installation's own settings: keys of any module, each written once. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";

const seedLock = 0x6c69616e;

/** Two processes that start together seed one after the other. Held to the end of the transaction. */
export async function lockSeed(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(seedLock)})`.execute(trx);
}

export const readSetting = async (trx: Trx, key: string): Promise<unknown> =>
  (await trx.selectFrom("setting").select("value").where("key", "=", key).executeTakeFirst())?.value;

/** True for the one who is the first of the installation. */
export async function claimSetting(trx: Trx, key: string, value: unknown = true): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("setting")
    .values({ key, value: JSON.stringify(value) })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Writes when nobody did, and answers what stands there. */
export async function writeSettingOnce(trx: Trx, key: string, value: unknown): Promise<unknown> {
  await claimSetting(trx, key, value);
  return readSetting(trx, key);
}
