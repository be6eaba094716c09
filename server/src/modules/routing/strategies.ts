/** Order of idle agents in a group, by its strategy. Total: no two agents are equal. */
import type { Strategy } from "@liantai/api/contract/admin";

export interface Idle {
  readonly agent: string;
  readonly idleSince: number;
  /** Calls taken today. */
  readonly calls: number;
  /** In this group, 1 is the best. */
  readonly level: number;
  /** When this group offered the agent a call last, in offers of the group; 0: never. */
  readonly turn: number;
  /** Breaks ties: the order of becoming ready. */
  readonly order: number;
}

type Compare = (a: Idle, b: Idle) => number;

const longest: Compare = (a, b) => a.idleSince - b.idleSince || a.order - b.order;

export const orders: Readonly<Record<Strategy, Compare>> = {
  "longest-idle": longest,
  "least-calls": (a, b) => a.calls - b.calls || longest(a, b),
  // By name among those never offered, so that the first round has an order people can follow.
  "round-robin": (a, b) => a.turn - b.turn || (a.agent < b.agent ? -1 : a.agent > b.agent ? 1 : a.order - b.order),
  level: (a, b) => a.level - b.level || longest(a, b),
  random: longest,
};
