/** What a decision had to choose from, bounded: kept with it, so that it can be explained and made again under another rule. */
import type { Strategy } from "@liantai/api/contract/admin";
import type { LevelLists } from "./level-lists.ts";
import { orders, type Idle } from "./strategies.ts";
import type { ConsideredAgent } from "./types.ts";

/** Of each kind this many are kept at the most; of agents also whom every other strategy would have chosen. */
export const consideredMost = 5;

const strategies = Object.entries(orders);

/** The chosen one, the first by the group's own order, and the first by each of the others. */
export function consideredAgents(idle: LevelLists<Idle>, upTo: number, chosen: Idle): ConsideredAgent[] {
  const fits = (level: number) => level <= upTo;
  const found = new Set([chosen, ...idle.top(consideredMost, fits)]);
  const best: (Idle | undefined)[] = strategies.map(() => undefined);
  for (const agent of idle.items(fits))
    for (const [i, [, order]] of strategies.entries()) {
      const known = best[i];
      if (known === undefined || order(agent, known) < 0) best[i] = agent;
    }
  for (const agent of best) if (agent) found.add(agent);
  return Array.from(found, ({ agent, idleSince, calls, level, turn }) => ({ agent, idleSince, calls, level, turn }));
}

/** Whom a strategy would have chosen of those considered; undefined: that is a matter of chance, or there was nobody. */
export function chooseAgain(agents: readonly ConsideredAgent[], strategy: Strategy): string | undefined {
  if (strategy === "random") return undefined;
  const [first] = agents.map((agent, order) => ({ ...agent, order })).sort(orders[strategy]);
  return first?.agent;
}
