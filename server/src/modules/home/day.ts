/** A day's calls, and its skill groups' stays, added up for whoever asks. Pure. */
import type { BusySeat } from "./agents-repository.ts";
import { noCalls, type CallSums } from "./repository.ts";
import { noVisits, type GroupPart, type GroupSums } from "./visits-repository.ts";

function added<N extends string>(none: Readonly<Record<N, number>>, parts: readonly Readonly<Record<N, number>>[]) {
  const names = Object.keys(none) as N[];
  return names.reduce<Readonly<Record<N, number>>>(
    (sums, name) => ({ ...sums, [name]: parts.reduce((sum, part) => sum + part[name], 0) }),
    none,
  );
}

export const sumsOf = (parts: readonly CallSums[]): CallSums => added(noCalls, parts);

/** Of each skill group that anybody came to. */
export function groupSums(parts: readonly GroupPart[]): ReadonlyMap<string, GroupSums> {
  const groups = new Map<string, GroupPart[]>();
  for (const part of parts) groups.set(part.skillGroupId, [...(groups.get(part.skillGroupId) ?? []), part]);
  return new Map(Array.from(groups, ([id, of]) => [id, added(noVisits, of)]));
}

/** Every group, those that nobody came to too, the busiest first. */
export function groupDays<G extends { readonly id: string }>(groups: readonly G[], parts: readonly GroupPart[]) {
  const found = groupSums(parts);
  return groups
    .map((group) => ({ ...group, ...(found.get(group.id) ?? noVisits) }))
    .sort((a, b) => b.queued - a.queued);
}

/** The busiest first; of two alike the smaller id. */
export const ranking = (seats: readonly BusySeat[]): readonly BusySeat[] =>
  seats.toSorted((a, b) => b.calls - a.calls || (a.agentId < b.agentId ? -1 : 1));
