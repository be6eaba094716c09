/** One computation for all who ask the same of an enterprise within a moment. */
import type { Clock } from "../ports/clock.ts";

/** Answers are kept `ms` from when they were asked for; one that fails is not kept. */
export function sharedBy<T>(
  clock: Clock,
  ms: number,
  compute: (compId: string) => Promise<T>,
): (compId: string) => Promise<T> {
  const kept = new Map<string, { readonly until: number; readonly value: Promise<T> }>();
  return (compId) => {
    const now = clock.now();
    for (const [old, { until }] of kept) if (until <= now) kept.delete(old);
    const found = kept.get(compId);
    if (found) return found.value;
    const value = compute(compId);
    kept.set(compId, { until: now + ms, value });
    value.catch(() => kept.delete(compId));
    return value;
  };
}
