/**
 * Runs export jobs. The row is the truth, the queue only wakes: a worker takes the row for a minute at a time and says every
 * few seconds that it still is at it; a row nobody has spoken for is taken by whoever sweeps next, so a killed process loses
 * no job. A job that fails for a reason of its own is not tried again; any other failure is, three times in all.
 */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError, dayMs, minuteMs } from "@liantai/api/contract";
import { writeSheet, xlsxType, type Cell } from "../../sheets/index.ts";
import type { Ports } from "../../ports/index.ts";
import type { AuthModule } from "../auth/index.ts";
import type { ExportKind, ExportOwner, ExportProduct } from "./export-kinds.ts";
import { claimJob, strandedJobs, updateRunning, type JobRow } from "./repository.ts";
import { blobFolder, checkStorage } from "./store.ts";

export type RunnerPorts = Pick<Ports, "database" | "jobs" | "blobs" | "clock" | "logger">;

export const exportQueue = "file-export";
/** Recordings take minutes to pack: reports do not wait behind them. */
export const packageQueue = "file-package";

const leaseMs = minuteMs;
const beatMs = 2_000;
const sweepMs = 30_000;
const tries = 3;
const backOffMs = 5_000;
const keepMs = 7 * dayMs;
/** Of one file. */
const maxBytes = 4 * 1024 * 1024 * 1024;
const failedText = "导出失败，请重试";

/** What the owner of a job is told. */
export interface JobProgress {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: string;
  readonly name: string;
  readonly state: "running" | "done" | "failed";
  readonly progress: number;
  readonly rows: number;
  readonly error: string;
}

interface Wake {
  readonly compId: string;
  readonly id: string;
}

