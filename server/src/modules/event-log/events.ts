/**
 * What the log holds. One append-only stream per contact and one per agent; every entry says who, when, what and why.
 *
 * A contact is discriminated by `kind`. Calls are the only kind for now; a chat, a mail or a work order joins by adding its
 * own fact union, one member of `ContactEntry` and one projection (projections.ts): the table, the writer and the recovery
 * do not change.
 */
import type {
  AgentReason,
  CallData,
  CallDirection,
  EndCause,
  RecordAction,
  SeatStatusCode,
} from "@liantai/api/contract";
import type { HangupCause, MissingSpan, Release, Speech } from "../../ports/switch.ts";
import type { TaskFact } from "./task-facts.ts";
import type { RoutingReason } from "./routing-reasons.ts";
import type { WaitingFact } from "./waiting-facts.ts";
import type { AudioFact } from "./audio-facts.ts";
import type { DecisionFact } from "./decision-facts.ts";
import type { ConferenceFact } from "./conference-facts.ts";
import type { SecureFact } from "./secure-facts.ts";
import type { SuspendFact } from "./suspend-facts.ts";
import type { ForwardFact } from "./forward-facts.ts";
import type { FlowFact } from "./flow-facts.ts";
import type { LossFact } from "./loss-facts.ts";

/** Whose priority counts as waited (docs/protocol.md Q1, Q2). */
export type BoostSource = "number" | "vip" | "customer" | "transfer" | "flow" | "moved";

/** A target as it was called then. rule: the time rule that chose it. */
interface LoggedTarget {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly rule?: string;
}

