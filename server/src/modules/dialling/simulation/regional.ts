/**
 * Numbers with hours of their own in a simulated list, of provinces (地区时段) and of halves of an experiment: which they are, and when
 * they may be dialled. Pure.
 */
import type { RegionHours } from "@liantai/api/contract/admin";
import { nextOpening, within, type DialHours } from "../checks/index.ts";
import type { HalfHours } from "../experiments/arms.ts";

/** Of a list's numbers, by province; the others have the task's hours. */
export interface RegionShare {
  readonly province: string;
  /** 0 to 1. */
  readonly share: number;
}

const golden = (Math.sqrt(5) - 1) / 2;

/** Where the nth number of a list lies if provinces are mixed evenly all through it. undefined: in none of these. */
export const mixed =
  (shares: readonly RegionShare[]) =>
  (number: number): string | undefined => {
    const at = (number * golden) % 1;
    let below = 0;
    return shares.find(({ share }) => (below += share) > at)?.province;
  };

export type Hours = (number: number) => DialHours;

/** The hours of each number of a list. */
export function hoursByProvince(
  hours: DialHours,
  regions: readonly RegionHours[],
  provinceOf: (number: number) => string | undefined,
): Hours {
  const own = new Map(regions.map((region) => [region.province as string, { ...hours, region }]));
  return (number) => own.get(provinceOf(number) ?? "") ?? hours;
}

/** Numbers are of the halves in turn; []: of none. */
export const hoursByHalf =
  (hoursOf: Hours, halves: readonly HalfHours[]): Hours =>
  (number) => {
    const half = halves[number % halves.length];
    return half ? { ...hoursOf(number), half } : hoursOf(number);
  };

/** Of a task whose numbers are all of these halves: what is left of its windows. */
export function hoursOfAny(hours: DialHours, halves: readonly HalfHours[]): DialHours {
  if (halves.length === 0) return hours;
  const windows = hours.windows.length > 0 ? hours.windows : [hours.frame];
  return {
    ...hours,
    windows: halves.flatMap((half) =>
      windows.map((window) => within(window, half)).filter(({ from, to }) => from < to),
    ),
  };
}

/** When a number may be dialled at the soonest, in the simulation's time; undefined: never. */
export function opening(
  hours: DialHours,
  atMs: number,
  clock: { readonly wall: (atMs: number) => number | null; readonly sim: (wall: number) => number },
): number | undefined {
  if (!hours.region && !hours.half) return atMs;
  const now = clock.wall(atMs);
  const next = now === null ? null : nextOpening(hours, now);
  return next === null ? undefined : next === now ? atMs : clock.sim(next);
}
