/** SQL of what a switch keeps. The row of kind 'fence' holds the epoch that is in force; who writes holds it, so that a fence waits. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { Kept, KeptKey, KeptKind, KeptState } from "../../ports/leg-store.ts";

const isKept = (kind: KeptKind | "fence"): kind is KeptKind => kind !== "fence";

/** 'share': nobody fences until the transaction is over. */
export async function newestEpoch(trx: Trx, lock?: "share"): Promise<number> {
  const fence = trx.selectFrom("live_leg").select("epoch").where("kind", "=", "fence");
  return (await (lock ? fence.forShare() : fence).executeTakeFirstOrThrow()).epoch;
}

/** False: a newer one is in force. */
export const raiseFence = async (trx: Trx, epoch: number): Promise<boolean> =>
  (
    await trx
      .updateTable("live_leg")
      .set({ epoch })
      .where("kind", "=", "fence")
      .where("epoch", "<=", epoch)
      .executeTakeFirstOrThrow()
  ).numUpdatedRows === 1n;

export async function keep(trx: Trx, all: readonly Kept[], epoch: number): Promise<void> {
  if (all.length === 0) return;
  await trx
    .insertInto("live_leg")
    .values(all.map(({ kind, key, state }) => ({ kind, key, epoch, state: JSON.stringify(state) })))
    .onConflict((on) =>
      on
        .columns(["kind", "key"])
        .doUpdateSet((row) => ({ epoch: row.ref("excluded.epoch"), state: row.ref("excluded.state") })),
    )
    .execute();
}

export async function forget(trx: Trx, all: readonly KeptKey[]): Promise<void> {
  if (all.length === 0) return;
  const pairs = sql.join(all.map(({ kind, key }) => sql`(${kind}, ${key})`));
  await trx
    .deleteFrom("live_leg")
    .where(sql<boolean>`(kind, key) in (${pairs})`)
    .execute();
}

export async function kept(trx: Trx): Promise<Kept[]> {
  const rows = await trx.selectFrom("live_leg").select(["kind", "key", "state"]).execute();
  return rows.flatMap(({ kind, key, state }) =>
    isKept(kind) ? [{ kind, key, state: JSON.parse(state) as KeptState }] : [],
  );
}
