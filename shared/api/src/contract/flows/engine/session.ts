/** A call in a flow: its state, what it hears and what it asks for. Plain JSON; docs/protocol.md, "Flows". */

import type { FlowAction } from "./actions.ts";

export { flowActions, type FlowAction } from "./actions.ts";

export type Value = string | number | boolean | readonly string[];
export type Values = Readonly<Record<string, Value>>;

/** Of a shared prompt. voiceId '': the text is spoken. */
export type PromptWording = Readonly<Record<"language" | "text" | "voiceId", string>>;

/** By id. The first wording is for every language that has none. */
export type Prompts = Readonly<Record<string, readonly PromptWording[]>>;

/** Where it is; of a frame below the last: who called, and is left by the exit that the result names. */
export interface Frame {
  readonly sub: string;
  readonly node: string;
  /** Comes back to this very node, whatever the result: a question that another question interrupted. */
  readonly back?: true;
}

/**
 * A row of sounds that is or was being played. at: which of them it begins with, or was cut off at, from 0. ms: how much from the beginning
 * of that one was heard. untold: the flow itself stopped it, and where it was is still to be told.
 */
export interface Sounding {
  readonly id: string;
  readonly says: readonly Said[];
  readonly at: number;
  readonly ms?: number;
  readonly untold?: true;
}

/** What a node keeps while it waits. */
export type LocalValue = Value | Readonly<Record<string, string | number>>;

export type Waiting = "play" | "keys" | "listen" | "ask" | "transfer" | "record" | "load";

export interface FlowState {
  readonly flowId: string;
  readonly versionId: string;
  /** The last is where it is. */
  readonly frames: readonly Frame[];
  readonly vars: Values;
  /** Variables whose value stands in no log. */
  readonly secret: readonly string[];
  /** What carries a number of the customer's beside the call's own, as who sees no numbers has it (masks.ts). */
  readonly masks?: Values;
  /** Of each node by id: how often it was entered, not understood, not answered since it was understood. */
  readonly counts: Readonly<
    Record<string, { readonly visits: number; readonly unknown: number; readonly timeout: number }>
  >;
  /** Of the node it is at, its own. */
  readonly local: Readonly<Record<string, LocalValue>>;
  /** Effects whose answers count, by id; whatever else is answered is ignored. */
  readonly open: Readonly<Record<string, Waiting | "timer">>;
  /** What sounds now, music left out. */
  readonly playing: Sounding | null;
  /** What was cut off last: played on by the node 'continue play'. */
  readonly cut: Sounding | null;
  /** Seed of chance. */
  readonly draw: number;
  /** Effects and steps so far. */
  readonly made: number;
  readonly steps: number;
  /** The caller is gone: nodes without sound go on. */
  readonly hungUp: boolean;
  readonly over: boolean;
  readonly recordingPaused: boolean;
  /** The flow wants no recording at all. */
  readonly unrecorded: boolean;
  /** Of its program: which shared sub-processes it goes through, whatever is published meanwhile. */
  readonly links?: Readonly<Record<string, string>>;
  /** No robot line was free: nodes that need one (needsRobot) fail as noRobot. */
  readonly noLine?: true;
  /** Shared prompts that it says, as they were when the call began. */
  readonly prompts?: Prompts;
  /** How long interfaces have kept the call waiting so far. */
  readonly interfaceMs?: number;
  /** Flows it was led over to, this one among them: in all, and since it last waited for a sound, a while or somebody. */
  readonly loads?: { readonly all: number; readonly still: number };
}

/** One sound: words, a voice of the enterprise, or a tone. */
export type Said =
  | { readonly kind: "text"; readonly text: string; readonly tts: string }
  | { readonly kind: "audio"; readonly voiceId: string }
  | { readonly kind: "tone"; readonly hz: number; readonly ms: number }
  /** Hold music: for who waits for an answer, with `loop`. */
  | { readonly kind: "music" };

