/** Files and export jobs in the database. */
import type { JobState } from "@liantai/api/contract/admin";
import { sql, type Insertable, type Selectable } from "kysely";
import { containing, pageOf, type PageQuery } from "../../adapters/database/page.ts";
import type { Trx } from "../../ports/database.ts";
import type { FileJobTable, FileTable } from "../../ports/schema/files.ts";

export type FileRow = Selectable<FileTable>;
export type JobRow = Selectable<FileJobTable>;

export const insertFile = async (trx: Trx, row: Insertable<FileTable>): Promise<void> =>
  void (await trx.insertInto("file").values(row).execute());
export const findFile = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("file").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();
export const deleteFile = (trx: Trx, compId: string, id: string) =>
  trx.deleteFrom("file").where("compId", "=", compId).where("id", "=", id).returning("blobKey").executeTakeFirst();

/** Those that are not past their time alone; their ids. */
export async function expireFilesAt(
  trx: Trx,
  compId: string,
  tag: string,
  ids: readonly string[],
  at: Date | null,
  now: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await trx
    .updateTable("file")
    .set({ expiresAt: at })
    .where("compId", "=", compId)
    .where("tag", "=", tag)
    .where("id", "in", ids)
    .where((e) => e.or([e("expiresAt", "is", null), e("expiresAt", ">", now)]))
    .returning("id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Bytes the enterprise may keep; undefined: no limit. Locks the enterprise, so that two uploads do not both take the last of it. */
export async function storageLimit(trx: Trx, compId: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom("enterprise")
    .select("storageMb")
    .where("compId", "=", compId)
    .forUpdate()
    .executeTakeFirst();
  return row && row.storageMb > 0 ? row.storageMb * 1024 * 1024 : undefined;
}

/** Uploads, finished exports, voices and recordings: what 企业首页 shows as used. */
export async function storageUsed(trx: Trx, compId: string): Promise<number> {
  const [files, jobs, voices, recordings] = await Promise.all([
    trx
      .selectFrom("file")
      .select((e) => e.fn.sum("bytes").as("bytes"))
      .where("compId", "=", compId)
      .executeTakeFirst(),
    trx
      .selectFrom("file_job")
      .select((e) => e.fn.sum("bytes").as("bytes"))
      .where("compId", "=", compId)
      .where("state", "=", "done")
      .executeTakeFirst(),
    trx
      .selectFrom("voice")
      .select((e) => e.fn.sum("bytes").as("bytes"))
      .where("compId", "=", compId)
      .executeTakeFirst(),
    trx
      .selectFrom("call_record")
      .select((e) => e.fn.sum("recordingBytes").as("bytes"))
      .where("compId", "=", compId)
      .executeTakeFirst(),
  ]);
  return [files, jobs, voices, recordings].reduce((sum, part) => sum + Number(part?.bytes ?? 0), 0);
}

/** Whose jobs: the own ones, and everybody's of these kinds. */
export interface JobScope {
  readonly ownerId: string;
  readonly kinds: readonly string[];
}

export interface JobFilter {
  readonly scope: JobScope;
  readonly name?: string | undefined;
  readonly state?: JobState | "" | undefined;
  readonly kind?: string | undefined;
  /** Kinds that are left out. */
  readonly not?: readonly string[];
}

export function listJobs(trx: Trx, compId: string, filter: JobFilter, page: PageQuery, now: Date) {
  const { ownerId, kinds } = filter.scope;
  let base = trx
    .selectFrom("file_job as j")
    .where("j.compId", "=", compId)
    .where((e) => e.or([e("j.ownerId", "=", ownerId), e("j.kind", "in", kinds)]));
  if (filter.name) base = base.where("j.name", "like", containing(filter.name));
  if (filter.kind) base = base.where("j.kind", "=", filter.kind);
  if (filter.not && filter.not.length > 0) base = base.where("j.kind", "not in", filter.not);
  // What is past its time is expired, whether the night has been there or not.
  if (filter.state === "expired")
    base = base.where((e) =>
      e.or([e("j.state", "=", "expired"), e.and([e("j.state", "=", "done"), e("j.expiresAt", "<=", now)])]),
    );
  else if (filter.state === "done") base = base.where("j.state", "=", "done").where("j.expiresAt", ">", now);
  else if (filter.state) base = base.where("j.state", "=", filter.state);
  return pageOf(base, page, {
    rows: (query) => query.selectAll("j"),
    order: { createTime: "j.createdAt", name: "j.name", bytes: "j.bytes" },
    descending: true,
    tie: "j.id",
  });
}

export const insertJob = async (trx: Trx, row: Insertable<FileJobTable>): Promise<void> =>
  void (await trx.insertInto("file_job").values(row).execute());
export const findJob = (trx: Trx, compId: string, id: string) =>
  trx.selectFrom("file_job").selectAll().where("compId", "=", compId).where("id", "=", id).executeTakeFirst();

/** How many jobs wait or run: of this account, of the whole enterprise. */
export async function countOpenJobs(trx: Trx, compId: string, ownerId: string) {
  const { own, all } = await trx
    .selectFrom("file_job")
    .select((e) => [e.fn.countAll().as("all"), e.fn.countAll().filterWhere("ownerId", "=", ownerId).as("own")])
    .where("compId", "=", compId)
    .where("state", "in", ["waiting", "running"])
    .executeTakeFirstOrThrow();
  return { own: Number(own), all: Number(all) };
}

/** One attempt at a job. */
export interface Attempt {
  readonly compId: string;
  readonly id: string;
  readonly attempt: number;
}

/** The row of a job while it is this attempt's. */
export const stillOf = ({ compId, id, attempt }: Attempt) => ({ compId, id, attempt, state: "running" as const });

/** A change by who works on it. False: it no longer is theirs (cancelled, deleted, taken over). */
export async function updateRunning(
  trx: Trx,
  attempt: Attempt,
  set: Partial<Insertable<FileJobTable>>,
): Promise<boolean> {
  const mine = stillOf(attempt);
  const changed = await trx
    .updateTable("file_job")
    .set(set)
    .where((e) => e.and(mine))
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export async function cancelJobs(
  trx: Trx,
  compId: string,
  ids: readonly string[],
  { ownerId, kinds }: JobScope,
  now: Date,
): Promise<number> {
  const cancelled = await trx
    .updateTable("file_job")
    .set({ state: "cancelled", finishedAt: now, error: "" })
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .where("state", "in", ["waiting", "running"])
    .where((e) => e.or([e("ownerId", "=", ownerId), e("kind", "in", kinds)]))
    .executeTakeFirst();
  return Number(cancelled.numUpdatedRows);
}

export const deleteJobs = (trx: Trx, compId: string, ids: readonly string[], { ownerId, kinds }: JobScope) =>
  trx
    .deleteFrom("file_job")
    .where("compId", "=", compId)
    .where("id", "in", ids)
    .where((e) => e.or([e("ownerId", "=", ownerId), e("kind", "in", kinds)]))
    .returning(["id", "name", "blobKey"])
    .execute();

/** Over all enterprises: jobs that nobody works on. */
export const strandedJobs = (trx: Trx, now: Date) =>
  trx
    .selectFrom("file_job")
    .select(["compId", "id", "attempt", "kind"])
    .where("state", "in", ["waiting", "running"])
    .where("leaseUntil", "<", now)
    .orderBy("leaseUntil")
    .limit(200)
    .execute();

/** Over all enterprises: done and past their time. Their blobs are the caller's to remove. */
export const expireJobs = (trx: Trx, now: Date, most: number) =>
  trx
    .updateTable("file_job")
    .set({ state: "expired", bytes: 0, blobKey: null })
    .from(
      trx
        .selectFrom("file_job")
        .select(["compId", "id", "blobKey"])
        .where("state", "=", "done")
        .where("expiresAt", "<=", now)
        .limit(most)
        .as("old"),
    )
    .whereRef("file_job.compId", "=", "old.compId")
    .whereRef("file_job.id", "=", "old.id")
    .returning("old.blobKey")
    .execute();

export const expireFiles = (trx: Trx, now: Date, most: number) =>
  trx
    .deleteFrom("file")
    .where((e) =>
      e(
        sql`(comp_id, id)`,
        "in",
        e.selectFrom("file").select(["compId", "id"]).where("expiresAt", "<=", now).limit(most),
      ),
    )
    .returning("blobKey")
    .execute();

/** Over all enterprises: rows of jobs that ended long ago. */
export async function removeOldJobs(trx: Trx, before: Date): Promise<number> {
  return Number(
    (
      await trx
        .deleteFrom("file_job")
        .where("state", "in", ["failed", "cancelled", "expired"])
        .where("finishedAt", "<", before)
        .executeTakeFirst()
    ).numDeletedRows,
  );
}
