/** What is wrong with a flow, and against what it is held (flows.md B18). */
import type { ReferenceKind } from "../node-type.ts";
import type { SharedFlows } from "../shared/link.ts";

export interface Finding {
  /** Errors bar publishing. */
  readonly severity: "error" | "warning";
  readonly rule: string;
  /** '': of the whole flow. */
  readonly subProcessId: string;
  readonly nodeId: string;
  readonly nodeName: string;
  /** Chinese, names the node. */
  readonly text: string;
}

export interface KnownIntent {
  readonly name: string;
  readonly samples: readonly string[];
  /** Keywords and regexes. */
  readonly rules: number;
}

/** Who hears callers: a recogniser of any words, the built-in one that knows its phrases alone, or what was allotted is switched off. */
export type Listener = "any" | "phrases" | "off";

/** What is asked of an expression, and what is known of its variables. */
export interface ExpressionUse {
  /** It has to be true or false. */
  readonly condition: boolean;
  /** Of variables whose values are sure to be of it. */
  readonly types: Readonly<Record<string, "number" | "boolean" | "list">>;
}

/** Of the flow's own enterprise; another's things are not there. */
export interface Surroundings {
  /** By kind and id. Kinds without an entry: none exists. Voices, intents and sub-processes are not among them. */
  readonly existing: Readonly<
    Partial<Record<ReferenceKind, Readonly<Record<string, { readonly name: string; readonly enabled: boolean }>>>>
  >;
  readonly voices: Readonly<Record<string, { readonly name: string; readonly converted: boolean }>>;
  readonly intents: Readonly<Record<string, KnownIntent>>;
  /** By id of a look-up table, its key column first. Absent: none is known. */
  readonly columns?: Readonly<Record<string, readonly string[]>>;
  /** Why what is gathered cannot go into the flow's form, said after its name. */
  readonly formFault?: string;
  readonly engines: { readonly speaks: boolean; readonly listens: Listener };
  /** Sub-processes of this flow that a running version calls and that have to stay in the text: none where versions are whole (G163). */
  readonly inUse: readonly { readonly subProcessId: string; readonly name: string }[];
  /** Shared sub-processes that it calls, and those that they call. */
  readonly shared?: SharedFlows;
  /** Customers are led into it after their talks, to be asked for a mark. */
  readonly survey?: boolean;
  /** The flow is a shared sub-process itself. */
  readonly self?: { readonly flowId: string; readonly name: string };
  /** A Chinese sentence, or nothing. variables: names that may stand in it. */
  expressionError(text: string, variables: readonly string[], use: ExpressionUse): string | undefined;
  /** Variables that it reads, fields with their dots; of one that is no expression none. */
  expressionNames(text: string): readonly string[];
  /** There are values that it cannot be reckoned with. */
  expressionFails(text: string): boolean;
  patternError(text: string): string | undefined;
}
