/** What is made of calls while they go on and when they are over: refusals at once, levels when the call is on record. */
import type { Ports } from "../../ports/index.ts";
import { subscribe } from "../topics.ts";
import { scoreEnded } from "./intentions/scoring.ts";
import { appendLedger, type LedgerEntry } from "./ledger/repository.ts";
import { startRefusals } from "./refusals/refuse.ts";

export function createWatching(ports: Ports) {
  const running = new Set<Promise<void>>();
  let ends: readonly (() => Promise<void>)[] = [];
  const scored = (call: { readonly compId: string; readonly callId: string }): void => {
    const done: Promise<void> = scoreEnded(ports, call)
      .catch((error: unknown) => ports.logger.warn({ error, callId: call.callId }, "a call was given no level"))
      .finally(() => running.delete(done));
    running.add(done);
  };
  return {
    async start(): Promise<void> {
      ends = await Promise.all([
        startRefusals(ports, async ({ compId, phoneId = "", by }, refused) => {
          const at = new Date(ports.clock.now());
          const entries = refused.map((number): LedgerEntry => ({
            kind: "refused",
            taskId: number.taskId,
            phoneId: number.phoneId,
            body: { by, saidAbout: phoneId },
          }));
          await ports.database.tenant(compId, (trx) => appendLedger(trx, compId, at, entries));
        }),
        subscribe(ports.broker, "call.recorded", ({ compId, callId }) => scored({ compId, callId })),
      ]);
    },
    async stop(): Promise<void> {
      await Promise.all(ends.map((end) => end()));
      await Promise.all(running);
    },
  };
}
