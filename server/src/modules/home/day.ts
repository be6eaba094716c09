/** A day's calls by skill group and seat, added up for whoever asks. Pure. */
import type { BusySeat } from "./agents-repository.ts";
import { noCalls, type CallPart, type CallSums } from "./repository.ts";

/** Every skill group's part; of several of a group their sum. */
function byGroup(parts: readonly CallPart[]): ReadonlyMap<string, CallPart> {
  const groups = new Map<string, CallPart[]>();
  for (const part of parts)
    if (part.skillGroupId !== null) groups.set(part.skillGroupId, [...(groups.get(part.skillGroupId) ?? []), part]);
  const sum = (of: readonly CallPart[], name: "offered" | "waiting") => of.reduce((all, part) => all + part[name], 0);
  return new Map(
    Array.from(groups, ([skillGroupId, of]) => [
      skillGroupId,
      { skillGroupId, ...sumsOf(of), offered: sum(of, "offered"), waiting: sum(of, "waiting") },
    ]),
  );
}

export function sumsOf(parts: readonly CallSums[]): CallSums {
  const names = Object.keys(noCalls) as (keyof CallSums)[];
  return names.reduce((sums, name) => ({ ...sums, [name]: parts.reduce((sum, part) => sum + part[name], 0) }), noCalls);
}

/** Sums of the calls of each skill group that had any. */
export const groupSums = (parts: readonly CallPart[]): ReadonlyMap<string, CallSums> => byGroup(parts);

/** Every group, those without calls too, the busiest first. */
export function groupDays<G extends { readonly id: string }>(groups: readonly G[], parts: readonly CallPart[]) {
  const found = byGroup(parts);
  return groups
    .map((group) => {
      const part = found.get(group.id);
      const { offered, waiting } = part ?? { offered: 0, waiting: 0 };
      const { queueAnswered, abandoned, leveled, withinLevel, waitMs } = part ?? noCalls;
      return { ...group, offered, waiting, answered: queueAnswered, abandoned, leveled, within: withinLevel, waitMs };
    })
    .sort((a, b) => b.offered - a.offered);
}

/** The busiest first; of two alike the smaller id. */
export const ranking = (seats: readonly BusySeat[]): readonly BusySeat[] =>
  seats.toSorted((a, b) => b.calls - a.calls || (a.agentId < b.agentId ? -1 : 1));
