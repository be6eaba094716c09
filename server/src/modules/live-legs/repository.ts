/** SQL of what a switch keeps. The row of kind 'fence' holds the epoch that is in force; who writes holds it, so that a fence waits. */
import { sql } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { Kept, KeptKey, KeptKind, KeptState } from "../../ports/leg-store.ts";

const isKept = (kind: KeptKind | "fence"): kind is KeptKind => kind !== "fence";

/** Of parts that were ever fenced. */
export async function newestEpochs(trx: Trx, parts: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom("live_leg")
    .select(["compId", "epoch"])
    .where("compId", "in", parts)
    .where("kind", "=", "fence")
    .execute();
  return new Map(rows.map(({ compId, epoch }) => [compId, epoch]));
}

/** The epoch that is in force: nobody fences until the transaction is over. */
export async function heldEpoch(trx: Trx, part: string): Promise<number> {
  const locked = () =>
    trx
      .selectFrom("live_leg")
      .select("epoch")
      .where("compId", "=", part)
      .where("kind", "=", "fence")
      .forShare()
      .executeTakeFirst();
  const row = await locked();
  if (row) return row.epoch;
  await raiseFence(trx, part, 0);
  return (await locked())?.epoch ?? 0;
}

/** False: a newer one is in force. */
export const raiseFence = async (trx: Trx, part: string, epoch: number): Promise<boolean> =>
  (
    await trx
      .insertInto("live_leg")
      .values({ compId: part, kind: "fence", key: "", epoch, state: "" })
      .onConflict((on) =>
        on.columns(["compId", "kind", "key"]).doUpdateSet({ epoch }).where("live_leg.epoch", "<=", epoch),
      )
      .executeTakeFirstOrThrow()
  ).numInsertedOrUpdatedRows === 1n;

export async function keep(trx: Trx, part: string, all: readonly Kept[], epoch: number): Promise<void> {
  if (all.length === 0) return;
  await trx
    .insertInto("live_leg")
    .values(all.map(({ kind, key, state }) => ({ compId: part, kind, key, epoch, state: JSON.stringify(state) })))
    .onConflict((on) =>
      on
        .columns(["compId", "kind", "key"])
        .doUpdateSet((row) => ({ epoch: row.ref("excluded.epoch"), state: row.ref("excluded.state") })),
    )
    .execute();
}

export async function forget(trx: Trx, part: string, all: readonly KeptKey[]): Promise<void> {
  if (all.length === 0) return;
  const pairs = sql.join(all.map(({ kind, key }) => sql`(${kind}, ${key})`));
  await trx
    .deleteFrom("live_leg")
    .where("compId", "=", part)
    .where(sql<boolean>`(kind, key) in (${pairs})`)
    .execute();
}

export async function kept(trx: Trx, part: string): Promise<Kept[]> {
  const rows = await trx.selectFrom("live_leg").select(["kind", "key", "state"]).where("compId", "=", part).execute();
  return rows.flatMap(({ kind, key, state }) =>
    isKept(kind) ? [{ kind, key, state: JSON.parse(state) as KeptState }] : [],
  );
}

/** Parts that have legs, and those that have devices. */
export async function enterprisesWithLegs(
  trx: Trx,
): Promise<{ readonly calls: readonly string[]; readonly devices: readonly string[] }> {
  const rows = await trx
    .selectFrom("live_leg")
    .select(["compId", "kind"])
    .distinct()
    .where("kind", "<>", "fence")
    .execute();
  const of = (wanted: (kind: string) => boolean) => rows.flatMap(({ kind, compId }) => (wanted(kind) ? [compId] : []));
  return { calls: of((kind) => kind !== "registration"), devices: of((kind) => kind === "registration") };
}
