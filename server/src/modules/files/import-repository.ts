/** Imports in the database. */
import { AppError } from "@liantai/api/contract";
import type { Insertable, Selectable } from "kysely";
import type { Trx } from "../../ports/database.ts";
import type { ImportJobTable } from "../../ports/schema/files.ts";
import type { FailedLine, ImportPart } from "./import-counts.ts";
import { stillOf, type Attempt } from "./repository.ts";

export type ImportJobRow = Selectable<ImportJobTable>;

export const insertImport = async (trx: Trx, row: Insertable<ImportJobTable>): Promise<void> =>
  void (await trx.insertInto("import_job").values(row).execute());

/** False: it no longer is this attempt's. */
export async function updateImport(
  trx: Trx,
  attempt: Attempt,
  set: Partial<Insertable<ImportJobTable>>,
): Promise<boolean> {
  const mine = stillOf(attempt);
  const changed = await trx
    .updateTable("import_job")
    .set(set)
    .where((e) => e.and(mine))
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Takes over what nobody speaks for (before: all leases are over, for nobody else can have them): of two takers one gets it. */
export const claimImports = (trx: Trx, before: Date, leaseUntil: Date): Promise<ImportJobRow[]> =>
  trx
    .updateTable("import_job")
    .set((e) => ({ attempt: e("attempt", "+", 1), leaseUntil }))
    .where("state", "=", "running")
    .where("leaseUntil", "<", before)
    .returningAll()
    .execute();

/** Of an enterprise at once: they run beside each other, in the processes that serve all. */
const mostRunning = 10;

/** Throws AppError 'refused' where as many run as may. */
export async function checkRunning(trx: Trx, compId: string): Promise<void> {
  const { count } = await trx
    .selectFrom("import_job")
    .select((e) => e.fn.countAll().as("count"))
    .where("compId", "=", compId)
    .where("state", "=", "running")
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostRunning) throw new AppError("refused", `企业有${mostRunning}个导入正在进行，请等它们完成`);
}

export const insertPart = async (
  trx: Trx,
  { compId, id }: Attempt,
  { upTo, succeed, failed }: ImportPart,
): Promise<void> =>
  void (await trx
    .insertInto("import_part")
    .values({ compId, jobId: id, upTo, succeed, failed: JSON.stringify(failed) })
    .execute());

export async function partsOf(trx: Trx, { compId, id }: Attempt): Promise<ImportPart[]> {
  const rows = await trx
    .selectFrom("import_part")
    .select(["upTo", "succeed", "failed"])
    .where("compId", "=", compId)
    .where("jobId", "=", id)
    .orderBy("upTo")
    .execute();
  return rows.map(({ failed, ...row }) => ({ ...row, failed: failed as FailedLine[] }));
}

/** Of a person's the one that runs, else the oldest that was not seen. */
export const openImport = (trx: Trx, compId: string, ownerId: string, kind: string) =>
  trx
    .selectFrom("import_job")
    .selectAll()
    .where("compId", "=", compId)
    .where("ownerId", "=", ownerId)
    .where("kind", "=", kind)
    .orderBy("finishedAt", (by) => by.asc().nullsFirst())
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();

/** An ended one; its parts go with it. */
export const removeImport = async (trx: Trx, compId: string, ownerId: string, id: string): Promise<void> =>
  void (await trx
    .deleteFrom("import_job")
    .where("compId", "=", compId)
    .where("ownerId", "=", ownerId)
    .where("id", "=", id)
    .where("state", "<>", "running")
    .execute());

export const removeOldImports = async (trx: Trx, before: Date): Promise<void> =>
  void (await trx.deleteFrom("import_job").where("state", "<>", "running").where("finishedAt", "<", before).execute());
