/**
 * A program as steps look things up in it: by maps, made once a program. A lookup by name in plain objects of many shapes takes
 * several times as long, and must ask each time whether the name is the object's own ('constructor').
 */
import type { NodeType } from "./node-type.ts";
import { nodeTypeOf } from "./nodes/index.ts";
import type { Linked } from "./lookup.ts";
import type { Program, ProgramNode } from "./program.ts";

/** undefined: nobody knows such a node. */
export type Known = NodeType | undefined;

const nothing: ReadonlyMap<string, never> = new Map<string, never>();

function mapOf<T, U>(record: Readonly<Record<string, T>>, of: (value: T) => U): ReadonlyMap<string, U> {
  const entries = Object.entries(record);
  return entries.length === 0 ? nothing : new Map(entries.map(([name, value]) => [name, of(value)]));
}

const same = <T>(value: T): T => value;

function intentsOf({ qa }: Program, { intents }: ProgramNode): readonly string[] {
  return [...new Set([...Object.values(intents), ...qa.map(({ intentId }) => intentId)])];
}

const link = (program: Program): Linked<Known> =>
  mapOf(program.subs, (sub) => ({
    sub,
    nodes: mapOf(sub.nodes, (node) => ({
      node,
      type: nodeTypeOf(node.type),
      intents: intentsOf(program, node),
      exits: mapOf(node.exits, same),
      fails: mapOf(node.fails, same),
    })),
  }));

const all = new WeakMap<Program, Linked<Known>>();

export function linked(program: Program): Linked<Known> {
  const known = all.get(program);
  if (known) return known;
  const made = link(program);
  all.set(program, made);
  return made;
}
