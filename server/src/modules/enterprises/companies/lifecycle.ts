/**
 * Out of service at once: sessions end, sign-ins and calls are refused. A running call goes on to its end and its agent stays
 * signed in for as long; then that session ends as well. Every process does what it hears of; each end happens once.
 */
import { keepAll, keepTalking } from "../../auth/index.ts";
import { minuteMs } from "@liantai/api/contract";
import type { Timer } from "../../../ports/clock.ts";
import { forEachAlone } from "../../each.ts";
import { publish, subscribe } from "../../topics.ts";
import type { AdministrationDeps } from "../../deps.ts";
import { findEnterpriseRow, listStopped, listTalking } from "./repository.ts";

const sweepMs = minuteMs;

export function createLifecycle({ ports, auth }: Pick<AdministrationDeps, "ports" | "auth">) {
  const { database, broker, clock, logger } = ports;
  let closing: (() => void | Promise<void>)[] = [];

  /** Ends the sessions of an enterprise except those of agents in a call. */
  async function stop(compId: string): Promise<void> {
    // system: the enterprise's sessions are not the operator's.
    const talking = await database.system(async (trx) => {
      const agents = await listTalking(trx, compId);
      await keepTalking(trx, compId, agents);
      return agents;
    });
    await auth.endSessions({ compId, exceptAgents: talking }, "enterprise");
  }

  async function isStopped(compId: string): Promise<boolean> {
    const row = await database.tenant(compId, (trx) => findEnterpriseRow(trx, compId));
    return (
      row !== undefined && (row.enabled === 0 || (row.expiresAt !== null && row.expiresAt.getTime() <= clock.now()))
    );
  }

  /** Ends that were missed (a process died between), and enterprises whose last day is over. */
  async function sweep(): Promise<void> {
    // system: over all enterprises.
    const stopped = await database.system((trx) => listStopped(trx, new Date(clock.now())));
    const message = "the sessions of a stopped enterprise were not ended";
    await forEachAlone(stopped, stop, { logger, message, about: (compId) => ({ compId }) });
  }

  const guarded = (work: Promise<void>, what: string) =>
    void work.catch((error: unknown) => logger.warn({ error }, what));

  return {
    async changed(compId: string): Promise<void> {
      await publish(broker, "enterprise.changed", { compId });
    },
    stop,
    /** Agents whose session was to end after their call keep it. */
    resume: (compId: string) => database.system((trx) => keepAll(trx, compId)),
    async start(): Promise<void> {
      const timer: Timer = clock.every(sweepMs, () => guarded(sweep(), "stopped enterprises not swept"));
      const unsubscribe = await subscribe(broker, "call.recorded", ({ compId }) =>
        guarded(
          isStopped(compId).then((stopped) => (stopped ? stop(compId) : undefined)),
          "a session after the last call not ended",
        ),
      );
      closing = [() => timer.cancel(), unsubscribe];
    },
    async end(): Promise<void> {
      for (const close of closing.splice(0)) await close();
    },
  };
}

export type Lifecycle = ReturnType<typeof createLifecycle>;
