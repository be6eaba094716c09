/** What steps look up of a program, by maps (linked.ts). T: what a node does; who is only led through does not ask. */
import type { NoteEffect } from "./note.ts";
import type { ProgramNode, ProgramSub } from "./program.ts";
import type { ErrorClass, Frame, Said } from "./session.ts";

/** An exit that leads to a node of its canvas. */
export interface WayOut<T> {
  readonly to: LinkedNode<T>;
  /** Of who takes it, where nothing more is to be told of it. */
  readonly note: NoteEffect;
}

/** What is said word for word in each call. */
export interface Constant {
  readonly says: readonly Said[];
  /** With the flow's voice. */
  readonly voiced: readonly Said[];
  readonly note: NoteEffect;
}

/** Notes, frames and wordings in it are the same for all calls, and frozen. */
export interface LinkedNode<T> {
  readonly node: ProgramNode;
  readonly does: T;
  /** Those of its branches, then those of the questions that may be asked anywhere. */
  readonly intents: readonly string[];
  readonly exits: ReadonlyMap<string, WayOut<T>>;
  readonly fails: ReadonlyMap<string, ErrorClass>;
  /** Being there, in a canvas that nobody called. */
  readonly frames: readonly [Frame];
  /** Of who comes for the first time. */
  readonly first: NoteEffect;
  /** Its own wording; undefined: it has none, or not always this. */
  readonly constant: Constant | undefined;
}

export interface LinkedSub<T> {
  readonly sub: ProgramSub;
  readonly nodes: ReadonlyMap<string, LinkedNode<T>>;
}

export type Linked<T> = ReadonlyMap<string, LinkedSub<T>>;
