/** That this process is there, said again and again: all its leases are its own for as long (K33). */
import type { Clock, Random, Timer } from "../../ports/clock.ts";
import type { Leases } from "../../ports/lease.ts";
import type { Logger } from "../../ports/logger.ts";
import { Membership } from "./membership.ts";

/** term: after the last renewal another may lead. acts: the owner, from when it asked for the renewal. */
export const leaseMs = { term: 2_000, acts: 1_750, renew: 500, look: 250 } as const;

/**
 * away: a store not heard of for so long, or that answers so late, may have been away for all. grace: for who had leases then; again: not
 * sooner, for a store that is always slow must not keep everybody from taking.
 */
export const graceMs = { away: 1_000, grace: 1_000, again: 5_000 } as const;

/** This process, as the others see it. */
export interface Member {
  readonly owner: string;
  readonly membership: Membership;
}

interface Renewed extends Member {
  readonly renewing: Timer | undefined;
}

export interface PresenceOptions {
  readonly leases: Leases;
  readonly clock: Clock;
  readonly random: Pick<Random, "token">;
  readonly logger: Logger;
}

export class Presence {
  #answeredAt: number | undefined;
  #graceUntil = Number.NEGATIVE_INFINITY;
  /** So often. What was asked before the last one says nothing: the store knew no better then. */
  #doubts = 0;
  readonly #o: PresenceOptions;
  /** It was found gone: another has, or may take, what it had. */
  readonly #gone: (about: object) => void;
  #member: Renewed | undefined;

  constructor(options: PresenceOptions, gone: (about: object) => void) {
    this.#o = options;
    this.#gone = gone;
  }

  get member(): Member | undefined {
    return this.#member;
  }

  /**
   * Whether what nobody has may be taken. After a while without the store nobody can have said that he is there: whoever comes back first
   * gives the others time to say so, and calls stay where they are (K53).
   */
  async mayTake(): Promise<boolean> {
    const { leases, clock } = this.#o;
    if (leases.alone) return true;
    const asked = clock.monotonic();
    await leases.reach();
    const now = clock.monotonic();
    const before = this.#answeredAt ?? asked;
    this.#answeredAt = now;
    const wasAway = Math.max(asked - before, now - asked) > graceMs.away;
    if (wasAway && now >= this.#graceUntil + graceMs.again) this.#graceUntil = now + graceMs.grace;
    return now >= this.#graceUntil;
  }

  async join(): Promise<Member> {
    const { leases, clock, random } = this.#o;
    const owner = random.token(12);
    const asked = clock.monotonic();
    const doubted = (): void => {
      if (this.#member?.owner !== owner) return;
      this.#doubts += 1;
      this.#member.membership.doubted();
      void this.#renew(this.#member);
    };
    await leases.join(owner, leaseMs.term, doubted);
    const membership = new Membership(clock, leases.alone ? Infinity : asked + leaseMs.acts);
    const renewing = leases.alone ? undefined : clock.every(leaseMs.renew, () => void this.#renew(member));
    const member: Renewed = { owner, membership, renewing };
    return (this.#member = member);
  }

  /** A lease was found to be another's, and with it all. */
  lost(about: object): void {
    if (!this.#member) return;
    this.#end(this.#member);
    this.#gone(about);
  }

  /** Nothing is its own any more; its name is not used again. */
  async go(): Promise<void> {
    const member = this.#member;
    if (!member) return;
    this.#end(member);
    await this.#o.leases.leave(member.owner).catch(() => undefined);
  }

  #end({ renewing, membership }: Renewed): void {
    this.#member = undefined;
    renewing?.cancel();
    membership.end();
  }

  async #renew(member: Member): Promise<void> {
    const { leases, clock, logger } = this.#o;
    const { owner, membership } = member;
    const [asked, doubts] = [clock.monotonic(), this.#doubts];
    try {
      if (await leases.renew(owner, leaseMs.term)) {
        if (doubts === this.#doubts) membership.renewed(asked + leaseMs.acts);
      } else if (this.#member === member) this.lost({});
    } catch (error) {
      if (!membership.over)
        logger.warn({ error, acts: membership.holds() }, "this process could not say that it is there");
    }
  }
}
