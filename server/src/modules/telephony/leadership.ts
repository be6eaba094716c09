/**
 * One engine an installation (decision 006): a process leads while it has the lease. It renews the lease every 500 ms and takes
 * itself to have it for less long than the others do, so that it has stopped acting before another may begin (K33).
 */
import type { Clock, Random, Timer } from "../../ports/clock.ts";
import type { Leases } from "../../ports/lease.ts";
import type { Logger } from "../../ports/logger.ts";
import { Term } from "./term.ts";

/** The lease of the whole installation (decision 047). */
export const installationLease = "installation";

/** term: after the last renewal another may lead. acts: the owner, from when it asked for the renewal. */
export const leaseMs = { term: 2_000, acts: 1_750, renew: 500, look: 250 } as const;

export interface Leadership {
  /** Resolves after the first look; from then on `leads` is true where the engine runs. */
  start(): Promise<void>;
  /** Takes no lease any more. What it leads goes on until `release`. */
  stop(): void;
  /** The next one need not wait. */
  release(): Promise<void>;
  leads(): boolean;
  /** The lease was found to be another's. */
  lost(term: Term): void;
}

export interface LeadershipOptions {
  readonly leases: Leases;
  readonly clock: Clock;
  readonly random: Pick<Random, "token">;
  readonly logger: Logger;
  readonly lead: (term: Term) => Promise<void>;
  /** The term is over: another leads, or `lead` failed. */
  readonly leave: (term: Term) => Promise<void>;
}

interface Led {
  readonly term: Term;
  readonly owner: string;
  readonly renewing: Timer | undefined;
  /** `lead`, settled. */
  begun: Promise<unknown>;
}

export function createLeadership({ leases, clock, random, logger, lead, leave }: LeadershipOptions): Leadership {
  let led: Led | undefined;
  let stopped = false;
  let timer: Timer | undefined;

  const lookAgain = (): void => {
    if (!stopped) timer = clock.after(leaseMs.look, () => void look());
  };

  async function renew(term: Term, owner: string): Promise<void> {
    const asked = clock.monotonic();
    try {
      if (await leases.renew(installationLease, owner, leaseMs.term)) term.renewed(asked + leaseMs.acts);
      else lost(term);
    } catch (error) {
      if (!term.over) logger.warn({ error, acts: term.holds() }, "the lease of the call engine could not be renewed");
    }
  }

  function lost(term: Term): void {
    if (led?.term !== term || term.over) return;
    logger.error({ epoch: term.epoch }, "another process leads: the call engine of this one stops");
    void over(led);
  }

  /** Ends the term at once, and looks again when what there is of it is gone. */
  async function over(ended: Led): Promise<void> {
    ended.renewing?.cancel();
    ended.term.end();
    await ended.begun;
    await leave(ended.term).catch((error: unknown) => logger.error({ error }, "the call engine did not stop cleanly"));
    led = undefined;
    lookAgain();
  }

  async function begin(owner: string, epoch: number, asked: number): Promise<void> {
    const term = new Term(epoch, clock, leases.alone ? Infinity : asked + leaseMs.acts);
    const renewing = leases.alone ? undefined : clock.every(leaseMs.renew, () => void renew(term, owner));
    const starting = lead(term);
    const mine: Led = { term, owner, renewing, begun: starting.catch(() => undefined) };
    led = mine;
    try {
      await starting;
      if (timer) logger.info({ epoch }, "the call engine runs in this process now");
    } catch (error) {
      // It was ended meanwhile: whoever did it goes on from there.
      if (term.over) return;
      logger.error({ error }, "the call engine did not start");
      mine.renewing?.cancel();
      term.end();
      await leave(term).catch(() => undefined);
      led = undefined;
      await leases.release(installationLease, owner).catch(() => undefined);
      throw error;
    }
  }

  async function look(): Promise<void> {
    if (stopped || led) return;
    const owner = random.token(12);
    const asked = clock.monotonic();
    try {
      const epoch = await leases.take(installationLease, owner, leaseMs.term);
      if (epoch !== undefined) return await begin(owner, epoch, asked);
    } catch (error) {
      logger.warn({ error }, "the lease of the call engine was not taken");
      if (leases.alone) throw error;
    }
    lookAgain();
  }

  return {
    async start() {
      await look();
      if (!led)
        logger.info({}, "the call engine runs in another process; this one serves pages, interfaces and sockets");
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
    async release() {
      if (!led) return;
      const { owner, renewing, term } = led;
      renewing?.cancel();
      term.end();
      await leases.release(installationLease, owner).catch(() => undefined);
    },
    leads: () => led !== undefined && !led.term.over,
    lost,
  };
}
