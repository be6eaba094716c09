/**
 * Leases of enterprises spread over the processes that are there (K42, decision 057): each takes its share of what is nobody's, at once
 * what a dead one had. Who has more than its share, because another has joined, hands over one after the other those that have no call.
 */
import type { Timer } from "../../ports/clock.ts";
import type { Leadership, LeadershipOptions } from "./leadership.ts";
import { installationLease } from "./leadership.ts";
import { leaseMs, Presence, type Member } from "./presence.ts";
import { Term } from "./term.ts";

/** spare: so long a process must have too many before it hands one over. rest: after a start that failed. most: begin side by side. */
export const sharingMs = { names: 1_000, spare: 5_000, rest: 1_000 } as const;
const most = 8;

export interface SharingOptions extends LeadershipOptions {
  /** The enterprises there are. */
  readonly names: () => Promise<readonly string[]>;
  /** Enterprises whose engines are missed: sets of them, those missed most first. */
  readonly missed: () => Promise<readonly ReadonlySet<string>[]>;
  /** An enterprise that nobody would miss for a moment, of these; undefined: there is none. */
  readonly idle: (names: readonly string[]) => string | undefined;
  /** Lets go of what `lead` began, in good order; its lease is given back then. */
  readonly handOver: (term: Term) => Promise<void>;
}

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

interface Held {
  readonly term: Term;
  /** `lead`, settled. */
  readonly begun: Promise<boolean>;
}

class Sharer implements Leadership {
  readonly #o: SharingOptions;
  readonly #presence: Presence;
  readonly #held = new Map<string, Held>();
  #names: { readonly at: number; readonly all: readonly string[] } | undefined;
  #stopped = false;
  #timer: Timer | undefined;
  #restUntil = Number.NEGATIVE_INFINITY;
  /** Since when it has had too many. */
  #spareSince: number | undefined;
  #handing: Promise<void> | undefined;
  #beginning = 0;
  #failure: unknown;
  /** Engines that wait to begin. rank: the lowest is next. */
  readonly #turns: { readonly rank: number; readonly go: () => void }[] = [];

  constructor(options: SharingOptions) {
    this.#o = options;
    this.#presence = new Presence(options, (about) => void this.#over(about));
  }

