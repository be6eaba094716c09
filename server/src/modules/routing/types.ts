/** What goes into the queue machine and what comes out of it. Groups, agents and calls are named by their keys; times are in ms. */
import type { Strategy } from "@liantai/api/contract/admin";

/** A group an agent answers for. level: in the group, 1 is the best. priority: among the agent's groups, 1 first. */
export interface Membership {
  readonly group: string;
  readonly level: number;
  readonly priority: number;
}

/** A group a caller is to wait in. limit: callers that may wait in it. */
export interface Entry {
  readonly group: string;
  readonly strategy: Strategy;
  readonly limit: number;
  /** Added to the wait of all its callers where an agent has the choice between groups; default 0. */
  readonly boostMs?: number;
  /** The caller is offered to agents of this level and better alone; none: to all. */
  readonly level?: number;
}

/** Where a caller stands in its groups: data only. level: null: agents of all. */
export interface Place {
  readonly groups: readonly { readonly group: string; readonly level: number | null }[];
  readonly firstInLine: boolean;
  readonly turn: number;
  readonly order: number;
  readonly offeredTo?: string;
  readonly heldFor?: string;
}

export type QueueInput =
  /** calls: how many the agent took today. */
  | {
      readonly type: "agentReady";
      readonly agent: string;
      readonly groups: readonly Membership[];
      readonly idleSince: number;
      readonly calls: number;
    }
  /** Not to be offered anything (more); an offer already made stands until it is accepted or fails. */
  | { readonly type: "agentGone"; readonly agent: string }
  /**
   * Waits in all groups that have room or an idle agent; `full` when none has. A caller queued again is never refused.
   * boostMs: its priority, added to its wait. sticky: the agent it is kept for until `stickyOver`.
   * draw: 0 to 1, what chance says where the strategy is random.
   */
  | {
      readonly type: "callerArrived";
      readonly call: string;
      readonly groups: readonly Entry[];
      readonly at: number;
      readonly firstInLine: boolean;
      readonly boostMs?: number;
      readonly sticky?: string;
      readonly draw: number;
    }
  /** A waiting caller waits in a further group, too, at the place its wait gives it; no limit, for it waits already. */
  | { readonly type: "groupAdded"; readonly call: string; readonly entry: Entry; readonly draw: number }
  /** Agents of further levels of a group may be offered the caller; level undefined: all. */
  | {
      readonly type: "widened";
      readonly call: string;
      readonly group: string;
      readonly level?: number;
      readonly draw: number;
    }
  /** It is kept for nobody any longer. */
  | { readonly type: "stickyOver"; readonly call: string; readonly draw: number }
  /** Its priority has changed by this much. */
  | { readonly type: "raised"; readonly call: string; readonly byMs: number }
  | { readonly type: "callerGone"; readonly call: string }
  | { readonly type: "offerAccepted"; readonly call: string }
  | { readonly type: "offerFailed"; readonly call: string; readonly draw: number };

export type QueueEffect =
  /** groups: where it waits. ahead: callers before this one where it is nearest; offered: an offer follows at once. */
  | {
      readonly type: "queued";
      readonly call: string;
      readonly groups: readonly string[];
      readonly ahead: number;
      readonly offered: boolean;
      /** Kept for the agent it talked with last. */
      readonly held: boolean;
      readonly firstInLine?: true;
    }
  | { readonly type: "full"; readonly call: string }
  /**
   * group: through which the two met. strategy: the group's, which chose the agent; absent: the agent became free while
   * the caller waited. sticky: the caller was kept for this agent.
   */
  | {
      readonly type: "offer";
      readonly call: string;
      readonly agent: string;
      readonly group: string;
      readonly idleSince: number;
      readonly firstInLine: boolean;
      readonly sticky: boolean;
      readonly strategy?: Strategy;
      readonly why: Why;
    };

/** An idle agent as a decision looked at it. turn: when its group offered it a call last, in offers of the group. */
export interface ConsideredAgent {
  readonly agent: string;
  readonly idleSince: number;
  readonly calls: number;
  readonly level: number;
  readonly turn: number;
}

/** A waiting caller as a decision looked at it. turn: its score is the time less this. */
export interface ConsideredCaller {
  readonly call: string;
  readonly group: string;
  readonly turn: number;
}

/** What a decision had to choose from: the first few, and how many there were. */
export type Why =
  /** A caller among idle agents. beyond: idle ones of levels that its ring does not reach. */
  | {
      readonly among: "agents";
      readonly agents: readonly ConsideredAgent[];
      readonly idle: number;
      readonly beyond: number;
    }
  /** An agent among callers. waiting: of the group through which the two met; kept: of these for other agents. */
  | {
      readonly among: "callers";
      readonly callers: readonly ConsideredCaller[];
      readonly waiting: number;
    };
