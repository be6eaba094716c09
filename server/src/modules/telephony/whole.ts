/** The engines of a process where the switch goes as a whole: who has it has all enterprises. */
import type { Ports } from "../../ports/index.ts";
import type { Leases } from "../../ports/lease.ts";
import { createLeadership, type Leadership } from "./leadership.ts";
import { engineUnder, type Running, type RunningOptions } from "./running.ts";
import type { Term } from "./term.ts";

/** What a process has of the calls. */
export interface Engines {
  readonly leadership: Leadership;
  calls(): number;
  /** The calls of this enterprise are, or begin to be, in this process. */
  has(compId: string): boolean;
  /** Some of its engines have begun. */
  leads(): boolean;
  /** Once it takes no lease any more: calls end with the process, or go on in the next one, which need not wait. */
  end(): Promise<void>;
  /** After everything else: what is still to be logged is. */
  flush(): Promise<void>;
}

export interface EnginesOptions extends Omit<RunningOptions, "leadership"> {
  readonly leases: Leases;
  readonly switch: Ports["switch"];
}

export function createWhole(options: EnginesOptions): Engines {
  const { switch: sw } = options;
  let running: Running | undefined;
  /** Under which the engines have begun. */
  let begun: Term | undefined;
  const leadership = createLeadership({
    ...options,
    async lead(term) {
      const mine = (running = engineUnder(term, { ...options, leadership }));
      const { epoch } = term.lease;
      await sw.fence(epoch);
      await sw.as(epoch).start();
      await mine.engine.start();
      begun = term;
    },
    async leave() {
      running = undefined;
      await sw.letGo();
    },
  });
  return {
    leadership,
    calls: () => running?.engine.stats().calls ?? 0,
    has: () => running !== undefined,
    leads: () => begun?.holds() === true,
    async end() {
      if (!leadership.leads() || !running) return;
      const { engine, eventLog } = running;
      if (!sw.capabilities.outlives) return engine.stop();
      try {
        await engine.letGo();
      } finally {
        await leadership.release(async () => {
          await eventLog.flush();
          await sw.letGo();
        });
      }
    },
    flush: async () => running?.eventLog.stop(),
  };
}
