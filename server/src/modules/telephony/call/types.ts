/** A call as the machine sees it: data only. */
import type { AgentReason, CallData, CallDirection, CallStage, EndCause, RecordAction } from "@liantai/api/contract";
import type { HangupCause, LegId, RecordedLegs, Release } from "../../../ports/switch.ts";
import type { CallFact, RoutingReason } from "../../event-log/index.ts";
import type { GroupPlan, QueuePlan, Target, TargetRef, WrapUpRules } from "../../numbers/index.ts";
import type { AgentInput } from "../agent-types.ts";
import type { LegInput } from "./leg-input.ts";
import type { CallTask } from "../tasks.ts";
import type { Hearings } from "./heard.ts";
import type { Meeting } from "./room.ts";
import type { Placed, PlacedInput } from "./placed.ts";
import type { Diverted, NumberRef, Plan, Rings, Routed } from "./plan.ts";
import type { Activities, ConsultThen } from "./consult-then.ts";
import type { Outlook } from "./outlook.ts";
import type { QueueEffect } from "./queue-effects.ts";
import type { BeginInput } from "./begin-input.ts";
import type { OfferInput } from "./offer-input.ts";
import type { OfferMenu } from "./offer-step.ts";
import type { Recorder, RecordingEffect } from "./recorder.ts";
import type { Phase } from "./phase.ts";
import type { AskedParty, Party, PartyId } from "./party.ts";
import type { ForwardEffect, ForwardInput } from "./forward-types.ts";
import type { MarkEffect } from "./calling-back.ts";
import type { CallFlow, FlowInput, FlowOrder, SurveyFlow } from "./flow-types.ts";
import type { RobotTalk } from "./robot-types.ts";
import type { Say } from "./saying.ts";
import type { SentBy } from "./sent-by.ts";
import type { SupervisorInput } from "./supervisor-input.ts";
import type { ConferenceOrder, RoomEffect, RoomInput } from "./conference-orders.ts";
import type { TimerName } from "./timer-name.ts";
import type { Suspension, SuspendInput } from "./suspension.ts";
import type { SecureEffect, SecureEntry, SecureInput } from "./secure-input.ts";

export type { Heard, Hearings } from "./heard.ts";
export type { AskedParty } from "./party.ts";
export type { Phase } from "./phase.ts";
export type { Outlook } from "./outlook.ts";
export type { Activities, ConsultThen } from "./consult-then.ts";
export type { Diverted, NumberRef, Overflow, Plan, Routed, Rings, RingState } from "./plan.ts";

/** The queue a call waits in, or came out of. */
export function queueOf({ routed }: Pick<Call, "routed">): QueuePlan | undefined {
  return routed && "queue" in routed.target ? routed.target.queue : undefined;
}

