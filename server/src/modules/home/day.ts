/** A day's calls by skill group and seat, added up for whoever asks. Pure. */
import { noCalls, type CallPart, type CallSums } from "./repository.ts";

/** Ids of what had calls, each with its parts. */
function byId(parts: readonly CallPart[], id: (part: CallPart) => string | null): ReadonlyMap<string, CallPart[]> {
  const found = new Map<string, CallPart[]>();
  for (const part of parts) {
    const key = id(part);
    if (key === null) continue;
    const known = found.get(key);
    if (known) known.push(part);
    else found.set(key, [part]);
  }
  return found;
}

const total = (parts: readonly CallPart[], what: (part: CallPart) => number): number =>
  parts.reduce((sum, part) => sum + what(part), 0);

export function sumsOf(parts: readonly CallPart[]): CallSums {
  const names = Object.keys(noCalls) as (keyof CallSums)[];
  return names.reduce((sums, name) => ({ ...sums, [name]: total(parts, (part) => part[name]) }), noCalls);
}

/** Sums of the calls of each skill group that had any. */
export const groupSums = (parts: readonly CallPart[]): ReadonlyMap<string, CallSums> =>
  new Map([...byId(parts, (part) => part.skillGroupId)].map(([id, own]) => [id, sumsOf(own)]));

/** Every group, those without calls too, the busiest first. */
export function groupDays<G extends { readonly id: string }>(groups: readonly G[], parts: readonly CallPart[]) {
  const found = byId(parts, (part) => part.skillGroupId);
  return groups
    .map((group) => {
      const own = found.get(group.id) ?? [];
      const { queueAnswered, abandoned, leveled, withinLevel, waitMs } = sumsOf(own);
      const [offered, waiting] = [total(own, (part) => part.offered), total(own, (part) => part.waiting)];
      return { ...group, offered, waiting, answered: queueAnswered, abandoned, leveled, within: withinLevel, waitMs };
    })
    .sort((a, b) => b.offered - a.offered);
}

/** Every seat that had calls, the busiest first; of two alike the smaller id. */
export const agentDays = (parts: readonly CallPart[]) =>
  [...byId(parts, (part) => part.agentId)]
    .map(([agentId, own]) => ({
      agentId,
      calls: total(own, (part) => part.calls),
      answered: total(own, (part) => part.allAnswered),
      talkMs: total(own, (part) => part.allTalkMs),
    }))
    .sort((a, b) => b.calls - a.calls || (a.agentId < b.agentId ? -1 : 1));
