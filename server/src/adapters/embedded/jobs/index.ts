/**
 * The Jobs port: pg-boss on whichever database there is. LISTEN/NOTIFY wakes workers; for delayed jobs and retries the
 * process that planned them wakes its own workers when they fall due. Polling is for what a process left that is gone.
 */
import { PgBoss, type ConstructorOptions } from "pg-boss";
import type { Clock, Random, Timer } from "../../../ports/clock.ts";
import type { Database } from "../../../ports/database.ts";
import type { Jobs } from "../../../ports/jobs.ts";
import type { Logger } from "../../../ports/logger.ts";
import { named } from "../../database/busy.ts";
import type { PostgresJobsBackend } from "../../production/database/index.ts";
import type { PgliteJobsBackend } from "../database/index.ts";

export interface JobsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

const retries = { retryLimit: 3, retryDelay: 1, retryBackoff: true } as const;
/** How late a delayed job or a retry may run whose process is gone, seconds. Eleven queues that ask each second cost 15 ms of CPU. */
const polling = { pollingIntervalSeconds: 30, notifyPollingIntervalSeconds: 30 } as const;
/** Jobs that wait for other jobs: nobody sends such, and a look for them writes to the database every 5 s unless told otherwise. */
const flows = { flowIntervalSeconds: 3_600 } as const;
/** After a failure a job falls due within 2, 4 or 8 s, by pg-boss's back-off with its jitter. */
const retryLooksMs = [1_000, 2_000, 4_000, 8_500] as const;
/** The database's clock may be behind ours. */
const graceMs = 50;
const stopMs = 2_000;

function backendOptions(database: Database): ConstructorOptions {
  const backend = database.jobsBackend as PgliteJobsBackend | PostgresJobsBackend;
  return backend.kind === "postgres" ? { connectionString: backend.url, max: 2 } : { db: backend, backend: "pglite" };
}

export function createPgBossJobs({ database, clock, random, logger }: JobsOptions): Jobs {
  const options = { ...backendOptions(database), ...flows, schema: "pgboss", useListenNotify: true, schedule: false };
  const boss = new PgBoss(options);
  boss.on("error", (error) => logger.error({ error }, "jobs"));
  boss.on("warning", (warning) => logger.warn({ warning }, "jobs"));

  /** How each queue is attached to its worker. */
  const workers = new Map<string, () => Promise<void>>();
  /** pg-boss's own workers by queue. */
  const wakeable = new Map<string, string>();
  const timers = new Set<Timer>();
  const queues = new Map<string, Promise<void>>();
  let state: "new" | "running" | "stopped" = "new";

  /** 'exclusive': one job a key may wait or run. */
  const ensureQueue = (queue: string): Promise<void> => {
    const known = queues.get(queue) ?? boss.createQueue(queue, { policy: "exclusive", notify: true, ...retries });
    queues.set(queue, known);
    known.catch(() => queues.delete(queue));
    return known;
  };
  const wake = (queue: string): void => {
    const worker = wakeable.get(queue);
    if (worker !== undefined && state === "running") boss.notifyWorker(worker);
  };
  const wakeAfter = (queue: string, ms: number): void => {
    const timer = clock.after(ms + graceMs, () => {
      timers.delete(timer);
      wake(queue);
    });
    timers.add(timer);
  };
  const attach = async <T extends object>(queue: string, run: (data: T) => Promise<void>): Promise<void> => {
    await ensureQueue(queue);
    const worker = await boss.work<T>(queue, polling, async ([job]) => {
      try {
        if (job) await run(job.data);
      } catch (error) {
        for (const ms of retryLooksMs) wakeAfter(queue, ms);
        throw error;
      } finally {
        // The next may wait already: its notification came while this one ran.
        wake(queue);
      }
    });
    wakeable.set(queue, worker);
  };

  return {
    async work(queue, run) {
      workers.set(queue, () => attach(queue, run));
      if (state === "running") await attach(queue, run);
    },
    async send(queue, data, { key, afterMs } = {}) {
      if (state !== "running") throw new Error("jobs have not started");
      await ensureQueue(queue).catch(named);
      // Without a key of its own a job would share the empty one with all others.
      await boss
        .send(queue, data, {
          singletonKey: key ?? random.id(),
          ...(afterMs ? { startAfter: new Date(clock.now() + afterMs) } : {}),
        })
        .catch(named);
      if (afterMs) wakeAfter(queue, afterMs);
    },
    async start() {
      if (state !== "new") return;
      await boss.start();
      state = "running";
      for (const begin of workers.values()) await begin();
    },
    async stop() {
      if (state !== "running") return;
      state = "stopped";
      for (const timer of timers) timer.cancel();
      await boss.stop({ graceful: true, timeout: stopMs, close: true });
    },
  };
}
