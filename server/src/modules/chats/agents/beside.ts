/** What goes on beside what was asked: that it failed is said in the log, and a stop waits for it. */
import type { Logger } from "../../../ports/logger.ts";

export interface Beside {
  /** failed: what the log says then. */
  do(work: () => Promise<unknown>, failed: string, about?: object): void;
  /** Resolves when nothing goes on. */
  idle(): Promise<void>;
}

export function createBeside(logger: Pick<Logger, "warn">): Beside {
  const under = new Set<Promise<unknown>>();
  return {
    do(work, failed, about = {}) {
      const done = work()
        .catch((error: unknown) => logger.warn({ error, ...about }, failed))
        .finally(() => under.delete(done));
      under.add(done);
    },
    async idle() {
      while (under.size > 0) await Promise.all(under);
    },
  };
}
