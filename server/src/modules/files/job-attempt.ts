/** One try at an export job: makes the file, puts it into the store and says how it goes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError, dayMs, minuteMs } from "@liantai/api/contract";
import type { Ports } from "../../ports/index.ts";
import type { AuthModule } from "../auth/index.ts";
import type { ExportKind, ExportOwner } from "./export-kinds.ts";
import { writeProduct, type Written, type WrittenFile } from "./job-file.ts";
import { updateRunning, type JobRow } from "./repository.ts";
import { blobFolder, checkStorage } from "./store.ts";

export type RunnerPorts = Pick<Ports, "database" | "jobs" | "blobs" | "clock" | "logger">;

/** What the owner of a job is told. */
export interface JobProgress {
  readonly id: string;
  readonly ownerId: string;
  readonly socketId: string | undefined;
  readonly kind: string;
  readonly name: string;
  readonly state: "running" | "done" | "failed";
  readonly progress: number;
  readonly rows: number;
  readonly error: string;
  /** The file's name; '' until it is there. */
  readonly made: string;
}

export interface AttemptDeps {
  readonly ports: RunnerPorts;
  readonly kinds: ReadonlyMap<string, ExportKind>;
  readonly notify: (report: JobProgress) => Promise<void>;
  readonly standing: AuthModule["standing"];
  /** Wakes a worker for the next try. */
  readonly again: (job: JobRow, afterMs: number) => Promise<void>;
}

/** A job in the hands of this process. */
interface Attempt {
  readonly job: JobRow;
  readonly abort: AbortController;
  readonly written: Written;
}

export const leaseMs = minuteMs;
const beatMs = 2_000;
const tries = 3;
const backOffMs = 5_000;
const keepMs = 7 * dayMs;
const failedText = "导出失败，请重试";

const after = ({ ports: { clock } }: AttemptDeps, ms = 0): Date => new Date(clock.now() + ms);

/** False when the job is another's by now, or cancelled. */
const update = (
  { ports: { database } }: AttemptDeps,
  { compId, id, attempt }: JobRow,
  set: Parameters<typeof updateRunning>[2],
): Promise<boolean> => database.tenant(compId, (trx) => updateRunning(trx, { compId, id, attempt }, set));

const report = (
  { notify }: AttemptDeps,
  { job: { id, ownerId, owner, kind, name }, written }: Attempt,
  state: JobProgress["state"],
  { error = "", extension }: { readonly error?: string; readonly extension?: string } = {},
): Promise<void> =>
  notify({
    id,
    ownerId,
    socketId: (owner as ExportOwner).socketId,
    kind,
    name,
    state,
    progress: state === "done" ? 100 : written.progress,
    rows: written.rows,
    error,
    made: extension === undefined ? "" : `${name}.${extension}`,
  });

/** Who asked, as he stands now: his role or what he sees may have changed while the job waited, or between two tries. */
async function ownerNow(deps: AttemptDeps, owner: ExportOwner): Promise<ExportOwner> {
  const now = await deps.standing(owner.userId, owner.compId);
  if (!now) throw new AppError("refused", "账号已停用或删除，导出未执行");
  const { companies: _, ...rest } = owner;
  const { companies, ...standing } = now;
  return { ...rest, ...standing, ...(companies && { companies: [...companies] }) };
}

/** Says every few seconds that the job still is in hand, and how far it is. */
function keepLease(deps: AttemptDeps, attempt: Attempt): { cancel(): void } {
  const { clock, logger } = deps.ports;
  const { job, abort, written } = attempt;
  let drawn = 0;
  return clock.every(beatMs, () => {
    if (written.rows !== drawn)
      report(deps, attempt, "running").catch((error: unknown) =>
        logger.warn({ error, job: job.id }, "the progress of an export was not told"),
      );
    drawn = written.rows;
    update(deps, job, { leaseUntil: after(deps, leaseMs), rows: written.rows, progress: written.progress }).then(
      (still) => still || abort.abort(),
      (error: unknown) => logger.warn({ error, job: job.id }, "an export could not say that it runs"),
    );
  });
}

async function produce(deps: AttemptDeps, { job, abort, written }: Attempt, path: string): Promise<WrittenFile> {
  const kind = deps.kinds.get(job.kind);
  if (!kind) throw new AppError("refused", "不支持的导出类型");
  const product = await kind.produce({
    owner: await ownerNow(deps, job.owner as ExportOwner),
    compId: job.compId,
    params: job.params,
    signal: abort.signal,
  });
  return writeProduct(deps.ports.clock, product, path, written, abort.signal);
}

/** False when the job is another's by now, or cancelled: the file is nobody's then. */
const finish = (
  deps: AttemptDeps,
  { job, written }: Attempt,
  { bytes, extension, contentType }: WrittenFile,
  blobKey: string,
): Promise<boolean> =>
  deps.ports.database.tenant(job.compId, async (trx) => {
    await checkStorage(trx, job.compId, bytes);
    return updateRunning(trx, job, {
      state: "done",
      progress: 100,
      rows: written.rows,
      bytes,
      extension,
      contentType,
      blobKey,
      finishedAt: after(deps),
      expiresAt: after(deps, keepMs),
    });
  });

async function failed(deps: AttemptDeps, attempt: Attempt, error: unknown): Promise<void> {
  const { job, abort } = attempt;
  if (abort.signal.aborted) {
    // The process goes; another, or this one when it is back, takes it at once. Somebody who cancelled has changed the
    // row, and this changes nothing.
    await update(deps, job, { state: "waiting", leaseUntil: after(deps) });
    return;
  }
  const own = error instanceof AppError;
  if (!own) deps.ports.logger.error({ error, job: job.id, kind: job.kind, attempt: job.attempt }, "an export failed");
  if (!own && job.attempt < tries) {
    const afterMs = backOffMs * job.attempt;
    await update(deps, job, { state: "waiting", leaseUntil: after(deps, afterMs) });
    return deps.again(job, afterMs);
  }
  const text = own ? error.message : failedText;
  if (await update(deps, job, { state: "failed", error: text, finishedAt: after(deps) }))
    await report(deps, attempt, "failed", { error: text });
}

export async function attemptJob(deps: AttemptDeps, job: JobRow, abort: AbortController): Promise<void> {
  const { blobs } = deps.ports;
  const attempt: Attempt = { job, abort, written: { rows: 0, progress: 0 } };
  const beat = keepLease(deps, attempt);
  let folder: string | undefined;
  let key: string | undefined;
  try {
    // What fails from here on, a full disk too, ends the attempt and its beat.
    folder = await mkdtemp(join(tmpdir(), "liantai-export-"));
    const path = join(folder, "file");
    const file = await produce(deps, attempt, path);
    key = `exports/${blobFolder(job.compId)}/${job.id}-${job.attempt}.${file.extension}`;
    await blobs.adopt(key, path);
    if (!(await finish(deps, attempt, file, key))) return await blobs.delete(key);
    await report(deps, attempt, "done", file);
  } catch (error) {
    if (key) await blobs.delete(key).catch(() => undefined);
    await failed(deps, attempt, error);
  } finally {
    beat.cancel();
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}
