/** Leases in SQL. Ends are the database's time: one clock for all processes. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";

interface Asked {
  readonly name: string;
  readonly owner: string;
  readonly ms: number;
}

const inMs = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;

export async function takeLease(
  trx: Trx,
  { name, owner, ms, alone }: Asked & { readonly alone: boolean },
): Promise<number | undefined> {
  await trx
    .insertInto("telephony_lease")
    .values({ name, owner: "", epoch: 0, until: new Date(0) })
    .onConflict((c) => c.doNothing())
    .execute();
  // Locked against `isNewest` too: what a transaction of the last owner writes is written before, or not at all.
  const row = await trx
    .selectFrom("telephony_lease")
    .select(["epoch", sql<boolean>`until <= clock_timestamp()`.as("free")])
    .where("name", "=", name)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!row.free && !alone) return undefined;
  const epoch = row.epoch + 1;
  await trx
    .updateTable("telephony_lease")
    .set({ owner, epoch, until: inMs(ms) })
    .where("name", "=", name)
    .execute();
  return epoch;
}

export async function renewLease(trx: Trx, { name, owner, ms }: Asked): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("telephony_lease")
    .set({ until: inMs(ms) })
    .where("name", "=", name)
    .where("owner", "=", owner)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function releaseLease(trx: Trx, name: string, owner: string): Promise<void> {
  await trx
    .updateTable("telephony_lease")
    .set({ owner: "", until: new Date(0) })
    .where("name", "=", name)
    .where("owner", "=", owner)
    .execute();
}

/**
 * Whether the epoch is the present one, to the end of the transaction: nobody takes the lease before. Renewals go on meanwhile, for
 * they leave the key as it is.
 */
export async function isNewest(trx: Trx, name: string, epoch: number): Promise<boolean> {
  const row = await trx
    .selectFrom("telephony_lease")
    .select("epoch")
    .where("name", "=", name)
    .forKeyShare()
    .executeTakeFirst();
  return row?.epoch === epoch;
}