/** What is asked of the world. Its answer is a fact; asked again after a kill with the same id. */
export type Question =
  /** Which of these time rules applies first: {id} or {id: ''}. */
  | { readonly what: "timeRule"; readonly ids: readonly string[] }
  /** {province, city}; '' where nobody knows. */
  | { readonly what: "area"; readonly number: string }
  /** {contained}. */
  | { readonly what: "blacklist"; readonly number: string; readonly lists: "system" | "enterprise" | "both" }
  /**
   * {intentId, score, secondId, secondScore, by, slots}: intentId '' is not understood; scores are 0 to 1, the threshold already kept;
   * whether the second is too near (margin) is the flow's to judge. slots, asked: type (number, phone, date, amount, yesNo, text) by
   * variable; answered: value by variable, what was not said is absent.
   */
  | {
      readonly what: "understand";
      readonly text: string;
      readonly intents: readonly string[];
      readonly threshold: number;
      readonly margin: number;
      readonly slots: Readonly<Record<string, string>>;
    }
  /**
   * {ok, status, values, ms: that it took}: `class` says why not ('failed', 'timeout'). reply: path by variable; values: by variable.
   * masked: what of the request reads otherwise for an interface without 发送完整号码. timeoutMs: of each try; totalMs: of all, where the
   * flow has less left than they may take.
   */
  | {
      readonly what: "interface";
      readonly interfaceId: string;
      readonly request: Readonly<Record<string, Value>>;
      readonly masked?: Readonly<Record<string, Value>>;
      readonly reply: Readonly<Record<string, string>>;
      readonly timeoutMs: number;
      readonly totalMs?: number;
      readonly retries: number;
    }
  /** {ok}. */
  | { readonly what: "sms"; readonly templateId: string; readonly to: string; readonly values: Values }
  /** {found, says: [{text} or {voiceId}]}. */
  | { readonly what: "knowledge"; readonly text: string; readonly classId: string; readonly questionId: string }
  /** {found, value}: what stands in the row of this key; as the table was when the call began. */
  | { readonly what: "lookUp"; readonly tableId: string; readonly key: string; readonly column: string }
  /** {extension, agentId}: who has the extension; '' for nobody. */
  | { readonly what: "extension"; readonly number: string }
  /** {agentId}: who talked with this number last; '' for nobody. */
  | { readonly what: "lastAgent"; readonly number: string };

export type TransferTo =
  | {
      readonly kind: "skillGroup" | "dispatchQueue";
      /** '' of a skill group: the one that the call's task names. */
      readonly id: string;
      readonly priority: number;
      readonly maxWaitMs: number;
      readonly leaveKey: string;
    }
  | { readonly kind: "seat"; readonly id: string; readonly ringMs: number }
  | { readonly kind: "extension"; readonly number: string; readonly ringMs: number }
  | {
      readonly kind: "outside";
      readonly number: string;
      readonly displayed: string;
      readonly ringMs: number;
      readonly mostMs: number;
    };

export type TransferResult =
  "noAnswer" | "busy" | "absent" | "unregistered" | "failed" | "blocked" | "ended" | "timeout" | "full" | "key";