export interface Call {
  readonly callId: string;
  readonly compId: string;
  readonly direction: CallDirection;
  readonly caller: string;
  readonly callee: string;
  readonly accessNumber?: string;
  readonly plan?: Plan;
  readonly routed?: Routed | undefined;
  /** Groups of its queue that it waits in, the first so many. */ readonly joined: number;
  /** Of each group it has joined, whom of its agents the call may be offered to. */
  readonly rings: Rings;
  /** How much supervisors have moved it up, ms. */
  readonly movedMs: number;
  /** Group through which the agent was offered; named in the bar. */
  readonly group?: GroupPlan;
  /** Overflows so far. */
  readonly hops: number;
  /** What travels with it. */
  readonly callData?: CallData;
  /** Of a call from the bar (fact `created`). */
  readonly goesOut?: { readonly callStyle: 0 | 1; readonly callType: number };
  /** Dialling task; placed: it dials the call, and no agent. */
  readonly task?: CallTask;
  readonly placed?: Placed;
  /** Of the access number. */ readonly recordsByHand?: boolean;
  /** Neither asked from a device: the near party is called first, like the far one. */
  readonly dual?: boolean;
  /** Outbound: what the callee sees instead of the extension. */
  readonly displayed?: string;
  readonly startedAt: number;
  /** When it came into its first queue. */
  readonly queuedAt?: number;
  /** When it rang at, or was dialled by, the agent it is with. */
  readonly ringingAt: number;
  readonly parties: readonly Party[];
  /** Whom the call is about, and who has it or is rung to have it. */
  readonly far: PartyId;
  readonly near?: PartyId;
  /** Between agents: who was called has it, and stays on the left channel. */
  readonly sidesChanged?: boolean;
  /** Who asks whom while the customer waits. */
  readonly consult?: {
    readonly by: PartyId;
    readonly with: PartyId;
    /** What follows by itself when the one asked answers. */
    readonly then?: ConsultThen;
  };
  /** It is one of a room: `far` is the room, and everybody else a member. */
  readonly meeting?: Meeting;
  /** Everybody hears everybody. */
  readonly conference?: { readonly owner: PartyId };
  /** Whose call it was before it was sent on without asking; until the next one answers. */
  readonly sentBy?: SentBy | undefined;
  /** A supervisor sent it, waiting, to another queue. */ readonly sentOn?: true;
  /** Somebody answered it before. */
  readonly talked: boolean;
  /** Whose talk the customer is asked about, and whose he has given a mark; '': nobody's. */
  readonly surveyOf?: string;
  readonly ratedOf?: string;
  /** What the agents were told last that they do. */
  readonly activities: Activities;
  /** Parties there ever were. */
  readonly made: number;
  readonly phase: Phase;
  /** Wrap-up of the near agent once answered, ms, and how it ends; none: by itself or by the agent. */
  readonly wrapUpMs: number;
  readonly wrapUpRules?: WrapUpRules | undefined;
  /** What the switch was told last: who hears what, and who is recorded; none: no recording has begun. */
  readonly hearings: Hearings;
  readonly recorded?: RecordedLegs;
  /** When that began. */
  readonly recordedAt?: number;
  readonly recorder: Recorder;
  /** The flow it is in. */
  readonly flow?: CallFlow | undefined;
  /** The robot that has, or had, the caller. */ readonly robot?: RobotTalk;
  /** The customer types in secret. */
  readonly secure?: SecureEntry | undefined;
  /** The customer was sent to a voice, and comes back by himself. */
  readonly suspended?: Suspension | undefined;
  /** Source of attempt and playback numbers. */
  readonly counter: number;
  /** The playback that counts; an older one's end means nothing. */
  readonly playing?: {
    readonly tag: number;
    readonly what:
      "greeting" | "position" | "notice" | "menu" | "voicemail" | "survey" | "suspended" | "flow" | "farewell";
  };
  /** Where the caller is in what he is offered while he waits. */
  readonly menu?: OfferMenu | undefined;
  /** Where it goes when the telephone that rings now is not answered. */
  readonly diverted?: Diverted | undefined;
  /** The call in which this callback was asked for, or in which nobody answered (abandoned), and for which group. */
  readonly callbackOf?: { readonly callId: string; readonly skillGroupId: string; readonly abandoned?: true };
  /** How long it was thought to wait when it came into a group's queue. */
  readonly estimate?: { readonly groupId: string; readonly at: number; readonly ms: number };
  /** Callers before this one, as last known; while it waits. */
  readonly ahead?: number;
  /** What the customer's device was told last, and when. */
  readonly informed?: { readonly leg: LegId; readonly stage: CallStage; readonly at: number };
}

export type CallInput =
  | BeginInput
  /** Answer to the effect `route`; undefined: there is nothing there. */
  | { readonly type: "routed"; readonly routed?: Routed; readonly music?: string }
  /** Who is signed in has changed: the groups of its queue in which somebody is now. */
  | { readonly type: "served"; readonly groups: readonly string[] }
  /** The seat or extension of the target cannot be rung. */
  | { readonly type: "notFree"; readonly cause: EndCause; readonly blocked?: true }
  | { readonly type: "legRinging"; readonly leg: LegId }
  | { readonly type: "legProgress"; readonly leg: LegId }
  | { readonly type: "legUp"; readonly leg: LegId }
  | { readonly type: "legGone"; readonly leg: LegId; readonly cause: HangupCause; readonly release?: Release }
  | { readonly type: "legLost"; readonly leg: LegId }
  | { readonly type: "legFound"; readonly leg: LegId }
  | { readonly type: "digit"; readonly leg: LegId; readonly digit: string }
  | { readonly type: "deviceHold"; readonly leg: LegId; readonly held: boolean }
  | LegInput
  /** screened: why limits, blacklists or the enterprise's own rules do not let it be called. */
  | {
      readonly type: "originateFailed";
      readonly attempt: number;
      readonly cause: HangupCause;
      readonly screened?: string;
    }
  | ForwardInput
  /** stoppedAt: how much of it was heard, ms, of what was stopped. */
  | { readonly type: "playDone"; readonly tag: number; readonly stoppedAt?: number }
  /** held: kept for the agent of the last time. */
  | ({
      readonly type: "queued";
      readonly ahead: number;
      readonly offered: boolean;
      readonly held: boolean;
      readonly firstInLine?: true;
    } & Outlook)
  /** A supervisor, named for the log, has moved it up. */
  | { readonly type: "movedUp"; readonly byMs: number; readonly by: string; readonly name: string }
  /** The place in the queue has changed. */
  | { readonly type: "position"; readonly ahead: number }
  | { readonly type: "queueFull" }
  /** id: of the callback that is kept; none: that number cannot be called. */
  | { readonly type: "callbackAsked"; readonly number: string; readonly id?: string }
  | OfferInput
  | ({ readonly type: "timer"; readonly name: TimerName; readonly ahead?: number } & Outlook)
  | { readonly type: "registered"; readonly user: string }
  | { readonly type: "moveMedia"; readonly agentId: string; readonly registered: boolean }
  | {
      readonly type: "hangup";
      readonly agentId: string;
      readonly why?: Extract<AgentReason, "recovered" | "signOut" | "forcedOut">;
    }
  | { readonly type: "hold"; readonly agentId: string }
  | { readonly type: "unhold"; readonly agentId: string }
  | { readonly type: "dtmf"; readonly agentId: string; readonly digits: string }
  /** Ask somebody, the customer waiting. */
  | { readonly type: "consult"; readonly agentId: string; readonly to: AskedParty; readonly then?: ConsultThen }
  /** Ring somebody who is to have the call. */
  | { readonly type: "transfer"; readonly agentId: string; readonly to: AskedParty }
  /** Send the call on to a queue, an access number and the like. */
  | {
      readonly type: "transferTo";
      readonly agentId: string;
      readonly to: TargetRef | NumberRef;
      readonly number: string;
    }
  | SupervisorInput
  | SecureInput
  | SuspendInput
  | FlowInput
  | PlacedInput
  /** A supervisor, named for the log, sends a waiting caller elsewhere. */
  | { readonly type: "sendOn"; readonly routed: Routed; readonly by: string; readonly name: string }
  /** An emergency switch was pressed by a supervisor, named for the log. */
  | ({ readonly type: "divert" } & Diverted)
  | { readonly type: "consultCancel"; readonly agentId: string }
  | { readonly type: "tranfer"; readonly agentId: string }
  | ConferenceOrder
  | RoomInput
  | { readonly type: "setData"; readonly agentId: string; readonly data: CallData }
  /** Ask the customer for a mark; the agent is out of the call. flow: the one that asks, instead of the built-in question. */
  | { readonly type: "survey"; readonly agentId: string; readonly flow?: SurveyFlow }
  /**
   * agentId: whose talk it is; by: the monitor who does it, if it is not the agent. text: of a mark. meeting: of a room's, by whoever may
   * lead it from outside; agentId is ''.
   */
  | {
      readonly type: "recordControl";
      readonly agentId: string;
      readonly action: RecordAction;
      readonly by?: string;
      readonly text?: string;
      readonly meeting?: true;
    }
  /** A verb failed in a way that no event will report. */
  | { readonly type: "fault" | "shutdown" };

