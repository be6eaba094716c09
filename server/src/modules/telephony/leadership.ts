/**
 * Who has which lease (decision 056). The process that has the lease `installation` has the switch; it takes the leases of all enterprises
 * as a set, and those that come later one by one. One renewal every 500 ms keeps all that a process has, and it takes itself to have it
 * for less long than the others do, so that it has stopped acting before another may begin (K33).
 */
import type { Clock, Random, Timer } from "../../ports/clock.ts";
import type { Leases } from "../../ports/lease.ts";
import type { Logger } from "../../ports/logger.ts";
import { Membership } from "./membership.ts";
import { Term } from "./term.ts";

/** The lease of who has the switch. All others are named as their enterprises. */
export const installationLease = "installation";

/** term: after the last renewal another may lead. acts: the owner, from when it asked for the renewal. */
export const leaseMs = { term: 2_000, acts: 1_750, renew: 500, look: 250 } as const;

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

export interface LeadershipOptions {
  readonly leases: Leases;
  readonly clock: Clock;
  readonly random: Pick<Random, "token">;
  readonly logger: Logger;
  /** Enterprises whose leases came with it can be asked for by `term`. */
  readonly lead: (term: Term) => Promise<void>;
  /** The term is over: another leads, or `lead` failed. */
  readonly leave: (term: Term) => Promise<void>;
}

/** This process, as the others see it. */
interface Member {
  readonly owner: string;
  readonly membership: Membership;
  readonly renewing: Timer | undefined;
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
  #member: Member | undefined;
  #led: Led | undefined;
  #stopped = false;
  #timer: Timer | undefined;

  constructor(options: LeadershipOptions) {
    this.#o = options;
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
    this.#member?.membership.end();
    try {
      await last?.();
    } finally {
      await this.#go();
    }
  }

  leads(): boolean {
    return this.#led !== undefined && !this.#led.term.over;
  }

  leases(): number {
    return this.leads() ? 1 + (this.#led?.terms.size ?? 0) : 0;
  }

  term(compId: string): Promise<Term | undefined> {
    const [led, member] = [this.#led, this.#member];
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
    if (term.over || !this.#member) return;
    this.#gone(this.#member, { lease: term.lease });
  }

  #termOf(name: string, epoch: number, membership: Membership): Term {
    return new Term({ name, epoch }, this.#o.clock, membership);
  }

  async #join(): Promise<Member> {
    const { leases, clock, random } = this.#o;
    const owner = random.token(12);
    const asked = clock.monotonic();
    await leases.join(owner, leaseMs.term);
    const membership = new Membership(clock, leases.alone ? Infinity : asked + leaseMs.acts);
    const renewing = leases.alone ? undefined : clock.every(leaseMs.renew, () => void this.#renew(member));
    const member: Member = { owner, membership, renewing };
    return (this.#member = member);
  }

  async #renew(member: Member): Promise<void> {
    const { leases, clock, logger } = this.#o;
    const { owner, membership } = member;
    const asked = clock.monotonic();
    try {
      if (await leases.renew(owner, leaseMs.term)) membership.renewed(asked + leaseMs.acts);
      else this.#gone(member);
    } catch (error) {
      if (!membership.over)
        logger.warn({ error, acts: membership.holds() }, "this process could not say that it is there");
    }
  }

  /** It was found gone: another has, or may take, what it had. */
  #gone(member: Member, about: object = {}): void {
    if (this.#member !== member) return;
    this.#member = undefined;
    member.renewing?.cancel();
    member.membership.end();
    if (this.#led) void this.#over(this.#led, about);
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

  /** Nothing is its own any more; its name is not used again. */
  async #go(): Promise<void> {
    const member = this.#member;
    if (!member) return;
    this.#member = undefined;
    member.renewing?.cancel();
    member.membership.end();
    await this.#o.leases.leave(member.owner).catch(() => undefined);
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
      await this.#go();
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
      const member = this.#member ?? (await this.#join());
      if (await leases.isFree(installationLease)) {
        const epoch = (await leases.take(member.owner, [installationLease])).get(installationLease);
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
