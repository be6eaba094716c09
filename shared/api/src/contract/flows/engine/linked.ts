/**
 * A program as steps look things up in it: by maps, made once a program. A lookup by name in plain objects of many shapes takes
 * several times as long, and must ask each time whether the name is the object's own ('constructor'). What a node tells alike in each
 * call is made here, too: three in four effects are notes, and most of them are such.
 */
import type { Constant, Linked, LinkedNode, LinkedSub, WayOut } from "./lookup.ts";
import type { NodeType } from "./node-type.ts";
import { nodeTypeOf } from "./nodes/index.ts";
import { noteEffect, spoken } from "./note.ts";
import type { Program, ProgramNode, ProgramSub } from "./program.ts";
import { constantSays, voiced } from "./wording.ts";

/** Of a node type, what steps ask: 27 types have each a shape of their own, these have one. */
export interface Doing extends Pick<NodeType, "enter" | "on"> {
  readonly silent: boolean;
  readonly needsRobot: boolean;
}

/** undefined: nobody knows such a node. */
export type Known = Doing | undefined;

function doingOf(type: NodeType | undefined): Known {
  if (!type) return undefined;
  const { enter, on, silent = false, needsRobot = false } = type;
  return { enter, on, silent, needsRobot };
}

const nothing: ReadonlyMap<string, never> = new Map<string, never>();

function mapOf<T, U>(record: Readonly<Record<string, T>>, of: (value: T, name: string) => U): ReadonlyMap<string, U> {
  const entries = Object.entries(record);
  return entries.length === 0 ? nothing : new Map(entries.map(([name, value]) => [name, of(value, name)]));
}

const same = <T>(value: T): T => value;

/** To the bottom: it is handed out to all calls. */
function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

function intentsOf({ qa }: Program, { intents }: ProgramNode): readonly string[] {
  return [...new Set([...Object.values(intents), ...qa.map(({ intentId }) => intentId)])];
}

function constantOf({ voice }: Program, node: ProgramNode): Constant | undefined {
  const says = constantSays(node.talkings);
  return says && { says, voiced: voiced(says, voice), note: frozen(noteEffect("play", node, spoken(says))) };
}

function nodeOf(program: Program, sub: ProgramSub, node: ProgramNode, exits: LinkedNode<Known>["exits"]) {
  return {
    node,
    does: doingOf(nodeTypeOf(node.type)),
    intents: intentsOf(program, node),
    exits,
    fails: mapOf(node.fails, same),
    frames: [{ sub: sub.id, node: node.id }] as const,
    first: frozen(noteEffect("node", node, undefined, { type: node.type, visits: 1 })),
    constant: constantOf(program, node),
  };
}

/** Exits after all nodes: they may lead round. */
function canvasOf(program: Program, sub: ProgramSub): LinkedSub<Known> {
  const ways = new Map<ProgramNode, Map<string, WayOut<Known>>>();
  const nodes = mapOf(sub.nodes, (node) => {
    const exits = new Map<string, WayOut<Known>>();
    ways.set(node, exits);
    return nodeOf(program, sub, node, exits);
  });
  for (const [node, exits] of ways)
    for (const [exit, id] of Object.entries(node.exits)) {
      const to = nodes.get(id);
      if (to) exits.set(exit, { to, note: frozen(noteEffect("branch", node, undefined, { exit }, id)) });
    }
  return { sub, nodes };
}

const all = new WeakMap<Program, Linked<Known>>();

export function linked(program: Program): Linked<Known> {
  const known = all.get(program);
  if (known) return known;
  const made = mapOf(program.subs, (sub) => canvasOf(program, sub));
  all.set(program, made);
  return made;
}
