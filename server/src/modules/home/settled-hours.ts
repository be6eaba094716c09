/**
 * The calls of a stretch by hour and skill group. An hour that is over and whose calls have all ended does not change any more: its
 * sums are kept, and only the hours since then are read again. What was written late all the same (a database that was away for long)
 * is in when they are read anew.
 */
import { hourMs } from "@liantai/api/contract";
import type { Clock } from "../../ports/clock.ts";
import type { Trx } from "../../ports/database.ts";
import type { ServiceLevel } from "../records/index.ts";
import { hourParts, type CallPart, type HourPart } from "./repository.ts";

/** The log writes within a second; an hour must be over for longer. */
const quietMs = 600_000;
const keptMs = 600_000;

interface Kept {
  readonly until: number;
  /** The sums hold for these limits alone. */
  readonly levels: string;
  readonly parts: readonly CallPart[];
}

/** By the hour that the calls began in, epoch ms. */
export type HoursOf = (
  trx: Trx,
  compId: string,
  from: Date,
  to: Date,
  levels: readonly ServiceLevel[],
) => Promise<ReadonlyMap<number, readonly CallPart[]>>;

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

/** `from` begins an hour. */
export function createSettledHours(clock: Clock): HoursOf {
  const kept = new Map<string, Kept>();
  const keyOf = (compId: string, hour: number): string => `${compId}/${hour}`;

  function keep(compId: string, levels: string, now: number, hours: ReadonlyMap<number, readonly HourPart[]>): void {
    for (const [hour, parts] of hours) {
      if (hour + hourMs + quietMs > now || parts.some(({ open }) => open > 0)) continue;
      kept.set(keyOf(compId, hour), { until: now + keptMs, levels, parts });
    }
  }

  return async (trx, compId, from, to, serviceLevels) => {
    const now = clock.now();
    const levels = JSON.stringify(serviceLevels);
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key);
    const end = to.getTime();
    const hours = Array.from(
      { length: Math.ceil((end - from.getTime()) / hourMs) },
      (_, i) => from.getTime() + i * hourMs,
    );
    const known: ReadonlyMap<number, readonly CallPart[]> = new Map(
      hours.flatMap((hour) => {
        const found = kept.get(keyOf(compId, hour));
        // A stretch may end within an hour that is kept whole.
        return found?.levels === levels && hour + hourMs <= end ? [[hour, found.parts] as const] : [];
      }),
    );
    const missing = stretches(
      hours.filter((hour) => !known.has(hour)),
      end,
    );
    const all = new Map(known);
    for (const stretch of missing) {
      const whole = Math.floor((stretch.to - stretch.from) / hourMs);
      const found = await hourParts(trx, compId, new Date(stretch.from), new Date(stretch.to), serviceLevels);
      for (const [hour, parts] of found) all.set(hour, parts);
      const read = Array.from({ length: whole }, (_, i) => stretch.from + i * hourMs);
      keep(compId, levels, now, new Map(read.map((hour) => [hour, found.get(hour) ?? []])));
    }
    return all;
  };
}