export type CallEffect =
  | MarkEffect
  | ForwardEffect
  | { readonly do: "ring" | "answer"; readonly leg: LegId }
  | { readonly do: "hangup"; readonly leg: LegId; readonly cause: HangupCause }
  | {
      readonly do: "originate";
      readonly attempt: number;
      readonly party: PartyId;
      readonly user: string;
      /** phone: at the seat's other telephone. */
      readonly at?: "phone";
      readonly ringMs: number;
      readonly autoAnswer: boolean;
      readonly near?: LegId;
    }
  /** Everybody is to hear what `hearings` of the call says. */
  | { readonly do: "arrange" }
  | Say
  | FlowOrder
  /** Words to one party beside the call's own announcements, over and over until `hush` or the leg's next audio plan. */
  | { readonly do: "prompt"; readonly leg: LegId; readonly text: string }
  | { readonly do: "hush"; readonly leg: LegId }
  /** The same once, over whatever the leg hears. */
  | { readonly do: "whisper"; readonly leg: LegId; readonly text: string }
  /** The same once, before the music of a leg that waits. */
  | { readonly do: "comfort"; readonly leg: LegId; readonly text: string }
  | { readonly do: "sendDigits"; readonly leg: LegId; readonly digits: string }
  /** These hear it once, over everything else. */
  | { readonly do: "tone"; readonly legs: readonly LegId[]; readonly hz: number }
  | { readonly do: "inform"; readonly leg: LegId; readonly stage: CallStage }
  | RecordingEffect
  | { readonly do: "timer"; readonly name: TimerName; readonly ms: number }
  | { readonly do: "clearTimer"; readonly name: TimerName }
  | QueueEffect
  /** Find out what a target is and who serves it; `routed` answers. */
  | { readonly do: "route"; readonly to: TargetRef | NumberRef; readonly music?: string }
  /** Ring the seat or extension of the target; `offer` or `notFree` answers. */
  | { readonly do: "callDirectly"; readonly target: Extract<Target, { kind: "seat" | "extension" | "outside" }> }
  | { readonly do: "leaveQueue" | "offerAccepted" | "offerFailed" }
  /** Ring the agent whose transfer failed, if he is free; `offer` or `notFree` answers. */
  | { readonly do: "callBack"; readonly agentId: string }
  | RoomEffect
  /** A sentence in the agent's bar; a warning unless it says otherwise. */
  | { readonly do: "tell"; readonly agentId: string; readonly msg: string; readonly level?: "info" | "warning" }
  | SecureEffect
  | { readonly do: "agent"; readonly agentId: string; readonly input: AgentInput }
  | {
      readonly do: "note";
      readonly fact: CallFact;
      readonly actor: string;
      readonly reason?: AgentReason | EndCause | RoutingReason;
    }
  /** Over: legs are hung up, the recording is to be stored, the call forgotten. */
  | { readonly do: "over"; readonly cause: EndCause };
