/** The Jobs port in memory on virtual time; it passes ports/jobs.contract.ts as pg-boss does. */
import type { Clock, Timer } from "../ports/clock.ts";
import type { Jobs } from "../ports/jobs.ts";

interface Job {
  readonly queue: string;
  readonly key: string | undefined;
  readonly text: string;
  tries: number;
}

const retries = 3;
const backOffMs = 1_000;

export function createTestJobs(
  clock: Clock,
): Jobs & { readonly failed: readonly { readonly queue: string; readonly data: unknown }[] } {
  const workers = new Map<string, (data: never) => Promise<void>>();
  const keys = new Set<string>();
  const waiting: Job[] = [];
  const timers = new Set<Timer>();
  const running = new Set<Promise<void>>();
  const failed: { queue: string; data: unknown }[] = [];
  let started = false;

  const keyOf = (job: Job): string => `${job.queue}\n${job.key}`;
  const later = (ms: number, job: Job): void => {
    const timer = clock.after(ms, () => {
      timers.delete(timer);
      waiting.push(job);
      drain();
    });
    timers.add(timer);
  };
  const attempt = async (job: Job): Promise<void> => {
    try {
      await workers.get(job.queue)?.(JSON.parse(job.text) as never);
      keys.delete(keyOf(job));
    } catch {
      job.tries += 1;
      if (job.tries <= retries) return later(backOffMs * 2 ** (job.tries - 1), job);
      keys.delete(keyOf(job));
      failed.push({ queue: job.queue, data: JSON.parse(job.text) });
    }
  };
  const drain = (): void => {
    if (!started) return;
    for (const job of waiting.splice(0)) {
      if (!workers.has(job.queue)) {
        waiting.push(job);
        continue;
      }
      const run = attempt(job).finally(() => running.delete(run));
      running.add(run);
    }
  };

  return {
    failed,
    async work(queue, run) {
      workers.set(queue, run);
      drain();
    },
    async send(queue, data, options = {}) {
      const job: Job = { queue, key: options.key, text: JSON.stringify(data), tries: 0 };
      if (job.key !== undefined) {
        if (keys.has(keyOf(job))) return;
        keys.add(keyOf(job));
      }
      if (options.afterMs) return later(options.afterMs, job);
      waiting.push(job);
      drain();
    },
    async start() {
      started = true;
      drain();
    },
    async stop() {
      started = false;
      for (const timer of timers) timer.cancel();
      await Promise.allSettled(running);
    },
  };
}
