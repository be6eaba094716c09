/** What a version of a flow is to a call: nodes by id, exits resolved. Plain JSON. */
import type { ErrorClass } from "./session.ts";
import type { Classification, CollectedVariable, FlowVoice, GlobalNode, Miss, Talking } from "./flow.ts";

export interface ProgramNode {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly talkings: readonly Talking[];
  /** Its own wordings for who was not understood, or said nothing; absent: it has none. */
  readonly missed?: Readonly<Record<Miss, readonly Talking[]>>;
  readonly sensitive: boolean;
  /** Node by exit; an exit that leads nowhere is absent. */
  readonly exits: Readonly<Record<string, string>>;
  /** Exits that lead nowhere and whose result is a failure, by its class: the exception node's. */
  readonly fails: Readonly<Record<string, ErrorClass>>;
  /** Intent by exit. */
  readonly intents: Readonly<Record<string, string>>;
}

export interface ProgramSub {
  readonly id: string;
  readonly name: string;
  readonly classification: Classification;
  readonly start: string;
  readonly nodes: Readonly<Record<string, ProgramNode>>;
  /** Its exception node, where there is one: what fails without an exit of its own goes there. */
  readonly exception?: string;
}

export interface Program {
  readonly flowId: string;
  readonly versionId: string;
  /** Its number; absent: it is a draft, or has none. */
  readonly version?: number;
  readonly flowType: number;
  readonly main: string;
  readonly subs: Readonly<Record<string, ProgramSub>>;
  readonly globals: { readonly unknown: GlobalNode; readonly timeout: GlobalNode };
  readonly variables: readonly CollectedVariable[];
  readonly voice: FlowVoice | null;
  readonly qa: readonly { readonly sub: string; readonly intentId: string }[];
  /** Version by shared sub-process, of those that are called as their newest; absent: it calls none. */
  readonly links?: Readonly<Record<string, string>>;
  readonly form: { readonly id: string; readonly fields: Readonly<Record<string, string>> } | null;
}