/** Facts of a call. `reason` of the entry: an AgentReason for offerEnded, an EndCause for ended, a routing reason for offered. */
export type CallFact =
  | {
      readonly type: "created";
      readonly direction: CallDirection;
      readonly caller: string;
      readonly callee: string;
      readonly accessNumber?: string;
      readonly skillGroupId?: string;
      readonly agentId?: string;
      readonly target?: LoggedTarget;
      readonly callData?: CallData;
      /** A two-way callback (双呼). */
      readonly dual?: boolean;
      /** What the number outside that is called first sees. */
      readonly firstDisplayed?: string;
      /** The call in which this callback was asked for. */
      readonly callbackOf?: string;
      /** Of a call from the bar: 1 with the caller's fixCallType, 0 with the seat's terminal type. */
      readonly callStyle?: 0 | 1;
      readonly callType?: number;
      readonly task?: {
        readonly type: number;
        readonly id: string;
        /** Its number and its attempt, where the task itself or a preview dials. */
        readonly phoneId?: string;
        readonly attemptId?: string;
      };
      /** It is a meeting of this room: everybody in it is a member. */
      readonly meeting?: { readonly roomId: string; readonly name: string };
    }
  /** text: what limits, blacklists and routes said, in words. */
  | { readonly type: "screened"; readonly ok: boolean; readonly text: string }
  | { readonly type: "greetingStarted" }
  /**
   * position: callers ahead. slMs: within which the group wants to answer. shortMs: who gives up within it gave up shortly. estimateMs: how
   * long it is thought to wait.
   */
  | {
      readonly type: "queued";
      readonly skillGroupId: string;
      readonly position: number;
      readonly slMs?: number;
      readonly shortMs?: number;
      readonly estimateMs?: number;
      /** What counts as waited besides the wait; absent: nothing. */
      readonly boostMs?: number;
      /** The same by where it comes from, what is 0 left out. */
      readonly boosts?: Readonly<Partial<Record<BoostSource, number>>>;
      /** Queued again before all others. */
      readonly firstInLine?: true;
      /** Up to which level agents of the group may be offered it; absent: all. */
      readonly level?: number;
      /** Where it waits in several groups at once: all of them, the last of which is `skillGroupId`. */
      readonly groups?: readonly string[];
    }
  /** A further group of the dispatch queue, or of the rings, helps. */
  | { readonly type: "groupAdded"; readonly skillGroupId: string; readonly slMs?: number; readonly shortMs?: number }
  /** It may not wait (any longer), and there is nowhere to go: a sentence, then the end. */
  | { readonly type: "queueLeft" }
  /** Agents up to this level of the group may be offered it now. */
  | { readonly type: "ringWidened"; readonly skillGroupId: string; readonly level: number }
  /** It waits for the agent of the last time alone, and no longer. */
  | { readonly type: "keptFor"; readonly agentId: string; readonly waitMs: number }
  | { readonly type: "keptLongEnough" }
  /** name: of the supervisor. */
  | { readonly type: "movedUp"; readonly byMs: number; readonly name: string }
  /** position: absent where the place is not said. estimateMs: where the wait was said. */
  | { readonly type: "positionAnnounced"; readonly position?: number; readonly estimateMs?: number }
  | { readonly type: "noticeAnnounced" }
  | WaitingFact
  | TaskFact
  | FlowFact
  /** Where the call went on that could not wait (any longer). */
  | ({ readonly type: "overflowed" } & LoggedTarget)
  | { readonly type: "voicePlayed"; readonly id: string }
  /** idleMs: how long the agent had been idle, which is why it was chosen. */
  | {
      readonly type: "offered";
      readonly agentId: string;
      readonly ringMs: number;
      readonly idleMs: number;
      readonly skillGroupId?: string;
      /** Of the agent's telephone. */
      readonly number?: string;
    }
  | ({ readonly type: "decision"; readonly agentId: string; readonly skillGroupId: string } & DecisionFact)
  | { readonly type: "offerEnded"; readonly agentId: string }
  /** displayed: what the callee sees. */
  | { readonly type: "dialled"; readonly to: string; readonly agentId?: string; readonly displayed?: string }
  | { readonly type: "farRinging" }
  /** Somebody who is asked, or a number a call is sent on to. */
  | { readonly type: "partyRinging"; readonly to: string; readonly agentId?: string }
  /** Who is called first of a two-way callback has answered; the second is dialled. */
  | { readonly type: "firstAnswered"; readonly to: string; readonly agentId?: string }
  /** Nobody answered at a number that was dialled; of seats that are offered a call offerEnded tells. */
  | ({
      readonly type: "notReached";
      readonly to: string;
      readonly agentId?: string;
      readonly cause: HangupCause;
    } & Release)
  /** Once a call: its first talk begins. */
  | { readonly type: "answered"; readonly agentId?: string }
  /** It was talked before: the customer waited again, or a transfer came back. */
  | { readonly type: "answeredAgain"; readonly agentId?: string }
  /** consult: because somebody else is asked meanwhile; suspended: because the customer is sent to a voice. */
  | { readonly type: "held"; readonly agentId?: string; readonly consult?: boolean; readonly suspended?: boolean }
  | { readonly type: "resumed"; readonly agentId?: string }
  /** Somebody is asked while the customer waits. */
  | {
      readonly type: "consultStarted";
      readonly to: string;
      readonly agentId?: string;
      /** What a number outside sees. */
      readonly displayed?: string;
      /** Whose ready agent it is, where a group was asked. */
      readonly skillGroupId?: string;
    }
  | { readonly type: "consultAnswered"; readonly to: string; readonly agentId?: string }
  /** Without a transfer and without a conference. */
  | ({
      readonly type: "consultEnded";
      readonly to: string;
      readonly answered: boolean;
      readonly cause: HangupCause;
    } & Release)
  /** agentId: who has the call now; none: a number outside. */
  | {
      readonly type: "transferred";
      /** success: by itself when the one asked answered; takenOver: by a supervisor. */
      readonly mode: "consult" | "success" | "blind" | "takenOver";
      readonly to: string;
      readonly from?: string;
      readonly agentId?: string;
    }
  /** Transferred without asking; whoever takes it is told by `transferred`. name: of the supervisor who sent a waiting caller on. */
  | { readonly type: "sentOn"; readonly to: string; readonly agentId?: string; readonly name?: string }
  | { readonly type: "transferFailed"; readonly to: string; readonly agentId: string }
  | ConferenceFact
  | AudioFact
  | SecureFact
  | SuspendFact
  | ForwardFact
  /** Somebody listens to the agent's talk, whispers, or joins in; by: agent id. */
  | {
      readonly type: "supervised";
      readonly mode: "listen" | "whisper" | "insert";
      readonly agentId: string;
      /** A work number; seatless: an administrator's account. */
      readonly by: string;
      readonly seatless?: true;
    }
  /** His telephone is up. */
  | {
      readonly type: "supervisionAnswered";
      readonly by: string;
      readonly seatless?: true;
      readonly mode: "listen" | "whisper" | "insert";
    }
  | {
      readonly type: "supervisionEnded";
      readonly by: string;
      readonly seatless?: true;
      readonly agentId?: string;
      readonly noRight?: true;
    }
  /** Added to what travels with the call; '' takes a key out. */
  | { readonly type: "dataSet"; readonly data: CallData; readonly agentId?: string }
  /** The agent left; the customer is asked for a mark. */
  | { readonly type: "surveyStarted"; readonly agentId: string; readonly skillGroupId?: string }
  /** key, and name in the scale that was heard: absent in old logs, where the score is a value of surveyScores. */
  | {
      readonly type: "surveyAnswered";
      readonly score: number;
      readonly key?: string;
      readonly name?: string;
      readonly agentId?: string;
    }
  /** agentId: whose talk; by: the monitor who did it. limit: the longest pause was over. secure: of 安全输入; suspended: of 挂起转. */
  | {
      readonly type: "recordControl";
      readonly action: RecordAction;
      readonly agentId?: string;
      readonly by?: string;
      readonly limit?: boolean;
      readonly secure?: boolean;
      readonly suspended?: boolean;
      readonly text?: string;
    }
  | { readonly type: "digits"; readonly digits: string; readonly from: "agent" | "caller" }
  | LossFact
  | { readonly type: "requeued"; readonly skillGroupId: string }
  | ({
      readonly type: "hungup";
      readonly side: "near" | "far";
      readonly cause: HangupCause;
      readonly agentId?: string;
    } & Release)
  /** file: name within the folder of live recordings. */
  | { readonly type: "recordingStarted"; readonly file: string }
  | {
      readonly type: "recordingStored";
      readonly key: string;
      readonly durationMs: number;
      readonly bytes: number;
      /** Of the samples, SHA-256; absent where what is on the disk is not known for sure. */
      readonly digest?: string;
      /** What is silence because it was not recorded; absent: nothing. */
      readonly missing?: readonly MissingSpan[];
      /** Who spoke when; absent: not known. */
      readonly speech?: Speech;
      readonly salvaged?: boolean;
    }
  /** estimated: the process died; the time is that of the last thing known. inCall: who was called was in another call of ours. */
  | { readonly type: "ended"; readonly estimated?: boolean; readonly inCall?: boolean };

/** Facts of an agent. */
type AgentFact =
  | {
      readonly type: "stateChanged";
      readonly code: SeatStatusCode;
      readonly customStatusId?: string;
      readonly callId?: string;
    }
  /** It happened and has no length: the state that follows is a fact of its own, or is as before. */
  | { readonly type: "moment"; readonly code: SeatStatusCode; readonly callId?: string };

interface Head {
  readonly compId: string;
  /** Contact id, or agent id. */
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
  /** Agent id, 'caller', 'engine' or 'monitor:ID'. */
  readonly actor: string;
}

export type ContactEntry = Head & {
  readonly stream: "contact";
  readonly kind: "call";
  readonly reason?: AgentReason | EndCause | RoutingReason;
  readonly fact: CallFact;
};
export type AgentEntry = Head & {
  readonly stream: "agent";
  readonly kind: "agent";
  readonly reason: AgentReason;
  readonly fact: AgentFact;
};
export type Entry = ContactEntry | AgentEntry;
export type Sequenced<E extends Entry = Entry> = E & { readonly seq: number };

export type { RoutingReason };

export const streamKey = (e: { readonly compId: string; readonly stream: string; readonly id: string }): string =>
  `${e.compId}/${e.stream}/${e.id}`;
