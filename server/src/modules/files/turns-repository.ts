/** SQL of which export is next. */
import type { Trx } from "../../ports/database.ts";
import type { JobRow } from "./repository.ts";

export interface Turn {
  /** Enterprises take turns in each queue by itself. */
  readonly queue: string;
  /** Kinds of the queue, or of all others. */
  readonly kinds: { readonly only: readonly string[] } | { readonly not: readonly string[] };
  /** A retry falls due by the clock of the queue, which may be ahead of ours: this one is not asked for its time. */
  readonly woken: string;
  readonly now: Date;
  readonly leaseUntil: Date;
}

/**
 * Takes the oldest job of the enterprise that was served longest ago, among those that wait and those whose worker has not been heard
 * of: of two takers one gets it. Over all enterprises.
 */
export async function claimNext(trx: Trx, { queue, kinds, woken, now, leaseUntil }: Turn): Promise<JobRow | undefined> {
  const job = await trx
    .with("next", (db) =>
      db
        .selectFrom("file_job as j")
        .leftJoin("export_turn as t", (join) => join.onRef("t.compId", "=", "j.compId").on("t.queue", "=", queue))
        .select(["j.compId", "j.id"])
        .where((e) => ("only" in kinds ? e("j.kind", "in", kinds.only) : e.not(e("j.kind", "in", kinds.not))))
        .where((e) =>
          e.or([
            // Not begun yet; its lease is until when its wake-up counts as lost.
            e.and([e("j.state", "=", "waiting"), e.or([e("j.attempt", "=", 0), e("j.id", "=", woken)])]),
            e.and([e("j.state", "=", "waiting"), e("j.leaseUntil", "<=", now)]),
            e.and([e("j.state", "=", "running"), e("j.leaseUntil", "<", now)]),
          ]),
        )
        .orderBy("t.servedAt", (by) => by.asc().nullsFirst())
        .orderBy("j.createdAt")
        .orderBy("j.id")
        .limit(1)
        .forUpdate("j")
        .skipLocked(),
    )
    .updateTable("file_job")
    .from("next")
    .set((e) => ({
      state: "running",
      attempt: e("file_job.attempt", "+", 1),
      leaseUntil,
      startedAt: now,
      progress: 0,
      rows: 0,
      error: "",
    }))
    .whereRef("file_job.compId", "=", "next.compId")
    .whereRef("file_job.id", "=", "next.id")
    .returningAll("file_job")
    .executeTakeFirst();
  if (job)
    await trx
      .insertInto("export_turn")
      .values({ compId: job.compId, queue, servedAt: now })
      .onConflict((on) => on.columns(["compId", "queue"]).doUpdateSet({ servedAt: now }))
      .execute();
  return job;
}
