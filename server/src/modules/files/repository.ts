/** Files and export jobs in the database. */
import { sql, type Insertable, type Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { FileJobTable, FileTable } from "../../ports/schema/files.ts";

export type FileRow = Selectable<FileTable>;
export type JobRow = Selectable<FileJobTable>;

export const insertFile = async (trx: Trx, row: Insertable<FileTable>): Promise<void> =>
  void (await trx.insertInto("file").values(row).execute());
export const findFile = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("file").selectAll().where("comp_id", "=", compId).where("id", "=", id).executeTakeFirst();
export const deleteFile = (trx: Trx, compId: string, id: string) =>
  trx.deleteFrom("file").where("comp_id", "=", compId).where("id", "=", id).returning("blob_key").executeTakeFirst();

/** Bytes the enterprise may keep; undefined: no limit. Locks the enterprise, so that two uploads do not both take the last of it. */
export async function storageLimit(trx: Trx, compId: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom("enterprise")
    .select("storage_mb")
    .where("comp_id", "=", compId)
    .forUpdate()
    .executeTakeFirst();
  return row && row.storage_mb > 0 ? row.storage_mb * 1024 * 1024 : undefined;
}

export async function storageUsed(trx: Trx, compId: string): Promise<number> {
  const [files, jobs] = await Promise.all([
    trx
      .selectFrom("file")
      .select((e) => e.fn.sum("bytes").as("bytes"))
      .where("comp_id", "=", compId)
      .executeTakeFirst(),
    trx
      .selectFrom("file_job")
      .select((e) => e.fn.sum("bytes").as("bytes"))
      .where("comp_id", "=", compId)
      .where("state", "=", "done")
      .executeTakeFirst(),
  ]);
  return Number(files?.bytes ?? 0) + Number(jobs?.bytes ?? 0);
}

export interface JobFilter {
  readonly ownerId?: string | undefined;
  readonly name?: string | undefined;
  readonly state?: string | undefined;
  readonly kind?: string | undefined;
  /** Kinds that are left out. */
  readonly not?: readonly string[];
}

export function listJobs(trx: Trx, compId: string, filter: JobFilter, page: PageQuery, now: Date) {
  let base = trx.selectFrom("file_job as j").where("j.comp_id", "=", compId);
  if (filter.ownerId) base = base.where("j.owner_id", "=", filter.ownerId);
  if (filter.name) base = base.where("j.name", "like", containing(filter.name));
  if (filter.kind) base = base.where("j.kind", "=", filter.kind);
  if (filter.not && filter.not.length > 0) base = base.where("j.kind", "not in", filter.not);
  // What is past its time is expired, whether the night has been there or not.
  if (filter.state === "expired")
    base = base.where((e) =>
      e.or([e("j.state", "=", "expired"), e.and([e("j.state", "=", "done"), e("j.expires_at", "<=", now)])]),
    );
  else if (filter.state === "done") base = base.where("j.state", "=", "done").where("j.expires_at", ">", now);
  else if (filter.state) base = base.where("j.state", "=", filter.state);
  return pageOf(base, page, {
    rows: (query) => query.selectAll("j"),
    order: { createTime: "j.created_at", name: "j.name", bytes: "j.bytes" },
    descending: true,
    tie: "j.id",
  });
}

export const insertJob = async (trx: Trx, row: Insertable<FileJobTable>): Promise<void> =>
  void (await trx.insertInto("file_job").values(row).execute());
export const findJob = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("file_job").selectAll().where("comp_id", "=", compId).where("id", "=", id).executeTakeFirst();

export async function countOpenJobs(trx: Trx, compId: string, ownerId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("file_job")
    .select((e) => e.fn.countAll().as("count"))
    .where("comp_id", "=", compId)
    .where("owner_id", "=", ownerId)
    .where("state", "in", ["waiting", "running"])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Takes a job that waits, or whose worker has not been heard of: of two takers one gets it. */
export const claimJob = (trx: Trx, compId: string, id: string, now: Date, leaseUntil: Date) =>
  trx
    .updateTable("file_job")
    .set((e) => ({
      state: "running",
      attempt: e("attempt", "+", 1),
      lease_until: leaseUntil,
      started_at: now,
      progress: 0,
      rows: 0,
      error: "",
    }))
    .where("comp_id", "=", compId)
    .where("id", "=", id)
    .where((e) => e.or([e("state", "=", "waiting"), e.and([e("state", "=", "running"), e("lease_until", "<", now)])]))
    .returningAll()
    .executeTakeFirst();

/** A change by who works on it. False: it no longer is theirs (cancelled, deleted, taken over). */
export async function updateRunning(
  trx: Trx,
  { compId, id, attempt }: { readonly compId: string; readonly id: string; readonly attempt: number },
  set: Partial<Insertable<FileJobTable>>,
): Promise<boolean> {
  const changed = await trx
    .updateTable("file_job")
    .set(set as never)
    .where("comp_id", "=", compId)
    .where("id", "=", id)
    .where("state", "=", "running")
    .where("attempt", "=", attempt)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export async function cancelJobs(
  trx: Trx,
  compId: string,
  ids: readonly string[],
  ownerId: string | undefined,
  now: Date,
): Promise<number> {
  let query = trx
    .updateTable("file_job")
    .set({ state: "cancelled", finished_at: now, error: "" })
    .where("comp_id", "=", compId)
    .where("id", "in", ids)
    .where("state", "in", ["waiting", "running"]);
  if (ownerId) query = query.where("owner_id", "=", ownerId);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

export async function deleteJobs(trx: Trx, compId: string, ids: readonly string[], ownerId: string | undefined) {
  let query = trx.deleteFrom("file_job").where("comp_id", "=", compId).where("id", "in", ids);
  if (ownerId) query = query.where("owner_id", "=", ownerId);
  return query.returning(["id", "name", "blob_key"]).execute();
}

/** Over all enterprises: jobs that nobody works on. */
export const strandedJobs = (trx: Trx, now: Date) =>
  trx
    .selectFrom("file_job")
    .select(["comp_id", "id", "attempt", "kind"])
    .where("state", "in", ["waiting", "running"])
    .where("lease_until", "<", now)
    .orderBy("lease_until")
    .limit(200)
    .execute();

/** Over all enterprises: done and past their time. Their blobs are the caller's to remove. */
export const expireJobs = (trx: Trx, now: Date, most: number) =>
  trx
    .updateTable("file_job")
    .set({ state: "expired", bytes: 0, blob_key: null })
    .from(
      trx
        .selectFrom("file_job")
        .select(["comp_id", "id", "blob_key"])
        .where("state", "=", "done")
        .where("expires_at", "<=", now)
        .limit(most)
        .as("old"),
    )
    .whereRef("file_job.comp_id", "=", "old.comp_id")
    .whereRef("file_job.id", "=", "old.id")
    .returning("old.blob_key")
    .execute();

export const expireFiles = (trx: Trx, now: Date, most: number) =>
  trx
    .deleteFrom("file")
    .where((e) =>
      e(
        sql`(comp_id, id)`,
        "in",
        e.selectFrom("file").select(["comp_id", "id"]).where("expires_at", "<=", now).limit(most) as never,
      ),
    )
    .returning("blob_key")
    .execute();

/** Over all enterprises: rows of jobs that ended long ago. */
export async function removeOldJobs(trx: Trx, before: Date): Promise<number> {
  return Number(
    (
      await trx
        .deleteFrom("file_job")
        .where("state", "in", ["failed", "cancelled", "expired"])
        .where("finished_at", "<", before)
        .executeTakeFirst()
    ).numDeletedRows,
  );
}
