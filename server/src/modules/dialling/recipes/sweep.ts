/** 策略动作 that wait for their turn: every process looks each second; the row's lock says who does one. */
import { secondMs } from "@liantai/api/contract";
import type { Timer } from "../../../ports/clock.ts";
import { performAction, type PerformDeps } from "./performing.ts";
import { dueActions } from "./repository.ts";

const tickMs = secondMs;
const atOnce = 100;

export function createRecipeSweep(deps: PerformDeps) {
  const { database, clock, logger } = deps.ports;
  let timer: Timer | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  /** All that are due now. */
  async function sweep(): Promise<void> {
    while (!stopped) {
      // system: what waits of every enterprise, by whichever process is there.
      const due = await database.system((trx) => dueActions(trx, new Date(clock.now()), atOnce));
      for (const one of due) if (!stopped) await performAction(deps, one);
      if (due.length < atOnce) return;
    }
  }

  return {
    sweep,
    start(): void {
      timer = clock.every(tickMs, () => {
        running ??= sweep()
          .catch((error: unknown) => logger.warn({ error }, "actions of recipes were not looked for"))
          .finally(() => (running = undefined));
      });
    },
    async stop(): Promise<void> {
      stopped = true;
      timer?.cancel();
      await running;
    },
  };
}
