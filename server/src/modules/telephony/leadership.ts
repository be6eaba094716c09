/**
 * Who has which lease (decision 056). The process that has the lease `installation` has the switch; it takes the leases of all enterprises
 * as a set, and those that come later one by one. One renewal every 500 ms keeps all that a process has, and it takes itself to have it
 * for less long than the others do, so that it has stopped acting before another may begin (K33).
 */
import type { Timer } from "../../ports/clock.ts";
import type { Membership } from "./membership.ts";
import { leaseMs, Presence, type Member, type PresenceOptions } from "./presence.ts";
import { Term } from "./term.ts";

export { leaseMs } from "./presence.ts";

/** The lease of who has the switch. All others are named as their enterprises. */
export const installationLease = "installation";

export interface Leadership {
  /** Resolves after the first look; from then on `leads` is true where the engines run. */
  start(): Promise<void>;
  /** Takes no lease any more. What it leads goes on until `release`. */
  stop(): void;
  /** Nothing is done under its leases any more; once `last` is through, the next one need not wait for them. */
  release(last?: () => Promise<void>): Promise<void>;
  leads(): boolean;
  /** Of an enterprise, which begins to have calls; undefined: another process has it. */
  term(compId: string): Promise<Term | undefined>;
  /** The leases that this process has. */
  leases(): number;
  /** A lease was found to be another's, and with it all. */
  lost(term: Term): void;
}

export interface LeadershipOptions extends PresenceOptions {
  /** Enterprises whose leases came with it can be asked for by `term`. */
  readonly lead: (term: Term) => Promise<void>;
  /** The term is over: another leads, or `lead` failed. */
  readonly leave: (term: Term) => Promise<void>;
}

interface Led {
  readonly term: Term;
  /** By enterprise. */
  readonly terms: Map<string, Promise<Term | undefined>>;
  /** `lead`, settled. */
  begun: Promise<unknown>;
}

class Keeper implements Leadership {
  readonly #o: LeadershipOptions;
  readonly #presence: Presence;
  #led: Led | undefined;
  #stopped = false;
  #timer: Timer | undefined;

  constructor(options: LeadershipOptions) {
    this.#o = options;
    this.#presence = new Presence(options, (about) => this.#led && void this.#over(this.#led, about));
  }

  async start(): Promise<void> {
    await this.#look();
    if (!this.#led)
      this.#o.logger.info({}, "the call engines run in another process; this one serves pages, interfaces and sockets");
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  async release(last?: () => Promise<void>): Promise<void> {
    this.#presence.member?.membership.end();
    try {
      await last?.();
    } finally {
      await this.#presence.go();
    }
  }

  leads(): boolean {
    return this.#led !== undefined && !this.#led.term.over;
  }

  leases(): number {
    return this.leads() ? 1 + (this.#led?.terms.size ?? 0) : 0;
  }

  term(compId: string): Promise<Term | undefined> {
    const { member } = this.#presence;
    const led = this.#led;
    if (!led || !member) return Promise.resolve(undefined);
    const known = led.terms.get(compId);
    if (known) return known;
    const taking = this.#o.leases.take(member.owner, [compId]).then((taken) => {
      const epoch = taken.get(compId);
      if (epoch === undefined) led.terms.delete(compId);
      return epoch === undefined ? undefined : this.#termOf(compId, epoch, member.membership);
    });
    led.terms.set(compId, taking);
    taking.catch(() => led.terms.delete(compId));
    return taking;
  }

  lost(term: Term): void {
    if (!term.over) this.#presence.lost({ lease: term.lease });
  }

  #termOf(name: string, epoch: number, membership: Membership): Term {
    return new Term({ name, epoch }, this.#o.clock, membership);
  }

  /** Looks again when what there is of it is gone. */
  async #over(led: Led, about: object): Promise<void> {
    const { logger, leave } = this.#o;
    logger.error({ epoch: led.term.lease.epoch, ...about }, "another process leads: the call engines of this one stop");
    await led.begun;
    await leave(led.term).catch((error: unknown) => logger.error({ error }, "the call engines did not stop cleanly"));
    this.#led = undefined;
    this.#lookAgain();
  }

  async #begin({ owner, membership }: Member, epoch: number): Promise<void> {
    const { leases, lead, leave, logger } = this.#o;
    const term = this.#termOf(installationLease, epoch, membership);
    const terms = new Map<string, Promise<Term | undefined>>();
    const starting = leases.take(owner, "every").then((taken) => {
      for (const [name, its] of taken) terms.set(name, Promise.resolve(this.#termOf(name, its, membership)));
      return lead(term);
    });
    const mine: Led = { term, terms, begun: starting.catch(() => undefined) };
    this.#led = mine;
    try {
      await starting;
      if (this.#timer) logger.info({ epoch, enterprises: terms.size }, "the call engines run in this process now");
    } catch (error) {
      // It was ended meanwhile: whoever did it goes on from there.
      if (term.over) return;
      logger.error({ error }, "the call engines did not start");
      term.end();
      await leave(term).catch(() => undefined);
      this.#led = undefined;
      await this.#presence.go();
      throw error;
    }
  }

  #lookAgain(): void {
    if (!this.#stopped) this.#timer = this.#o.clock.after(leaseMs.look, () => void this.#look());
  }

  async #look(): Promise<void> {
    const { leases, logger } = this.#o;
    if (this.#stopped || this.#led) return;
    try {
      const member = this.#presence.member ?? (await this.#presence.join());
      if ((await this.#presence.mayTake()) && (await leases.isFree(installationLease, member.owner))) {
        const epoch = (await leases.take(member.owner, [installationLease])).get(installationLease);
        // Taken while it was told to stop: with the process' presence it is free again.
        if (this.#stopped) return;
        if (epoch !== undefined) return await this.#begin(member, epoch);
      }
    } catch (error) {
      logger.warn({ error }, "the lease of the call engines was not taken");
      if (leases.alone) throw error;
    }
    this.#lookAgain();
  }
}

export const createLeadership = (options: LeadershipOptions): Leadership => new Keeper(options);