export interface Runner {
  /** Wakes a worker for a job that waits. */
  wake(job: Wake & { readonly kind: string; readonly attempt: number }): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createRunner(
  ports: RunnerPorts,
  kinds: ReadonlyMap<string, ExportKind>,
  notify: (report: JobProgress) => Promise<void>,
  masking: AuthModule["masking"],
): Runner {
  const { database, jobs, blobs, clock, logger } = ports;
  const running = new Set<{ readonly abort: AbortController; readonly done: Promise<void> }>();
  let stopping = false;
  let sweeping: { cancel(): void } | undefined;

  const at = (ms = 0): Date => new Date(clock.now() + ms);
  const wake: Runner["wake"] = ({ compId, id, kind, attempt }) =>
    jobs.send(kinds.get(kind)?.slow ? packageQueue : exportQueue, { compId, id } satisfies Wake, {
      key: `${id}/${attempt}`,
    });

  async function sweep(): Promise<void> {
    // Over all enterprises: whose worker died is nobody's request.
    const stranded = await database.system((trx) => strandedJobs(trx, at()));
    for (const { compId, id, attempt, kind } of stranded) await wake({ compId, id, attempt, kind });
  }

  /** Who asked, with the masking that is in force now: it may have been set while the job waited, or between two tries. */
  async function ownerNow(owner: ExportOwner): Promise<ExportOwner> {
    const now = await masking(owner.userId, owner.compId);
    if (!now) throw new AppError("refused", "账号已停用或删除，导出未执行");
    return { ...owner, ...now };
  }

  /** Writes the product to a file, counting. */
  async function write(
    product: ExportProduct,
    path: string,
    written: { rows: number; progress: number },
    signal: AbortSignal,
  ): Promise<{ bytes: number; extension: string; contentType: string }> {
    let bytes = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        done(bytes > maxBytes ? new AppError("refused", "文件过大，请缩小查询范围后重试") : null, chunk);
      },
    });
    if ("stream" in product) {
      const follow = clock.every(beatMs / 2, () => Object.assign(written, product.progress?.()));
      try {
        await pipeline(product.stream, measure, createWriteStream(path), { signal });
      } finally {
        follow.cancel();
      }
      Object.assign(written, product.progress?.());
      return { bytes, extension: product.extension, contentType: product.contentType };
    }
    const { columns, rows, total, sheetName } = product;
    async function* counted(): AsyncGenerator<readonly Cell[]> {
      for await (const row of rows) {
        written.rows += 1;
        if (total) written.progress = Math.min(99, Math.floor((written.rows * 100) / total));
        yield row;
      }
    }
    await pipeline(
      writeSheet({ columns, rows: counted(), ...(sheetName ? { name: sheetName } : {}) }),
      measure,
      createWriteStream(path),
      { signal },
    );
    return { bytes, extension: "xlsx", contentType: xlsxType };
  }

  async function attempt(job: JobRow, abort: AbortController): Promise<void> {
    const who = { compId: job.compId, id: job.id, attempt: job.attempt };
    const written = { rows: 0, progress: 0 };
    const update = (set: Parameters<typeof updateRunning>[2]): Promise<boolean> =>
      database.tenant(who.compId, (trx) => updateRunning(trx, who, set));
    const report = (state: JobProgress["state"], error = ""): Promise<void> =>
      notify({
        id: job.id,
        ownerId: job.ownerId,
        kind: job.kind,
        name: job.name,
        state,
        progress: state === "done" ? 100 : written.progress,
        rows: written.rows,
        error,
      });
    let drawn = 0;
    const beat = clock.every(beatMs, () => {
      if (written.rows !== drawn)
        report("running").catch((error: unknown) =>
          logger.warn({ error, job: who.id }, "the progress of an export was not told"),
        );
      drawn = written.rows;
      update({ leaseUntil: at(leaseMs), rows: written.rows, progress: written.progress }).then(
        (still) => still || abort.abort(),
        (error: unknown) => logger.warn({ error, job: who.id }, "an export could not say that it runs"),
      );
    });
    const folder = await mkdtemp(join(tmpdir(), "liantai-export-"));
    let key: string | undefined;
    try {
      const kind = kinds.get(job.kind);
      if (!kind) throw new AppError("refused", "不支持的导出类型");
      const product = await kind.produce({
        owner: await ownerNow(job.owner as ExportOwner),
        compId: job.compId,
        params: job.params as never,
        signal: abort.signal,
      });
      const path = join(folder, "file");
      const { bytes, extension, contentType } = await write(product, path, written, abort.signal);
      key = `exports/${blobFolder(job.compId)}/${job.id}-${job.attempt}.${extension}`;
      await blobs.adopt(key, path);
      const finished = await database.tenant(who.compId, async (trx) => {
        await checkStorage(trx, who.compId, bytes);
        return updateRunning(trx, who, {
          state: "done",
          progress: 100,
          rows: written.rows,
          bytes,
          extension,
          contentType,
          blobKey: key!,
          finishedAt: at(),
          expiresAt: at(keepMs),
        });
      });
      if (!finished) return await blobs.delete(key);
      await report("done");
    } catch (error) {
      if (key) await blobs.delete(key).catch(() => undefined);
      if (abort.signal.aborted) {
        // The process goes; another, or this one when it is back, takes it at once. Somebody who cancelled has changed the row, and this changes nothing.
        await update({ state: "waiting", leaseUntil: at() });
        return;
      }
      const own = error instanceof AppError;
      if (!own) logger.error({ error, job: job.id, kind: job.kind, attempt: job.attempt }, "an export failed");
      if (!own && job.attempt < tries) {
        await update({ state: "waiting", leaseUntil: at(backOffMs * job.attempt) });
        return await jobs.send(
          kinds.get(job.kind)?.slow ? packageQueue : exportQueue,
          { compId: who.compId, id: who.id },
          { key: `${job.id}/${job.attempt}`, afterMs: backOffMs * job.attempt },
        );
      }
      const text = own ? error.message : failedText;
      if (await update({ state: "failed", error: text, finishedAt: at() })) await report("failed", text);
    } finally {
      beat.cancel();
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function run({ compId, id }: Wake): Promise<void> {
    if (stopping) return;
    const job = await database.tenant(compId, (trx) => claimJob(trx, compId, id, at(), at(leaseMs)));
    // Cancelled, deleted, or another has it.
    if (!job) return;
    const abort = new AbortController();
    const entry = { abort, done: attempt(job, abort) };
    running.add(entry);
    await entry.done.finally(() => running.delete(entry));
  }

  return {
    wake,
    async start() {
      await jobs.work<Wake>(exportQueue, run);
      await jobs.work<Wake>(packageQueue, run);
      sweeping = clock.every(
        sweepMs,
        () => void sweep().catch((error: unknown) => logger.warn({ error }, "export jobs not swept")),
      );
      await sweep();
    },
    async stop() {
      stopping = true;
      sweeping?.cancel();
      for (const { abort } of running) abort.abort();
      await Promise.allSettled([...running].map(({ done }) => done));
    },
  };
}
