/** 策略动作 that wait for their turn: every process looks for them (modules/lookout.ts); the row's lock says who does one. */
import { secondMs } from "@liantai/api/contract";
import { Lookout } from "../../lookout.ts";
import { performAction, type PerformDeps } from "./performing.ts";
import { dueActions, firstDue } from "./repository.ts";

const latestMs = 10 * secondMs;
const atOnce = 100;

export function createRecipeSweep(deps: PerformDeps) {
  const { database, clock } = deps.ports;
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

  const lookout = new Lookout({
    ports: deps.ports,
    ...{ table: "dial_action", latestMs, failed: "actions of recipes were not looked for" },
    async look() {
      await sweep();
      // system: as above.
      return database.system(firstDue);
    },
  });

  return {
    sweep,
    start: () => lookout.start(),
    async stop(): Promise<void> {
      stopped = true;
      await lookout.stop();
    },
  };
}
