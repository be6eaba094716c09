/** A stored call in a flow, run again (decision 084). Plain JSON; times are epoch ms, offsets ms since the call came to the flow. */
import type { Began, FlowAction, FlowEvent, FlowNote, Question } from "../session.ts";
import type { FlowTest } from "../flow-test/types.ts";

/** What of a call's log is of flows; `ended` is the call's own end. */
export type ReplayFact =
  | { readonly type: "flowEntered"; readonly flowId: string; readonly name: string }
  | { readonly type: "flowInput"; readonly event: FlowEvent; readonly began?: Began; readonly hidden?: true }
  | ({ readonly type: "flowStep"; readonly step: FlowAction } & Omit<FlowNote, "action">)
  | { readonly type: "flowLeft"; readonly result: string }
  | { readonly type: "ended"; readonly result: string };

/** notes: the steps that the flow took on it. hidden: the key that was pressed is in no log. */
export interface StoredInput {
  readonly at: number;
  readonly event: FlowEvent;
  readonly hidden: boolean;
  readonly notes: readonly FlowNote[];
}

/** A call in one flow, from its beginning to its end or to the next flow. */
export interface StoredPart {
  /** undefined: from before it was kept. */
  readonly began: Began | undefined;
  readonly name: string;
  readonly inputs: readonly StoredInput[];
  /** As flowLeft has it, 'flow' (the next part goes on), the call's own end, or '': it goes on. */
  readonly end: string;
}

/** One stay at a node. */
export interface ReplayVisit {
  readonly at: number;
  readonly nodeId: string;
  readonly nodeName: string;
  readonly nodeType: string;
  readonly subProcessId: string;
  /** '': it was not left by one. */
  readonly exit: string;
  readonly exitName: string;
  readonly nextNodeId: string;
  /** What was heard in it. */
  readonly says: readonly string[];
  /** What the caller did, what was answered, and what followed, in sentences. */
  readonly why: readonly string[];
  /** As they were when it was left, in texts; secrets are stars. */
  readonly vars: Readonly<Record<string, string>>;
}

/** What the log says of it. */
export type StoredVisit = Pick<ReplayVisit, "at" | "nodeId" | "nodeName" | "exit">;

export interface Asked {
  readonly nodeId: string;
  readonly ask: Question;
  /** undefined: it failed, or nothing came. */
  readonly answer: Readonly<Record<string, unknown>> | undefined;
  /** Its node collects in secret. */
  readonly secret: boolean;
}

export interface Doing {
  readonly at: number;
  readonly does: "keys" | "say" | "silence" | "hangUp";
  readonly value: string;
  /** While a wording was heard. */
  readonly early: boolean;
  /** Right after the key before, with nothing between. */
  readonly joined: boolean;
  /** What was pressed stands in no log (value is one that leads the same way), or what was said must not be shown. */
  readonly hidden: boolean;
}

export interface Replay {
  readonly flowId: string;
  readonly versionId: string;
  readonly visits: readonly ReplayVisit[];
  readonly stored: readonly StoredVisit[];
  /** Index of the first visit that is another than in the log; null: none is. */
  readonly departs: number | null;
  /** Where it ends: as of a flow test, or 'missing'. */
  readonly result: string;
  readonly target: string;
  /** Questions to which the log has no answer, and what the caller cannot do in this version, in sentences. */
  readonly missing: readonly string[];
}

/** The same under its own version, with what is needed for any other. */
export interface Followed extends Replay {
  readonly asked: readonly Asked[];
  readonly doings: readonly Doing[];
  /** Of transfers by target: what came of the last to it. */
  readonly transfers: Readonly<Record<string, string>>;
  readonly messageSeconds: number | undefined;
  /** He hung up while he waited for whoever the flow led him to. */
  readonly gaveUp: boolean;
}

export type ReplayTest = Omit<FlowTest, "name">;
