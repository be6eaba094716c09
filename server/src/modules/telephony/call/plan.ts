/** What is known of where a call is led. */
import type { EndCause } from "@liantai/api/contract";
import type { CallerBoosts, Target } from "../../numbers/index.ts";

/** What was found out when a call to an access number came in. */
export interface Plan {
  readonly greeting: string;
  /** Played instead of the text. */
  readonly greetingPath?: string;
  /** Who speaks the text, JSON of a FlowVoice; absent: as usual. */
  readonly greetingTts?: string;
  /** Priority of the number's callers; default 0. */
  readonly boostMs?: number;
  readonly boosts?: CallerBoosts;
  /** Name of the time rule that chose the target; ''. */
  readonly rule: string;
  /** The call is not taken: a sentence says so. */
  readonly refuse?: EndCause;
}

/** Where a call to an access number is led, first by its plan, then by overflows. */
export interface Routed {
  readonly target: Target;
  /** Of the target's groups those in which somebody is signed in, as the call knows it. */
  readonly served: readonly string[];
}

/** Where an emergency switch leads the caller; by, name: of the supervisor who pressed it. */
export interface Diverted {
  readonly routed: Routed;
  readonly by: string;
  readonly name: string;
}

/** Why a call leaves a queue without an agent. */
export type Overflow = "full" | "wait" | "absent";

/** By group: up to which level agents are offered a call, and the steps to come. */
export type Rings = Readonly<Record<string, RingState>>;
export interface RingState {
  readonly level: number;
  readonly to: readonly { readonly at: number; readonly level: number }[];
}

/** An access number of the enterprise: where it leads when the call gets there. */
export interface NumberRef {
  readonly kind: "accessNumber";
  readonly id: string;
}
