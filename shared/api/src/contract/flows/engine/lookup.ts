/** What steps look up of a program, by maps (linked.ts). T: what a node's type is; who is only led through does not ask. */
import type { ProgramNode, ProgramSub } from "./program.ts";
import type { ErrorClass } from "./session.ts";

export interface LinkedNode<T> {
  readonly node: ProgramNode;
  readonly type: T;
  /** Those of its branches, then those of the questions that may be asked anywhere. */
  readonly intents: readonly string[];
  readonly exits: ReadonlyMap<string, string>;
  readonly fails: ReadonlyMap<string, ErrorClass>;
}

export interface LinkedSub<T> {
  readonly sub: ProgramSub;
  readonly nodes: ReadonlyMap<string, LinkedNode<T>>;
}

export type Linked<T> = ReadonlyMap<string, LinkedSub<T>>;
