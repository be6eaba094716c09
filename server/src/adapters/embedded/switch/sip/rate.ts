import { networkOf } from "../../../../http/address.ts";
/**
 * How much a sender may make us read. A bucket fills by the second up to its size and a message takes from it before it is
 * looked at. Nobody signed in on the socket: it and all such sockets of its address together have little. Pure: time is
 * handed in.
 */
export interface Allowance {
  /** Messages at once. */
  readonly size: number;
  /** Messages a second after that. */
  readonly perSecond: number;
}

/** Two REGISTERs sign a device in; a busy telephone with many calls stays far below the last. */
export const allowances = {
  nameless: { size: 20, perSecond: 2 },
  /** An office of a thousand comes back at once behind one address after a restart. */
  address: { size: 2_000, perSecond: 100 },
  signedIn: { size: 300, perSecond: 60 },
} as const satisfies Record<string, Allowance>;

/** Sockets of an address that nobody signed in on, at once: each costs a file descriptor, and they live for a minute. */
export const maxNamelessSockets = 2_000;

/** Of a message: an offer of a browser with many candidates has 8 kB. */
export const maxBytes = (signedIn: boolean): number => (signedIn ? 32 : 8) * 1024;

export class Bucket {
  readonly #allowance: Allowance;
  #left: number;
  #at: number;

  constructor(allowance: Allowance, now: number) {
    this.#allowance = allowance;
    this.#left = allowance.size;
    this.#at = now;
  }

  /** False: it is empty, and nothing was taken. */
  take(now: number, count = 1): boolean {
    const { size, perSecond } = this.#allowance;
    this.#left = Math.min(size, this.#left + (Math.max(0, now - this.#at) / 1_000) * perSecond);
    this.#at = Math.max(this.#at, now);
    if (this.#left < count) return false;
    this.#left -= count;
    return true;
  }

  /** What was read turned out to cost more; it may go below nothing. */
  charge(count: number): void {
    this.#left -= count;
  }

  full(now: number): boolean {
    const { size, perSecond } = this.#allowance;
    return this.#left + ((now - this.#at) / 1_000) * perSecond >= size;
  }
}

const MOST = 10_000;

/** One bucket for all sockets of an address; of IPv6 its network of 64 bits, which is what one customer has. */
export class AddressBuckets {
  readonly #buckets = new Map<string, Bucket>();

  of(address: string, now: number): Bucket {
    const key = networkOf(address);
    const known = this.#buckets.get(key);
    if (known) return known;
    if (this.#buckets.size >= MOST) this.#forget(now);
    const bucket = new Bucket(allowances.address, now);
    this.#buckets.set(key, bucket);
    return bucket;
  }

  /** Full ones say nothing; when all have something to say the oldest goes. */
  #forget(now: number): void {
    for (const [key, bucket] of this.#buckets) if (bucket.full(now)) this.#buckets.delete(key);
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size < MOST) break;
      this.#buckets.delete(key);
    }
  }
}
