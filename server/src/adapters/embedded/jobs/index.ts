/** The Jobs port: pg-boss on whichever database there is. LISTEN/NOTIFY wakes workers; polling is for delayed jobs and retries. */
import { PgBoss, type ConstructorOptions } from "pg-boss";
import type { Clock, Random } from "../../../ports/clock.ts";
import type { Database } from "../../../ports/database.ts";
import type { Jobs } from "../../../ports/jobs.ts";
import type { Logger } from "../../../ports/logger.ts";
import type { PostgresJobsBackend } from "../../production/database/index.ts";
import type { PgliteJobsBackend } from "../database/index.ts";

export interface JobsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

type Run = (data: never) => Promise<void>;

const retries = { retryLimit: 3, retryDelay: 1, retryBackoff: true } as const;
/** How late a delayed job or a retry may run, seconds. */
const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 } as const;
const stopMs = 2_000;

function backendOptions(database: Database): ConstructorOptions {
  const backend = database.jobsBackend as PgliteJobsBackend | PostgresJobsBackend;
  return backend.kind === "postgres"
    ? { connectionString: backend.url, max: 2 }
    : { db: backend as never, backend: "pglite" };
}

export function createPgBossJobs({ database, clock, random, logger }: JobsOptions): Jobs {
  const boss = new PgBoss({ ...backendOptions(database), schema: "pgboss", useListenNotify: true, schedule: false });
  boss.on("error", (error) => logger.error({ error }, "jobs"));
  boss.on("warning", (warning) => logger.warn({ warning }, "jobs"));

  const workers = new Map<string, Run>();
  const queues = new Map<string, Promise<void>>();
  let state: "new" | "running" | "stopped" = "new";

  /** 'exclusive': one job a key may wait or run. */
  const ensureQueue = (queue: string): Promise<void> => {
    const known = queues.get(queue) ?? boss.createQueue(queue, { policy: "exclusive", notify: true, ...retries });
    queues.set(queue, known);
    known.catch(() => queues.delete(queue));
    return known;
  };
  const attach = async (queue: string, run: Run): Promise<void> => {
    await ensureQueue(queue);
    await boss.work<object>(queue, polling, async ([job]) => {
      if (job) await run(job.data as never);
    });
  };

  return {
    async work(queue, run) {
      workers.set(queue, run as Run);
      if (state === "running") await attach(queue, run as Run);
    },
    async send(queue, data, { key, afterMs } = {}) {
      if (state !== "running") throw new Error("jobs have not started");
      await ensureQueue(queue);
      // Without a key of its own a job would share the empty one with all others.
      await boss.send(queue, data, {
        singletonKey: key ?? random.id(),
        ...(afterMs ? { startAfter: new Date(clock.now() + afterMs) } : {}),
      });
    },
    async start() {
      if (state !== "new") return;
      await boss.start();
      state = "running";
      for (const [queue, run] of workers) await attach(queue, run);
    },
    async stop() {
      if (state !== "running") return;
      state = "stopped";
      await boss.stop({ graceful: true, timeout: stopMs, close: true });
    },
  };
}
