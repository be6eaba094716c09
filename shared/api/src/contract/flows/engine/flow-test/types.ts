/** A flow test: what a caller does, how the world is, and what has to come of it. Plain JSON; it stands in the version's zip. */
import type { FlowEffect, FlowNote, Prompts, Question, TransferResult, Values } from "../session.ts";

export type TestStep =
  /** early: while the wording is still heard; else once it is over. */
  | { readonly do: "keys" | "say"; readonly value: string; readonly early?: true }
  /** A recording of the caller. value: what is said in it, which is all that virtual time has of it. */
  | { readonly do: "audio"; readonly value: string; readonly audio: TestAudio; readonly early?: true }
  /** Nothing comes until the flow stops waiting. */
  | { readonly do: "silence" }
  /** value: seconds. */
  | { readonly do: "wait"; readonly value: number }
  | { readonly do: "hangUp" };

/** A file that is kept with the flow's tests. */
export interface TestAudio {
  readonly id: string;
  /** As it was called where it came from. */
  readonly name: string;
}

/** What the caller says: a text, or the recording in which it is said. */
export interface TestSaid {
  readonly text: string;
  readonly audioId?: string;
}

export interface InterfaceReply {
  readonly ok: boolean;
  readonly class?: "failed" | "timeout";
  readonly status?: number;
  readonly values?: Values;
}

/** What is not given is: no caller known, nobody blacklisted, every queue answers, no interface does. */
export interface TestOverrides {
  /** Date and time as `now` has them; time rules are asked about it. */
  readonly now?: string;
  /** caller, callee, formData.x … as they are when the flow begins. */
  readonly vars?: Values;
  readonly interfaces?: Readonly<Record<string, InterfaceReply>>;
  /** By group, seat or number. */
  readonly transfers?: Readonly<Record<string, TransferResult | "answered">>;
  readonly draw?: number;
  readonly lastAgent?: string;
  readonly area?: { readonly province: string; readonly city: string };
  readonly blacklisted?: boolean;
  /** Ids of those that apply; without it whoever runs the test is asked. */
  readonly timeRules?: readonly string[];
  /** Answer by sentence, or by the id of the question or of the class. */
  readonly knowledge?: Readonly<Record<string, string>>;
  readonly smsFails?: boolean;
  /** Agent by extension. */
  readonly extensions?: Readonly<Record<string, string>>;
  /** Of a message that is left, in seconds. */
  readonly messageSeconds?: number;
}

export type Expectation =
  /** Contained in something that was said. */
  | { readonly what: "said"; readonly value: string; readonly not?: true }
  /** Id or name of a node that was come to. */
  | { readonly what: "node"; readonly value: string; readonly not?: true }
  | { readonly what: "variable"; readonly name: string; readonly value: string }
  /** Group, seat, number or flow that the call was given to last. */
  | { readonly what: "target"; readonly value: string }
  /** hangup, hungUp, failed …; 'transferred', 'flow', or 'waiting' for the caller. */
  | { readonly what: "result"; readonly value: string };

export interface FlowTest {
  readonly name: string;
  readonly steps: readonly TestStep[];
  readonly overrides: TestOverrides;
  readonly expect: readonly Expectation[];
}

/** The note, and the virtual time in ms since the beginning. */
export type TrackRow = FlowNote & { readonly at: number };

/** Nodes by id, exits as NODE:EXIT. */
export interface Coverage {
  readonly nodes: readonly string[];
  readonly exits: readonly string[];
}

export interface FlowTestResult {
  readonly name: string;
  readonly passed: boolean;
  readonly failures: readonly string[];
  readonly track: readonly TrackRow[];
  readonly coverage: Coverage;
}

export type Listened = Extract<FlowEffect, { readonly do: "listen" }>;

/** What a recogniser made of a sentence. failed: it could not be asked; `reason` is Chinese. */
export type HeardInTest =
  | { readonly type: "heard"; readonly text: string; readonly confidence: number }
  | { readonly type: "silence" }
  | { readonly type: "failed"; readonly reason: string };

/** What the server knows: the intents of the version, and when time rules apply. */
export interface TestWorld {
  /** Absent: what the caller says is understood to the letter. */
  hears?(said: TestSaid, listened: Listened): HeardInTest;
  understand(question: Extract<Question, { readonly what: "understand" }>): Readonly<{
    intentId: string;
    score: number;
    secondId: string;
    secondScore: number;
    by: string;
    slots: Values;
  }>;
  /** The first of them that applies; ''. */
  timeRule?(ids: readonly string[], now: string): string;
  /** As they are now. */
  readonly prompts?: Prompts;
  /** As the tables are now. undefined: there is no such row, column or table. */
  lookUp?(question: Extract<Question, { readonly what: "lookUp" }>): string | undefined;
}
