/** What an agent is, what happens to it and what follows from it: the types of the agent machine. */
import type { AgentReason, AgentState, EngagedActivity, SeatStatusCode } from "@liantai/api/contract";
import type { WrapUpRules } from "../numbers/index.ts";

/** Where an agent goes when the present call is over. customStatusMs: how long a custom status may last. */
export type Rest =
  | { readonly kind: "ready" }
  | {
      readonly kind: "busy";
      readonly customStatusId?: string;
      readonly customStatusName?: string;
      readonly customStatusMs?: number;
    };

export interface Agent {
  readonly state: AgentState;
  readonly rest: Rest;
  /** What an offer breaks into, as far as it has an end of its own: a wrap-up, a custom status with a limit. */
  readonly back?: Extract<AgentState, { readonly kind: "wrapUp" | "busy" }>;
  /** Since when the agent waits for a call; an offer that ended without the agent's doing keeps it. */
  readonly idleSince: number;
  /** Calls left ringing in a row. */
  readonly misses: number;
}

/** Why an offer ended without an answer. */
export type OfferEnd = Extract<AgentReason, "noAnswer" | "declined" | "customerGone" | "deviceGone" | "pickedUp">;

/** Why an agent does something else in its call. */
export type EngageReason = Extract<
  AgentReason,
  | "answered"
  | "held"
  | "resumed"
  | "supervising"
  | "consulting"
  | "consultOver"
  | "joined"
  | "conferenceOver"
  | "transferred"
  | "tookOver"
>;

/** Why an agent is out of a call that goes on. */
export type OutReason = Extract<
  AgentReason,
  "transferred" | "takenOver" | "consultOver" | "leftConference" | "supervisionOver"
>;

export type AgentInput =
  | { readonly type: "signIn" }
  | {
      readonly type: "leave";
      readonly reason: Extract<
        AgentReason,
        "signOut" | "forcedOut" | "byMonitor" | "socketLost" | "legLost" | "seatDisabled" | "serverRestart"
      >;
    }
  | { readonly type: "setReady"; readonly reason: Extract<AgentReason, "byAgent" | "byMonitor" | "statusOver"> }
  | {
      readonly type: "setBusy";
      readonly reason: Extract<AgentReason, "byAgent" | "byMonitor" | "deviceGone" | "statusOver">;
      readonly customStatusId?: string;
      readonly customStatusName?: string;
      readonly customStatusMs?: number;
    }
  | { readonly type: "offer"; readonly callId: string }
  /** restore: go back to what the agent was doing whatever the reason (a colleague's call is no reason to be set busy). */
  | { readonly type: "offerEnded"; readonly reason: OfferEnd; readonly restore: boolean; readonly missLimit?: number }
  | { readonly type: "dial"; readonly callId: string }
  /** Its telephone rings. */
  | { readonly type: "rings" }
  /** What it does in its call from now on. */
  | {
      readonly type: "engage";
      readonly activity: EngagedActivity;
      readonly reason: EngageReason;
    }
  /** Somebody else left: told at once, with no length of its own. */
  | { readonly type: "moment"; readonly reason: Extract<AgentReason, "consultHungUp"> }
  | {
      readonly type: "callEnded";
      readonly wrapUpMs: number;
      readonly rules?: WrapUpRules;
      /** Why, where the call goes on without this agent. */
      readonly reason?: OutReason | Extract<AgentReason, "ended">;
    }
  /** It sees to a message for so long, as in a wrap-up of the call in which that was left. */
  | { readonly type: "seeTo"; readonly callId: string; readonly ms: number }
  | { readonly type: "finishWrapUp" }
  /** Once, by what its group allows. */
  | { readonly type: "extendWrapUp" }
  | { readonly type: "wrapUpTimeout" }
  | { readonly type: "recover" };

export type AgentEffect =
  | { readonly do: "changed"; readonly reason: AgentReason }
  /** The code of a moment: the state that follows comes with an effect of its own, or is as before. */
  | { readonly do: "moment"; readonly code: SeatStatusCode; readonly reason: AgentReason }
  /** Nothing changed but where the agent goes afterwards. */
  | { readonly do: "rest" }
  /** Wake the agent with wrapUpTimeout at this time. */
  | { readonly do: "wrapUpTimer"; readonly at: number }
  /** The custom status lasts too long at this time. */
  | { readonly do: "statusTimer"; readonly at: number };

export type AgentStep = { readonly agent: Agent; readonly effects: readonly AgentEffect[] } | undefined;
