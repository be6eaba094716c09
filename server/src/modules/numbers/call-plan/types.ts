/**
 * What a call may lead to: types that the access numbers (targets.ts), the look-ups and the call engine share. Times in ms.
 */
import type { ForwardMode } from "@liantai/api/contract/forward";
import type { RoomInfo } from "../../../ports/engine.ts";
import type { Strategy, TargetKind } from "@liantai/api/contract/admin";

/** As configured. id: of the group, queue or voice, or the number of the seat or extension; '' for none and hangup. */
export interface TargetRef {
  readonly kind: TargetKind;
  readonly id: string;
}

/** A skill group a call may wait in. */
export interface GroupPlan {
  readonly id: string;
  readonly name: string;
  readonly strategy: Strategy;
  /** Callers that may wait. */
  readonly queueLimit: number;
  readonly ringMs: number;
  /** Within which it wants to answer (service level). */
  readonly slMs: number;
  /** Who gives up within this gave up shortly; 0: nobody does. */
  readonly shortMs: number;
  /** Until the next group of the dispatch queue, or of this group's rings, is added. */
  readonly nextAfterMs: number;
  /** Its talks are not recorded by themselves. */
  readonly recordsByHand?: boolean;
  /** Calls in a row that an agent may leave ringing before it is set busy; default 1. */
  readonly missLimit?: number;
  /** How its agents' wrap-up ends; none: by itself or by the agent. */
  readonly wrapUp?: WrapUpRules;
  /** Its priority, as time that its callers have waited longer; default 0. */
  readonly boostMs?: number;
  /** Priority of who is to be called back by it; default 0. */
  readonly callbackBoostMs?: number;
  /** Up to which level its agents are offered a caller, by how long it has waited in the group; none: all at once. */
  readonly rings?: readonly Ring[];
}

/** ends: by itself at a fixed time, or when the agent has finished. extendMs: once by the agent; 0: not. */
export interface WrapUpRules {
  readonly ends: "either" | "time" | "agent";
  readonly extendMs: number;
}

export interface Ring {
  readonly afterMs: number;
  readonly level: number;
}

/** What a call does while it waits. */
export interface QueuePlan {
  /** Named in the log and on the bar: the group's, or the dispatch queue's. */
  readonly name: string;
  /** In the order they are tried; at least one, all enabled. */
  readonly groups: readonly GroupPlan[];
  /** 0: as long as it takes. */
  readonly maxWaitMs: number;
  /** 0: neither places nor waits are announced. */
  readonly announceEveryMs: number;
  /** Its announcements do not say the place. */
  readonly withoutPlace?: boolean;
  /** Its announcements say the wait that is expected, while the published error is below this many percent. */
  readonly tellWaitBelowPct?: number;
  /** A further announcement while waiting. everyMs 0: none. path: a file instead of the text. */
  readonly notice: { readonly everyMs: number; readonly text: string; readonly path?: string };
  /** What who waits is offered every so often; none: nothing. */
  readonly menu?: {
    readonly everyMs: number;
    readonly callback: boolean;
    /** How long a message may be; none: it is not offered. */
    readonly voicemailMs?: number;
    /** A file instead of the sentence that names the choices. */
    readonly path?: string;
  };
  /** File heard while waiting and on hold; undefined: the usual music. */
  readonly music?: string;
  readonly overflow: { readonly full: TargetRef; readonly wait: TargetRef; readonly absent: TargetRef };
  /** Priority of who comes by a transfer; default 0. */
  readonly transferBoostMs?: number;
  /** Who talked with the caller last, and how long the caller waits for him alone. */
  readonly sticky?: { readonly agentId: string; readonly waitMs: number };
}

/** Priority of a caller by where it comes from, ms. */
export interface CallerBoosts {
  readonly number: number;
  readonly vip: number;
  readonly customer: number;
}

/** Where calls to a seat go that it does not take, and when. */
export interface SeatForward {
  readonly modes: readonly ForwardMode[];
  /** An extension, or a number outside. */
  readonly to: string;
}

