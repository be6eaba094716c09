/** Somebody is to be rung: an agent of a queue, or whoever a call is for. */
import type { DecisionFact, RoutingReason } from "../../event-log/index.ts";
import type { NewParty } from "./party.ts";

export type OfferInput = Pick<
  NewParty,
  "name" | "wrapUpRules" | "recordsByHand" | "endsConference" | "displayed" | "forwards" | "forwarding"
> & {
  readonly type: "offer";
  readonly agentId?: string;
  readonly user: string;
  readonly number: string;
  readonly idleMs: number;
  readonly wrapUpMs: number;
  readonly autoAnswer: boolean;
  readonly reason: RoutingReason;
  /** None: rung directly. */ readonly group?: string;
  readonly decision?: DecisionFact;
};

/** Why the queue gave a call to its agent. */
export interface Decided {
  readonly reason: RoutingReason;
  readonly fact: { readonly agentId: string; readonly skillGroupId: string } & DecisionFact;
}