/** A step of the track (realtime.md section 3, "Call-trace record"). action: docs/protocol.md "Flows", actionType. */
export interface FlowNote {
  readonly action: FlowAction;
  readonly nodeId: string;
  readonly nodeName: string;
  readonly nextNodeId?: string;
  /** What was said, pressed, heard, chosen: already without secrets. */
  readonly content?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export type FlowEffect =
  | {
      readonly do: "play";
      readonly id: string;
      readonly says: readonly Said[];
      readonly from: number;
      /** So much of the sounds from there on is left out. */
      readonly fromMs?: number;
      readonly stopOnKey: boolean;
      readonly loop?: true;
    }
  | { readonly do: "stopPlay" }
  | {
      readonly do: "listen";
      readonly id: string;
      readonly intents: readonly string[];
      readonly endSilenceMs: number;
      readonly maxMs: number;
      /** 0: the flow has a timer of its own for it. */
      readonly noInputMs: number;
      /** speechStarted is told once it lasted so long while a wording sounds; 0: nothing is heard while one sounds. */
      readonly bargeInMs: number;
    }
  | { readonly do: "stopListening"; readonly id: string }
  | { readonly do: "timer"; readonly id: string; readonly ms: number }
  | { readonly do: "clearTimer"; readonly id: string }
  | { readonly do: "ask"; readonly id: string; readonly ask: Question }
  /** vars, masks: what the other flow begins with. */
  | {
      readonly do: "load";
      readonly id: string;
      readonly flowId: string;
      readonly vars: Values;
      readonly masks?: Values;
    }
  | {
      readonly do: "transfer";
      readonly id: string;
      readonly to: TransferTo;
      readonly whisper: string;
      /** Results that have an exit. */ readonly back: readonly string[];
      readonly data: Values;
      /** Voice that the caller hears meanwhile; '': the enterprise's. */
      readonly music: string;
    }
  | {
      readonly do: "record";
      readonly id: string;
      readonly maxMs: number;
      readonly silenceMs: number;
      readonly endKey: string;
      readonly groupId: string;
      readonly agentId: string;
      /** Whoever gets it is told. */
      readonly notice: boolean;
    }
  | { readonly do: "pauseRecording"; readonly paused: boolean }
  /** Once a visit of the node; why stands in its note. */
  | { readonly do: "rate"; readonly key: string; readonly score: number; readonly name: string }
  | { readonly do: "note"; readonly note: FlowNote }
  /** It is over for the flow: the call ends. wording was said before. */
  | { readonly do: "leave"; readonly result: string };

/** now: when it happened, as the variable `now` has it; logs from before it was told have none. */
export type FlowEvent = Happened & { readonly now?: string };

type Happened =
  /**
   * noLine: no robot line is free for it; it begins with that failure instead of its first node. secret: which of the variables stand in no
   * log, where they are stars. masks: FlowState.
   */
  | {
      readonly type: "begin";
      readonly vars: Values;
      readonly secret?: readonly string[];
      readonly masks?: Values;
      readonly noLine?: true;
      readonly prompts?: Prompts;
    }
  /** at: which of its sounds was being played, from 0. What the flow itself stopped is told as well, for the node 'continue play'. */
  | {
      readonly type: "playDone";
      readonly id: string;
      readonly reason: "finished" | "cut";
      readonly at?: number;
      readonly ms?: number;
    }
  | { readonly type: "digit"; readonly digit: string }
  | { readonly type: "speechStarted"; readonly id: string }
  | { readonly type: "heard"; readonly id: string; readonly text: string; readonly confidence: number }
  | { readonly type: "nothingHeard"; readonly id: string; readonly why: "silence" | "failed" }
  | { readonly type: "answered"; readonly id: string; readonly answer: Readonly<Record<string, unknown>> }
  /** Of a question, and of whatever else has an id: a wording that cannot be played (media), no free robot line. text: why; ms: it took. */
  | {
      readonly type: "askFailed";
      readonly id: string;
      readonly class: ErrorClass;
      readonly text?: string;
      readonly ms?: number;
    }
  | {
      readonly type: "loaded";
      readonly id: string;
      readonly found: boolean;
      readonly flowId?: string;
      readonly versionId?: string;
    }
  | { readonly type: "transferEnded"; readonly id: string; readonly result: TransferResult }
  | { readonly type: "recorded"; readonly id: string; readonly ms: number }
  | { readonly type: "timer"; readonly id: string }
  | { readonly type: "hungUp" };

/**
 * What a call was led through from its beginning in a flow: with its first event and all that came after, its state can be made anew.
 * seed: of its chance. made: ids that flows before had given to effects.
 */
export interface Began extends Pick<FlowState, "flowId" | "versionId" | "made" | "links" | "loads"> {
  readonly seed: number;
}

export type ErrorClass = "interface" | "media" | "transfer" | "expression" | "noRobot" | "hungUp" | "loop";
