/**
 * Totals that took long to count, for a short while: whoever goes from page to page, or 200 people with the same list open, do not each
 * count 40,000 records again. What is counted at once is counted each time.
 */
import type { Clock } from "../../../ports/clock.ts";

/** A count within this is not worth remembering. */
const quickMs = 20;
const keptMs = 15_000;
const mostKept = 1_000;

export interface Counts {
  /** `key` says who asks what. */
  of(key: string, count: () => Promise<number>): Promise<number>;
}

interface Kept {
  readonly total: number;
  readonly until: number;
  /** Somebody counts it anew; the others go on with what is known. */
  counting: boolean;
}

export function createCounts(clock: Pick<Clock, "now">): Counts {
  const known = new Map<string, Kept>();
  return {
    async of(key, count) {
      const before = known.get(key);
      if (before && (before.counting || clock.now() < before.until)) return before.total;
      if (before) before.counting = true;
      const began = performance.now();
      try {
        const total = await count();
        known.delete(key);
        if (performance.now() - began > quickMs)
          known.set(key, { total, until: clock.now() + keptMs, counting: false });
        const [oldest] = known.keys();
        if (known.size > mostKept && oldest !== undefined) known.delete(oldest);
        return total;
      } catch (error) {
        known.delete(key);
        throw error;
      }
    },
  };
}
