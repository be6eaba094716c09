/**
 * The Leases port: who of the processes of an installation does something that only one may do. A lease has an owner, an end and an
 * epoch, which grows by one with every new owner, so that what an old one still writes can be told from the present one's. Contract
 * suite: lease.contract.ts.
 */
export interface Leases {
  /**
   * Takes it when nobody has it or its end is past, and says its epoch; undefined: another has it. Of several who ask at once one
   * gets it. Every taking is a change of owner: names of owners are never used again.
   */
  take(name: string, owner: string, ms: number): Promise<number | undefined>;
  /** It ends so much later than now. False: it is another's by now. */
  renew(name: string, owner: string, ms: number): Promise<boolean>;
  /** The next one need not wait for its end. */
  release(name: string, owner: string): Promise<void>;
  /** No other process can reach the store: who had a lease is dead, and who has it keeps it without renewing. */
  readonly alone: boolean;
}

/** A lease as its owner knows it. */
export interface HeldLease {
  readonly name: string;
  readonly epoch: number;
}
