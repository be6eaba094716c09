/** What a node type is: its word, its own properties, its exits, and what it does. One file each in nodes/. */
import "../../locale.ts";
import type { AnyObjectSchema, InferType } from "yup";
import type { FlowNode, Miss } from "./flow.ts";
import type { ProgramNode } from "./program.ts";
import type { Run } from "./run.ts";
import type { ErrorClass, FlowEvent } from "./session.ts";

/**
 * defaulted: it need not be wired: with `fails` the flow goes on by the exception node, as with a failure of that class; else the canvas
 * ends with the exit's id as its result. intent: its branch names an intent.
 */
export interface Exit {
  readonly id: string;
  readonly name: string;
  readonly defaulted?: true;
  readonly fails?: ErrorClass;
  readonly intent?: true;
}

export const next: Exit = { id: "next", name: "下一步" };

/** What a node refers to, for the search of what depends on what, and for the check that it is there. */
export type ReferenceKind =
  | "voice"
  | "skillGroup"
  | "dispatchQueue"
  | "seat"
  | "extension"
  | "timeRule"
  | "interface"
  | "smsTemplate"
  | "flow"
  | "knowledgeClass"
  | "knowledge"
  | "intent"
  | "form"
  | "lookUpTable"
  | "sharedPrompt"
  | "subProcess"
  | "sharedFlow";

export interface Reference {
  readonly kind: ReferenceKind;
  readonly id: string;
}

/** A column of a look-up table that a node reads. */
export interface ReadColumn {
  readonly tableId: string;
  readonly column: string;
}

/** A fault that a node finds of itself. */
export interface OwnFault {
  readonly rule: string;
  readonly text: string;
  readonly severity?: "warning";
}

type Config = Readonly<Record<string, unknown>>;

/**
 * `C`: what the type's own schema makes of a config. What is asked of a type are methods, whose parameters TypeScript compares both ways:
 * so types of all configs stand in one table (nodes/index.ts), and who asks one of them gives it what `configOf` made by its schema.
 */
export interface NodeType<C extends object = Config> {
  readonly type: string;
  /** 26 of realtime.md section 3 and 接口调用. */
  readonly name: string;
  /** Where it stands in the palette. */
  readonly group: "base" | "voice" | "logic" | "transfer" | "service";
  /** One sentence for who looks it up. */
  readonly help: string;
  readonly config: AnyObjectSchema;
  exits(config: C): readonly Exit[];
  /** It waits for the caller or the world: a cycle through it ends. */
  waits?(config: C): boolean;
  /** Does its work once a call; come to again it goes on by `next`. */
  readonly once?: true;
  /** It asks, and says something to who is not understood or says nothing; by which exits these leave it, '': by none of their own. */
  readonly asks?: Readonly<Record<Miss, string>>;
  /** Goes on without a caller (a hang-up). */
  readonly silent?: true;
  /** Listens to the caller: done by a robot, whose line the call must hold. */
  readonly needsRobot?: true;
  /** A recogniser hears the caller in it. */
  listens?(config: C): boolean;
  /** 'must': without a wording the caller hears nothing where he is asked something. */
  readonly speaks?: true | "must";
  /** How long nothing at all may be heard in it, in ms. */
  silenceMs?(config: C): number;
  references?(config: C): readonly Reference[];
  /** Of the look-up tables that it refers to. */
  columns?(config: C): readonly ReadColumn[];
  /** Expressions to be checked, and variables that it sets or reads. */
  expressions?(config: C): readonly string[];
  /** Its expressions are true or false. */
  readonly judges?: true;
  /** Its config in parts that are done one after the other: a later one reads what an earlier one set. Absent: reads come first. */
  inOrder?(config: C): readonly C[];
  patterns?(config: C): readonly string[];
  sets?(config: C): readonly string[];
  /** Exits by which they are set; without it all. */
  setsAt?(config: C): readonly string[];
  /** Texts with ${variables} in them. */
  texts?(config: C): readonly string[];
  reads?(config: C): readonly string[];
  faults?(config: C, node: FlowNode): readonly OwnFault[];
  enter(this: void, run: Run, node: ProgramNode, config: C): void;
  on?(
    this: void,
    run: Run,
    node: ProgramNode,
    config: C,
    event: Exclude<FlowEvent, { type: "begin" | "hungUp" }>,
  ): void;
}

export const defineNode = <S extends AnyObjectSchema>(
  type: NodeType<InferType<S>> & { readonly config: S },
): NodeType<InferType<S>> => type;
