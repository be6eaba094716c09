/**
 * How much somebody may ask. A bucket fills by the second up to its size, and what is asked takes from it first. Pure: time is handed in.
 */
export interface Allowance {
  /** At once. */
  readonly size: number;
  /** A second after that. */
  readonly perSecond: number;
}

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

/** A bucket each, by whatever key; ten thousand are remembered at most. */
export class Buckets {
  readonly #allowance: Allowance;
  readonly #buckets = new Map<string, Bucket>();

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  of(key: string, now: number): Bucket {
    const known = this.#buckets.get(key);
    if (known) return known;
    if (this.#buckets.size >= MOST) this.#forget(now);
    const bucket = new Bucket(this.#allowance, now);
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
