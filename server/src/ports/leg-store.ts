/**
 * The LegStore port: what a switch that outlives its process keeps of its legs and of the devices that are signed in, so that the
 * next process can take them up. Contract suite: leg-store.contract.ts.
 */

/** JSON. */
export interface KeptState {
  readonly [name: string]: KeptValue;
}
export type KeptValue = string | number | boolean | null | readonly KeptValue[] | KeptState;

/** ringing: a leg that is not up yet; the next process ends it. */
export type KeptKind = "leg" | "ringing" | "registration";

export interface KeptKey {
  readonly kind: KeptKind;
  /** Unique among its kind: a LegId, or the user and the device of a registration. */
  readonly key: string;
}

export interface Kept extends KeptKey {
  readonly state: KeptState;
}

export interface LegStore {
  /** All of it or nothing; false: a newer epoch is in force and nothing was written. */
  write(save: readonly Kept[], remove: readonly KeptKey[], epoch: number): Promise<boolean>;
  all(): Promise<readonly Kept[]>;
  /** From now on older epochs are refused. False: a newer one is in force. What was written before it resolves is seen by `all`. */
  fence(epoch: number): Promise<boolean>;
  /** The newest that is in force; 0 before the first. */
  epoch(): Promise<number>;
}
