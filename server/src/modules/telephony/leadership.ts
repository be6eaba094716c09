/**
 * One engine an installation (decision 006): a process starts its engine only when no other answers, and the others keep
 * looking, so that one takes over when the leading process is gone. Of two that look at once the counter lets one go on.
 */
import type { Broker } from "../../ports/broker.ts";
import { BrokerError } from "../../ports/broker.ts";
import type { Clock, Timer } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import { engineTopic, type EngineRequest } from "./topics.ts";

/** ms between two looks of a process that does not lead, and how long an election stands. */
export const leadershipMs = { look: 5_000, election: 10_000, answer: 2_000 } as const;

export interface Leadership {
  /** Resolves after the first look; from then on `leads` is true where the engine runs. */
  start(): Promise<void>;
  stop(): void;
  leads(): boolean;
}

export function createLeadership({
  broker,
  clock,
  logger,
  lead,
}: {
  readonly broker: Broker;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lead: () => Promise<void>;
}): Leadership {
  let leading = false;
  let stopped = false;
  let timer: Timer | undefined;

  async function someoneLeads(): Promise<boolean> {
    const probe: EngineRequest = { verb: "serves", compId: "", groupIds: [] };
    try {
      await broker.request(engineTopic, probe, leadershipMs.answer);
      return true;
    } catch (error) {
      // A slow or failing engine is an engine; only silence of the topic is none.
      return !(error instanceof BrokerError && error.code === "nobody");
    }
  }

  async function look(): Promise<void> {
    if (stopped || leading) return;
    try {
      if (!(await someoneLeads()) && (await broker.increment("telephony.election", leadershipMs.election)) === 1) {
        leading = true;
        await lead();
        if (timer) logger.info({}, "the call engine runs in this process now");
        return;
      }
    } catch (error) {
      leading = false;
      logger.error({ error }, "the call engine did not start");
      if (broker.kind === "process") throw error;
    }
    timer = clock.after(leadershipMs.look, () => void look());
  }

  return {
    async start() {
      await look();
      if (!leading)
        logger.info({}, "the call engine runs in another process; this one serves pages, interfaces and sockets");
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
    leads: () => leading,
  };
}
