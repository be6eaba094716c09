/**
 * Seats going out of service (disEnable). One without a call is signed out at once; one in a call finishes it: its account
 * stands at 2 until then, so that the session lives and no new one opens. Whoever hears of the call's end first ends it; a
 * sweep finds those whose process died meanwhile.
 */
import { takeLeaving } from "../../auth/index.ts";
import { type AgentState, minuteMs } from "@liantai/api/contract";
import type { AdministrationDeps } from "../../deps.ts";
import { forEachAlone } from "../../each.ts";
import { subscribe } from "../../topics.ts";
import { releaseAll, releaseBefore, type SeatWork } from "../work.ts";
import { isLeaving, listLeaving } from "./repository.ts";

const sweepMs = minuteMs;
const free: ReadonlySet<AgentState["kind"]> = new Set(["offline", "ready", "busy", "wrapUp"]);

export interface Leaving {
  /** The seat's account already stands at 2. */
  begin(compId: string, agentId: string): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface LeavingDeps extends Pick<AdministrationDeps, "ports" | "auth" | "engine"> {
  readonly work: readonly SeatWork[];
}

export function createLeaving({ ports, auth, engine, work }: LeavingDeps): Leaving {
  const { database, broker, clock, logger } = ports;
  const waiting = new Set<string>();
  const ends: (() => unknown)[] = [];
  const key = (compId: string, agentId: string) => `${compId}/${agentId}`;

  async function finish(compId: string, agentId: string): Promise<void> {
    waiting.delete(key(compId, agentId));
    // Put back into service meanwhile it keeps its work.
    const leaving = await database.tenant(compId, (trx) => listLeaving(trx, agentId));
    if (leaving.length === 0) return;
    // First, so that a fault in what it has in hand keeps nobody signed in: the sweep comes back to that.
    for (const { id } of leaving) await auth.endSessions({ accountId: id }, "disabled");
    await releaseBefore(database, work, compId, [agentId], (trx) => isLeaving(trx, compId, agentId));
    const { accounts, after } = await database.tenant(compId, async (trx) => {
      const accounts = await takeLeaving(trx, compId, agentId);
      // Whose account it was took the work with it.
      return { accounts, after: accounts.length > 0 ? await releaseAll(work, trx, compId, [agentId]) : undefined };
    });
    await after?.();
    for (const accountId of accounts) await auth.endSessions({ accountId }, "disabled");
  }

  async function begin(compId: string, agentId: string): Promise<void> {
    waiting.add(key(compId, agentId));
    // Without an engine there is no call either.
    const inCall = await engine.retire(compId, agentId).catch((error: unknown) => {
      logger.warn({ error }, "the engine did not say whether the seat is in a call");
      return false;
    });
    if (!inCall) await finish(compId, agentId);
  }

  async function sweep(): Promise<void> {
    // system: seats of all enterprises.
    const leaving = (await database.system((trx) => listLeaving(trx))).flatMap(({ compId, agentId }) =>
      agentId === null ? [] : [{ compId, agentId }],
    );
    const message = "a disabled seat was not signed out";
    await forEachAlone(leaving, ({ compId, agentId }) => begin(compId, agentId), {
      logger,
      message,
      about: (of) => of,
    });
  }

  return {
    begin,
    async start() {
      const unsubscribe = await subscribe(broker, "agent.changed", ({ compId, agentId, state }) => {
        if (!waiting.has(key(compId, agentId)) || !free.has(state.kind)) return;
        void finish(compId, agentId).catch((error: unknown) =>
          logger.error({ error }, "a disabled seat was not signed out"),
        );
      });
      const timer = clock.every(
        sweepMs,
        () => void sweep().catch((error: unknown) => logger.warn({ error }, "sweep of disabled seats failed")),
      );
      ends.push(unsubscribe, () => timer.cancel());
    },
    async stop() {
      for (const end of ends.splice(0)) await end();
    },
  };
}
