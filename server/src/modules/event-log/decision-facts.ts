/** What a decision of the queue had to choose from, and whom it could not choose. */
import type { AgentReason, SeatStatusCode } from "@liantai/api/contract";
import type { Strategy } from "@liantai/api/contract/admin";

/** Why somebody signed in to the group could not be offered the call then. */
export type Exclusion =
  | {
      readonly why: "state";
      readonly code: SeatStatusCode;
      readonly reason: AgentReason;
      readonly customStatusName?: string;
    }
  /** Idle, and of a level that the ring does not reach. */
  | { readonly why: "level"; readonly level: number }
  /** Ready, and its telephone, or its page, is not there. */
  | { readonly why: "noTelephone" }
  | { readonly why: "noPage" }
  /** All its calls go to another number. */
  | { readonly why: "forwards" }
  /** Idle, and the caller was kept for the agent who got it. */
  | { readonly why: "kept" };

export type ExcludedAgent = { readonly agentId: string } & Exclusion;

/** Names in one decision, at most; of the others it has the count. */
export const excludedMost = 20;

/**
 * What a decision of the queue had to choose from: the first few, the chosen one first, and how many there were. It can be made
 * again from this under another strategy: of agents it holds whom each would have chosen. excluded: absent in the log of before.
 */
export type DecisionFact = { readonly excluded?: readonly ExcludedAgent[] } &
  /** strategy: absent where the caller was kept for the agent. beyond: idle agents that the ring does not reach. */
  (
    | {
        readonly among: "agents";
        readonly strategy?: Strategy;
        readonly agents: readonly {
          readonly agentId: string;
          readonly idleMs: number;
          readonly calls: number;
          readonly level: number;
          readonly turn: number;
        }[];
        readonly idle: number;
        readonly beyond: number;
        readonly notReady: number;
      }
    /** scoreMs: the wait and the priority. others: signed in to the group beside the agent. */
    | {
        readonly among: "callers";
        readonly callers: readonly {
          readonly callId: string;
          readonly skillGroupId: string;
          readonly scoreMs: number;
        }[];
        readonly waiting: number;
        readonly others?: number;
      }
  );
