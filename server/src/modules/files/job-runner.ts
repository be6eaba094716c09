/**
 * Runs export jobs. The row is the truth, the queue only wakes: a worker takes a row for a minute at a time and says every
 * few seconds that it still is at it; a row nobody has spoken for is taken by whoever sweeps next, so a killed process loses
 * no job. Enterprises take turns: a wake-up says that there is one job more, not which is next. A job that fails for a reason
 * of its own is not tried again; any other failure is, three times in all.
 */
import type { AuthModule } from "../auth/index.ts";
import type { ExportKind } from "./export-kinds.ts";
import { attemptJob, leaseMs, type JobProgress, type RunnerPorts } from "./job-attempt.ts";
import { strandedJobs } from "./repository.ts";
import { claimNext } from "./turns-repository.ts";

export type { JobProgress };

const exportQueue = "file-export";
/** Recordings take minutes to pack: reports do not wait behind them. */
const packageQueue = "file-package";
const sweepMs = 30_000;

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
  standing: AuthModule["standing"],
): Runner {
  const { database, jobs, clock, logger } = ports;
  const running = new Set<{ readonly abort: AbortController; readonly done: Promise<void> }>();
  let stopping = false;
  let sweeping: { cancel(): void } | undefined;

  const at = (ms = 0): Date => new Date(clock.now() + ms);
  const slow = (kind: string): boolean => kinds.get(kind)?.slow === true;
  const send = ({ compId, id, kind, attempt }: Parameters<Runner["wake"]>[0], afterMs?: number): Promise<void> =>
    jobs.send(slow(kind) ? packageQueue : exportQueue, { compId, id } satisfies Wake, {
      key: `${id}/${attempt}`,
      ...(afterMs === undefined ? {} : { afterMs }),
    });
  const attempts = { ports, kinds, notify, standing, again: send };

  async function sweep(): Promise<void> {
    // system: jobs of dead workers belong to any enterprise, and no request asks for them.
    const stranded = await database.system((trx) => strandedJobs(trx, at()));
    for (const { compId, id, attempt, kind } of stranded) await send({ compId, id, attempt, kind });
  }

  async function run(queue: string, { id }: Wake): Promise<void> {
    if (stopping) return;
    const slowKinds = [...kinds.keys()].filter(slow);
    // system: whose turn it is, of all enterprises.
    const job = await database.system((trx) =>
      claimNext(trx, {
        ...{ queue, woken: id, now: at(), leaseUntil: at(leaseMs) },
        kinds: queue === packageQueue ? { only: slowKinds } : { not: slowKinds },
      }),
    );
    // Cancelled, deleted, or another has it.
    if (!job) return;
    const abort = new AbortController();
    const entry = { abort, done: attemptJob(attempts, job, abort) };
    running.add(entry);
    await entry.done.finally(() => running.delete(entry));
  }

  return {
    wake: (job) => send(job),
    async start() {
      for (const queue of [exportQueue, packageQueue]) await jobs.work<Wake>(queue, (wake) => run(queue, wake));
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
