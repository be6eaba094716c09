/** Leases in SQL. Ends are the database's time: one clock for all processes. */
import { sql, type ExpressionBuilder } from "kysely";
import type { Trx } from "../../ports/database.ts";
import { deadMs, type HeldLease } from "../../ports/lease.ts";
import type { Tables } from "../../ports/schema.ts";

const inMs = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;
const past = sql<boolean>`until <= clock_timestamp()`;

/** alone: whoever else was there is dead. */
export async function joinProcesses(
  trx: Trx,
  owner: string,
  ms: number,
  { alone, held }: { readonly alone: boolean; readonly held: boolean },
): Promise<void> {
  if (alone) await trx.deleteFrom("telephony_process").execute();
  await trx
    .insertInto("telephony_process")
    .values({ owner, until: inMs(ms), held, doubtedAt: null })
    .execute();
}

/**
 * Removes whoever is dead: his lock is free, was free `deadMs` ago, and he has not said since that he is there. Locks are shared here, so
 * that those who look at once do not take one another for him, and end with the transaction.
 */
export async function removeDead(trx: Trx, owner: string): Promise<void> {
  const others = await trx
    .selectFrom("telephony_process")
    .select([
      "owner",
      "doubtedAt",
      sql<boolean>`pg_try_advisory_xact_lock_shared(hashtextextended(owner, 0))`.as("free"),
    ])
    .where("held", "=", true)
    .where("owner", "<>", owner)
    .execute();
  const one = (name: string) => trx.updateTable("telephony_process").where("owner", "=", name).where("held", "=", true);
  for (const { owner: name, free, doubtedAt } of others) {
    if (!free) {
      if (doubtedAt) await one(name).set({ doubtedAt: null }).execute();
    } else if (!doubtedAt)
      await one(name)
        .set({ doubtedAt: sql`clock_timestamp()` })
        .execute();
    else
      await trx
        .deleteFrom("telephony_process")
        .where("owner", "=", name)
        .where(sql<boolean>`doubted_at <= clock_timestamp() - ${deadMs} * interval '1 millisecond'`)
        .execute();
  }
}

export async function renewProcess(trx: Trx, owner: string, ms: number, held: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("telephony_process")
    .set({ until: inMs(ms), held, doubtedAt: null })
    .where("owner", "=", owner)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function isFree(trx: Trx, name: string): Promise<boolean> {
  const had = await trx
    .selectFrom("telephony_lease as l")
    .innerJoin("telephony_process as p", "p.owner", "l.owner")
    .select("l.name")
    .where("l.name", "=", name)
    .where(sql<boolean>`p.until > clock_timestamp()`)
    .executeTakeFirst();
  return had === undefined;
}

/** How many processes are there, and which of them has which of these leases; whoever asks is there for himself. */
export async function standing(
  trx: Trx,
  owner: string,
  names: readonly string[],
): Promise<{ readonly processes: number; readonly owners: ReadonlyMap<string, string> }> {
  const there = await trx
    .selectFrom("telephony_process")
    .select("owner")
    .where((e) => e.or([sql<boolean>`until > clock_timestamp()`, e("owner", "=", owner)]))
    .execute();
  const rows = await trx
    .selectFrom("telephony_lease")
    .select(["name", "owner"])
    .where("name", "in", names)
    .where("owner", "in", [owner, ...there.map((each) => each.owner)])
    .execute();
  return { processes: there.length, owners: new Map(rows.map((row) => [row.name, row.owner])) };
}

export async function giveBackLease(trx: Trx, owner: string, name: string): Promise<void> {
  await trx
    .updateTable("telephony_lease")
    .set({ owner: "" })
    .where("name", "=", name)
    .where("owner", "=", owner)
    .execute();
}

export async function takeLeases(
  trx: Trx,
  owner: string,
  names: readonly string[] | "every",
): Promise<ReadonlyMap<string, number>> {
  // For good: it renews nothing any more, whatever its own clock says.
  await trx.deleteFrom("telephony_process").where(past).where("owner", "<>", owner).execute();
  if (names !== "every")
    await trx
      .insertInto("telephony_lease")
      .values(names.map((name) => ({ name, owner: "", epoch: 0 })))
      .onConflict((c) => c.doNothing())
      .execute();
  const nobodys = (e: ExpressionBuilder<Tables, "telephony_lease">) =>
    e.not(
      e.exists(
        e
          .selectFrom("telephony_process")
          .select("owner")
          .whereRef("telephony_process.owner", "=", "telephony_lease.owner"),
      ),
    );
  let free = trx.selectFrom("telephony_lease").select("name").where(nobodys).orderBy("name").forUpdate();
  if (names !== "every") free = free.where("name", "in", names);
  // Locked against `newestOf` too: what a transaction of the last owner writes is written before, or not at all.
  const locked = await free.execute();
  if (locked.length === 0) return new Map();
  // Asked again: somebody may have taken one while the lock was waited for, or have found this process gone.
  const taken = await trx
    .updateTable("telephony_lease")
    .set((e) => ({ owner, epoch: e("epoch", "+", 1) }))
    .where(
      "name",
      "in",
      locked.map(({ name }) => name),
    )
    .where(nobodys)
    .where((e) => e.exists(e.selectFrom("telephony_process").select("owner").where("owner", "=", owner)))
    .returning(["name", "epoch"])
    .execute();
  return new Map(taken.map(({ name, epoch }) => [name, epoch]));
}

export async function leaveProcesses(trx: Trx, owner: string): Promise<void> {
  await trx.deleteFrom("telephony_process").where("owner", "=", owner).execute();
}

/**
 * Those of the leases whose epoch is the present one, to the end of the transaction: nobody takes them before. Processes renew
 * themselves meanwhile, for that is another row.
 */
export async function newestOf(trx: Trx, leases: readonly HeldLease[]): Promise<ReadonlySet<HeldLease>> {
  const rows = await trx
    .selectFrom("telephony_lease")
    .select(["name", "epoch"])
    .where(
      "name",
      "in",
      leases.map(({ name }) => name),
    )
    .orderBy("name")
    .forKeyShare()
    .execute();
  const present = new Map(rows.map(({ name, epoch }) => [name, epoch]));
  return new Set(leases.filter(({ name, epoch }) => present.get(name) === epoch));
}
