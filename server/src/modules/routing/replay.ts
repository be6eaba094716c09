/** Decisions of the past made again under another strategy, each in the situation it was made in. Pure. */
import type { Strategy } from "@liantai/api/contract/admin";
import { chooseAgain } from "./considered.ts";
import type { ConsideredAgent } from "./types.ts";

export interface PastDecision {
  readonly call: string;
  readonly at: number;
  readonly agent: string;
  /** undefined: no strategy chose the agent: it became free while callers waited, or was that of the last time. */
  readonly strategy?: Strategy | undefined;
  readonly agents: readonly ConsideredAgent[];
}

export interface ChangedDecision {
  readonly call: string;
  readonly at: number;
  readonly strategy: Strategy;
  readonly before: string;
  readonly after: string;
}

export interface Replayed {
  readonly decisions: number;
  /** Of these, those that a strategy made. */
  readonly chosen: number;
  readonly changed: readonly ChangedDecision[];
}

export function replay(decisions: Iterable<PastDecision>, strategy: Strategy): Replayed {
  let count = 0;
  let chosen = 0;
  const changed: ChangedDecision[] = [];
  for (const { call, at, agent, agents, strategy: past } of decisions) {
    count += 1;
    if (past === undefined) continue;
    chosen += 1;
    const after = chooseAgain(agents, strategy);
    if (after !== undefined && after !== agent) changed.push({ call, at, strategy: past, before: agent, after });
  }
  return { decisions: count, chosen, changed };
}
