/**
 * The Leases port: which of the processes of an installation does what only one may do. A process joins and says again and again that it
 * is there; a lease is its owner's for as long as that one is, and free when it is gone. A lease has an epoch, which grows by one with
 * every new owner, so that what an old one still writes can be told from the present one's. Contract suite: lease.contract.ts.
 */
export interface Leases {
  /**
   * The process is there, for so long. Names of owners are never used again. Where the store can tell that a process is dead, its leases
   * are free `deadMs` after that was first seen, unless it says meanwhile that it is there. doubted: the store may take this one for dead;
   * until a renewal that is asked for from then on has succeeded, it must not act.
   */
  join(owner: string, ms: number, doubted?: () => void): Promise<void>;
  /** It is there so much longer than now, with all that it has. False: it was found gone, and none of it is its own any more. */
  renew(owner: string, ms: number): Promise<boolean>;
  /** Resolves when the store answers. */
  reach(): Promise<void>;
  /** Nobody who is there has it. owner: who asks, and is not looked at. */
  isFree(name: string, owner?: string): Promise<boolean>;
  /**
   * Takes those of these leases that nobody has who is there ('every': of all that ever were somebody's), with the epoch of each. Of
   * several who ask at once one gets it. Who is past his time is gone from then on.
   */
  take(owner: string, names: readonly string[] | "every"): Promise<ReadonlyMap<string, number>>;
  /**
   * Of these leases, which are shared out evenly over the processes that are there, takes what nobody has until this one has its share,
   * rounded up; `always` beside them as `take` does. spare: so many more than its share it has.
   */
  takeShare(owner: string, names: readonly string[], always: readonly string[]): Promise<Share>;
  /** It is nobody's: the next one need not wait. What the owner had under its epoch is over. */
  giveBack(owner: string, name: string): Promise<void>;
  /** The process goes: who takes its leases need not wait. */
  leave(owner: string): Promise<void>;
  /** No other process can reach the store: who had a lease is dead, and who has it keeps it without renewing. */
  readonly alone: boolean;
}

export interface Share {
  readonly taken: ReadonlyMap<string, number>;
  readonly spare: number;
}

/** Between two looks at a process that seems to be dead. Who lost only its connection has said by then that it is there. */
export const deadMs = 400;

/** A lease as its owner knows it. */
export interface HeldLease {
  readonly name: string;
  readonly epoch: number;
}

/**
 * Of every transaction that locks a lease, or what is fenced by its epoch: as long as a lease lives. Whose process stands still longer has
 * lost it.
 */
export const stallMs = 2_000;
