/**
 * One direction of a device's socket between two processes, for whoever speaks: texts are numbered, and kept until the other end says
 * that it has them. What did not come, because the broker was away, is said again (docs/protocol.md P28).
 */

/** Of one socket a device or the switch says a few at once. */
const MOST = 50;
/** Nobody waits for the answer to an older one any more (RFC 3261: 32 s); it is not said to who has given up. */
const OLDEST_MS = 20_000;
/** A younger one may be under way. */
const UNDER_WAY_MS = 400;

export interface Numbered {
  readonly n: number;
  readonly text: string;
}

export class Outbox {
  private kept: (Numbered & { readonly at: number })[] = [];
  private said = 0;

  add(text: string, at: number): Numbered {
    const n = this.said++;
    this.kept.push({ n, text, at });
    return { n, text };
  }

  /** The other end begins anew: what it may lack is numbered from 0. */
  again(): void {
    this.kept = this.kept.map(({ text, at }, n) => ({ n, text, at }));
    this.said = this.kept.length;
  }

  /** How many there are, while it is not known that all have come. */
  get owes(): number | undefined {
    return this.kept.length > 0 ? this.said : undefined;
  }

  /** The other end has so many: those that it should have by now, and has not. */
  has(count: number, now: number): readonly Numbered[] {
    this.kept = this.kept.filter(({ n }) => n >= count);
    return this.kept.filter(({ at }) => now - at >= UNDER_WAY_MS);
  }

  /** It cannot be made good any more. */
  tooLate(now: number): boolean {
    const [first] = this.kept;
    return this.kept.length > MOST || (first !== undefined && now - first.at > OLDEST_MS);
  }
}