  async start(): Promise<void> {
    await this.#look();
    const begun = await Promise.all([...this.#held.values()].map((each) => each.begun));
    if (this.#o.leases.alone && begun.includes(false)) throw this.#failure;
    this.#o.logger.info(
      { enterprises: this.#enterprises().length },
      "calls of so many enterprises are in this process",
    );
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  async release(last?: () => Promise<void>): Promise<void> {
    await this.#handing;
    this.#presence.member?.membership.end();
    try {
      await last?.();
    } finally {
      await this.#presence.go();
    }
  }

  leads(): boolean {
    return this.leases() > 0;
  }

  leases(): number {
    return [...this.#held.values()].filter(({ term }) => !term.over).length;
  }

  async term(compId: string): Promise<Term | undefined> {
    return this.#held.get(compId)?.term;
  }

  lost(term: Term): void {
    if (!term.over) this.#presence.lost({ lease: term.lease });
  }

  #enterprises(): string[] {
    return [...this.#held.keys()].filter((name) => name !== installationLease);
  }

  /** Everything is another's, or nobody's. It looks again when what there is of it is gone. */
  async #over(about: object): Promise<void> {
    const { logger } = this.#o;
    const all = [...this.#held.values()];
    if (all.length > 0) logger.error({ leases: all.length, ...about }, "this process was found gone: its engines stop");
    this.#spareSince = undefined;
    await Promise.all(all.map((held) => this.#left(held)));
    this.#lookAgain();
  }

  async #left({ term, begun }: Held): Promise<void> {
    const { logger, leave } = this.#o;
    term.end();
    await begun;
    await leave(term).catch((error: unknown) => logger.error({ error }, "a call engine did not stop cleanly"));
    if (this.#held.get(term.lease.name)?.term === term) this.#held.delete(term.lease.name);
  }

  #lookAgain(): void {
    this.#timer?.cancel();
    if (!this.#stopped) this.#timer = this.#o.clock.after(leaseMs.look, () => void this.#look());
  }

  async #look(): Promise<void> {
    const { leases, logger } = this.#o;
    try {
      await this.#lookNow();
    } catch (error) {
      logger.warn({ error }, "leases of enterprises were not looked at");
      if (leases.alone) throw error;
    }
    this.#lookAgain();
  }

  async #lookNow(): Promise<void> {
    const { clock, leases } = this.#o;
    // Found gone: what it had is still being left.
    if (this.#stopped || clock.monotonic() < this.#restUntil) return;
    if (!this.#presence.member && this.#held.size > 0) return;
    if (!(await this.#presence.mayTake())) return;
    const names = await this.#known();
    const member = this.#presence.member ?? (await this.#presence.join());
    if (!member.membership.holds()) return;
    const { taken, spare } = await leases.takeShare(member.owner, names, [installationLease]);
    const rankOf = await this.#ranks(taken.size);
    // Taken while it was told to stop: with the process' presence they are free again.
    if (this.#stopped || member.membership.over) return;
    const inTurn = [...taken].sort(([a], [b]) => compare(rankOf(a), rankOf(b)) || compare(a, b));
    for (const [name, epoch] of inTurn) this.#begin(member, name, epoch, rankOf(name));
    this.#spare(member, spare);
  }

  /** Who begins first: what all wait for, then what is missed. */
  async #ranks(count: number): Promise<(name: string) => number> {
    const { logger, missed } = this.#o;
    const unknown = (error: unknown): readonly ReadonlySet<string>[] => {
      logger.warn({ error }, "engines begin in no order: who has calls is not known");
      return [];
    };
    const waits = count > 1 || (count === 1 && this.#beginning >= most);
    const sets = waits ? await missed().catch(unknown) : [];
    const order = [new Set([installationLease]), ...sets];
    return (name) => {
      const rank = order.findIndex((set) => set.has(name));
      return rank < 0 ? Infinity : rank;
    };
  }

  async #known(): Promise<readonly string[]> {
    const now = this.#o.clock.monotonic();
    if (!this.#names || now - this.#names.at >= sharingMs.names)
      this.#names = { at: now, all: [...(await this.#o.names())].sort() };
    return this.#names.all;
  }

  #begin(member: Member, name: string, epoch: number, rank: number): void {
    const { clock, lead, logger } = this.#o;
    const term = new Term({ name, epoch }, clock, member.membership);
    const begun = this.#turn(rank, () => (term.over ? Promise.resolve() : lead(term))).then(
      () => true,
      (error: unknown) => {
        this.#failure = error;
        // It was ended meanwhile: whoever did it goes on from there.
        if (!term.over) void this.#failed(member, held, error);
        return false;
      },
    );
    const held: Held = { term, begun };
    this.#held.set(name, held);
    void begun.then((well) => well && logger.info({ lease: name, epoch }, "a lease is this process'"));
  }

  /** A few side by side. */
  async #turn(rank: number, run: () => Promise<void>): Promise<void> {
    if (this.#beginning >= most) await new Promise<void>((go) => this.#wait(rank, go));
    this.#beginning += 1;
    try {
      await run();
    } finally {
      this.#beginning -= 1;
      this.#turns.shift()?.go();
    }
  }

  /** Behind those that are missed as much: one with calls does not wait for a thousand that began to wait before. */
  #wait(rank: number, go: () => void): void {
    const at = this.#turns.findLastIndex((other) => other.rank <= rank);
    this.#turns.splice(at + 1, 0, { rank, go });
  }

  /** Another may do better; who has nothing is not counted among those that share. */
  async #failed(member: Member, held: Held, error: unknown): Promise<void> {
    const { clock, leases, logger } = this.#o;
    const { name } = held.term.lease;
    logger.error({ error, lease: name }, "a call engine did not start");
    this.#restUntil = clock.monotonic() + sharingMs.rest;
    await this.#left(held);
    await leases.giveBack(member.owner, name).catch(() => undefined);
    if (this.#held.size === 0) await this.#presence.go();
  }

  #spare(member: Member, spare: number): void {
    const { clock, idle } = this.#o;
    const now = clock.monotonic();
    if (spare === 0) this.#spareSince = undefined;
    else this.#spareSince ??= now;
    if (this.#spareSince === undefined || now - this.#spareSince < sharingMs.spare || this.#handing) return;
    const name = idle(this.#enterprises());
    const held = name === undefined ? undefined : this.#held.get(name);
    if (!held) return;
    this.#handing = this.#hand(member, held).finally(() => (this.#handing = undefined));
  }

  async #hand(member: Member, { term, begun }: Held): Promise<void> {
    const { leases, logger, handOver } = this.#o;
    const { lease } = term;
    if (!(await begun) || term.over) return;
    logger.info({ lease: lease.name }, "an enterprise goes to a process that has fewer");
    await handOver(term).catch((error: unknown) => logger.error({ error }, "a call engine did not let go cleanly"));
    term.end();
    if (this.#held.get(lease.name)?.term === term) this.#held.delete(lease.name);
    await leases.giveBack(member.owner, lease.name).catch(() => undefined);
  }
}

export const createSharing = (options: SharingOptions): Leadership => new Sharer(options);
