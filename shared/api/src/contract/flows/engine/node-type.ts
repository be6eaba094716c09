/** What a node type is: its word, its own properties, its exits, and what it does. One file each in nodes/. */
import "../../locale.ts";
import type { AnyObjectSchema, InferType } from "yup";
import type { FlowNode } from "./flow.ts";
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
  | "subProcess";

export interface Reference {
  readonly kind: ReferenceKind;
  readonly id: string;
}

/** A fault that a node finds of itself. */
export interface OwnFault {
  readonly rule: string;
  readonly text: string;
  readonly severity?: "warning";
}

export interface NodeType<S extends AnyObjectSchema = AnyObjectSchema> {
  readonly type: string;
  /** 26 of realtime.md section 3 and 接口调用. */
  readonly name: string;
  /** Where it stands in the palette. */
  readonly group: "base" | "voice" | "logic" | "transfer" | "service";
  /** One sentence for who looks it up. */
  readonly help: string;
  readonly config: S;
  exits(config: InferType<S>): readonly Exit[];
  /** It waits for the caller or the world: a cycle through it ends. */
  readonly waits?: boolean | ((config: InferType<S>) => boolean);
  /** Goes on without a caller (a hang-up). */
  readonly silent?: true;
  /** Listens to the caller: done by a robot, whose line the call must hold. */
  readonly needsRobot?: true;
  /** 'must': without a wording the caller hears nothing where he is asked something. */
  readonly speaks?: true | "must";
  /** How long nothing at all may be heard in it, in ms. */
  readonly silenceMs?: (config: InferType<S>) => number;
  readonly references?: (config: InferType<S>) => readonly Reference[];
  /** Expressions to be checked, and variables that it sets or reads. */
  readonly expressions?: (config: InferType<S>) => readonly string[];
  readonly patterns?: (config: InferType<S>) => readonly string[];
  readonly sets?: (config: InferType<S>) => readonly string[];
  /** Exits by which they are set; without it all. */
  readonly setsAt?: (config: InferType<S>) => readonly string[];
  /** Texts with ${variables} in them. */
  readonly texts?: (config: InferType<S>) => readonly string[];
  readonly reads?: (config: InferType<S>) => readonly string[];
  readonly faults?: (config: InferType<S>, node: FlowNode) => readonly OwnFault[];
  enter(run: Run, node: ProgramNode, config: InferType<S>): void;
  on?(run: Run, node: ProgramNode, config: InferType<S>, event: Exclude<FlowEvent, { type: "begin" | "hungUp" }>): void;
}

export const defineNode = <S extends AnyObjectSchema>(type: NodeType<S>): NodeType<S> => type;