/** A target as a call takes it. */
export type Target =
  | {
      readonly kind: "skillGroup" | "dispatchQueue";
      readonly id: string;
      readonly name: string;
      readonly queue: QueuePlan;
    }
  | {
      readonly kind: "seat";
      readonly id: string;
      readonly name: string;
      readonly user: string;
      readonly extension: string;
      readonly forward?: SeatForward;
    }
  | {
      readonly kind: "extension";
      readonly id: string;
      readonly name: string;
      readonly user: string;
      readonly agentId: string | null;
      /** Of its seat. */
      readonly forward?: SeatForward;
    }
  /** A message, or a callback, of a skill group. */
  | { readonly kind: "voicemail"; readonly id: string; readonly name: string; readonly maxMs: number }
  | { readonly kind: "callback"; readonly id: string; readonly name: string }
  /** A number outside, as the call knows whoever answers there; user '': that is to be found out. */
  | {
      readonly kind: "outside";
      readonly id: string;
      readonly name: string;
      readonly user: string;
      readonly displayed: string;
    }
  | { readonly kind: "voice"; readonly id: string; readonly name: string; readonly path: string }
  /**
   * Which version of it is the call's is found out when it gets there, unless it is named. tts: who speaks in it instead of whom it names
   * itself, JSON of a FlowVoice.
   */
  | {
      readonly kind: "flow";
      readonly id: string;
      readonly name: string;
      readonly versionId?: string;
      readonly tts?: string;
    }
  /** room: none where it is out of service, or gone. */
  | { readonly kind: "meetingRoom"; readonly id: string; readonly name: string; readonly room?: RoomInfo }
  /**
   * A sentence, then the end; '' : the usual one. Of an emergency switch; gone: of a number whose own target is switched off or gone, where
   * nobody sends a caller on purpose.
   */
  | {
      readonly kind: "announcement";
      readonly id: "";
      readonly name: string;
      readonly text: string;
      readonly gone?: true;
    }
  | { readonly kind: "hangup"; readonly id: ""; readonly name: "" };

/** What is wanted of a customer who was sent to a voice. seconds: to press in; turns: how often he is asked. */
export type SuspendAsk =
  | { readonly want: "nothing" }
  | {
      readonly want: "choice";
      readonly options: readonly { readonly key: string; readonly name: string }[];
      readonly seconds: number;
      readonly turns: number;
    }
  /** secret: only a token of it travels with the call. */
  | {
      readonly want: "digits";
      readonly least: number;
      readonly most: number;
      readonly secret: boolean;
      readonly seconds: number;
      readonly turns: number;
    };

/** 挂起转: where an agent may send his customer, who comes back by himself. A flow joins as a kind of its own (decision 064). */
export interface SuspendTarget {
  readonly kind: "voice";
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** A file instead of the text. */
  readonly path?: string;
  readonly ask: SuspendAsk;
  /** Under which the result travels with the call; '' : it does not. */
  readonly dataKey: string;
  /** What is said there goes on the recording. */
  readonly recorded: boolean;
}

/** An access number in service and where it leads at the moment it was asked. */
export interface CallPlan {
  readonly compId: string;
  readonly number: string;
  readonly title: string;
  /** Spoken; '' with no file: no greeting. */
  readonly greeting: string;
  /** Played instead of the text. */
  readonly greetingPath?: string;
  /** Calls at the same time; 0: no limit. */
  readonly maxCalls: number;
  /** Priority of this caller; default 0. */
  readonly boostMs?: number;
  /** The same: the number's own, that of a VIP, that of the customer's form. */
  readonly boosts?: CallerBoosts;
  readonly target: Target;
  /** Name of the time rule that chose the target; ''. */
  readonly rule: string;
  /** Its calls are not recorded by themselves. */
  readonly recordsByHand?: boolean;
}

/** Its target is switched off or gone: whoever calls it hears the sentence. */
export const leadsNowhere = ({ target }: Pick<CallPlan, "target">): boolean =>
  target.kind === "announcement" && target.gone === true;

/** What an enterprise may do at the moment. */
export interface ServiceInfo {
  /** Neither disabled nor expired. */
  readonly enabled: boolean;
  readonly arrears: boolean;
  /** Calls at the same time; 0: no limit. */
  readonly maxCalls: number;
}

/** File of a voice, 8,000 Hz mono WAV on this machine; undefined: it does not exist. */
export type VoiceFile = (compId: string, id: string) => Promise<string | undefined>;
export const noVoices: VoiceFile = async () => undefined;
