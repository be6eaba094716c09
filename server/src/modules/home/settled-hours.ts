/**
 * Sums of a stretch by hour. An hour that is over and in which nothing is open does not change any more: its sums are kept, and only the
 * hours since then are read again. What was written late all the same (a database that was away for long) is in when they are read anew.
 */
import { hourMs } from "@liantai/api/contract";
import type { Clock } from "../../ports/clock.ts";
import type { Trx } from "../../ports/database.ts";

/** The log writes within a second; an hour must be over for longer. */
const quietMs = 600_000;
const keptMs = 600_000;

/** A sum of what began in an hour, and how many of it may still change. */
interface Part {
  readonly open: number;
}

interface Kept<P> {
  readonly until: number;
  /** The sums hold for this alone. */
  readonly by: string;
  readonly parts: readonly P[];
}

/** By hour, epoch ms. `by`: what else the sums depend on, as JSON tells it apart. */
export type HoursOf<P, By> = (
  trx: Trx,
  compId: string,
  from: Date,
  to: Date,
  by: By,
) => Promise<ReadonlyMap<number, readonly P[]>>;

/** Stretches of hours without gaps, [from, to). */
function stretches(hours: readonly number[], end: number): { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const hour of hours) {
    const last = found.at(-1);
    if (last?.to === hour) last.to += hourMs;
    else found.push({ from: hour, to: hour + hourMs });
  }
  return found.map(({ from, to }) => ({ from, to: Math.min(to, end) }));
}

/** `read` from the database what an hour that is not kept came to; `from` begins an hour. */
export function createSettledHours<P extends Part, By>(clock: Clock, read: HoursOf<P, By>): HoursOf<P, By> {
  const kept = new Map<string, Kept<P>>();
  const keyOf = (compId: string, hour: number): string => `${compId}/${hour}`;

  function keep(compId: string, by: string, now: number, hours: ReadonlyMap<number, readonly P[]>): void {
    for (const [hour, parts] of hours) {
      if (hour + hourMs + quietMs > now || parts.some(({ open }) => open > 0)) continue;
      kept.set(keyOf(compId, hour), { until: now + keptMs, by, parts });
    }
  }

  return async (trx, compId, from, to, by) => {
    const now = clock.now();
    const told = JSON.stringify([by]);
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key);
    const end = to.getTime();
    const hours = Array.from(
      { length: Math.ceil((end - from.getTime()) / hourMs) },
      (_, i) => from.getTime() + i * hourMs,
    );
    const known: ReadonlyMap<number, readonly P[]> = new Map(
      hours.flatMap((hour) => {
        const found = kept.get(keyOf(compId, hour));
        // A stretch may end within an hour that is kept whole.
        return found?.by === told && hour + hourMs <= end ? [[hour, found.parts] as const] : [];
      }),
    );
    const missing = stretches(
      hours.filter((hour) => !known.has(hour)),
      end,
    );
    const all = new Map(known);
    for (const stretch of missing) {
      const whole = Math.floor((stretch.to - stretch.from) / hourMs);
      const found = await read(trx, compId, new Date(stretch.from), new Date(stretch.to), by);
      for (const [hour, parts] of found) all.set(hour, parts);
      const over = Array.from({ length: whole }, (_, i) => stretch.from + i * hourMs);
      keep(compId, told, now, new Map(over.map((hour) => [hour, found.get(hour) ?? []])));
    }
    return all;
  };
}
