/** What a ZIP names and an import finds no equal of here: what may stand in its place, and what was chosen (docs/protocol.md, G178). */
import type { ReplyOf } from "@liantai/api/contract";
import { dependencyKinds, readZipReferences, type flowApi } from "@liantai/api/contract/flow-editor";
import type { FlowBody, ReferenceKind } from "@liantai/api/flows";
import { outsideIn } from "../naming.ts";
import type { Things } from "../surroundings.ts";
import { drawnOf, type ReadZip } from "./reading.ts";
import { zipFault } from "./unzip.ts";

type Plan = ReplyOf<typeof flowApi.planZip>;
type Open = Plan["references"][number];

const keyOf = (kind: string, id: string): string => `${kind}\n${id}`;
const isKind = (kind: string): kind is ReferenceKind => Object.hasOwn(dependencyKinds, kind);

/** Nodes that are named for one thing. */
const mostNodes = 5;

/** Neither here by its id, nor by its name where one thing has it, nor in the ZIP itself. */
export function openReferences(
  { manifest, body, carried, shared }: ReadZip,
  things: Things,
): Pick<Plan, "references" | "here"> {
  const along = new Set([
    ...manifest.voices.map(({ id }) => keyOf("voice", id)),
    ...carried.map(({ thing: { kind, id } }) => keyOf(kind, id)),
    ...shared.map(({ id }) => keyOf("sharedFlow", id)),
  ]);
  const names = new Map(manifest.references.map(({ kind, id, name }) => [keyOf(kind, id), name]));
  const found = new Map<string, Open>();
  const look = (by: string, of: FlowBody): void => {
    for (const { kind, usedId: id, nodeName } of outsideIn(of)) {
      const key = keyOf(kind, id);
      const name = names.get(key) ?? "";
      if (!isKind(kind) || along.has(key) || things.of(kind, id) || things.named(kind, name)) continue;
      const before = found.get(key) ?? { kind, kindName: dependencyKinds[kind], id, name, nodes: [], by: [] };
      const nodes = nodeName === "" ? before.nodes : [...new Set([...before.nodes, nodeName])].slice(0, mostNodes);
      found.set(key, { ...before, nodes, by: [...new Set([...before.by, by])] });
    }
  };
  look("", body);
  for (const one of shared) look(one.id, drawnOf(one).body);
  const references = [...found.values()];
  const kinds = new Set<string>(references.map(({ kind }) => kind));
  const here = things.all
    .filter(({ kind }) => kinds.has(kind))
    .map(({ kind, id, name, enabled }) => ({ kind, id, name, enabled: enabled === 1 ? (1 as const) : (0 as const) }))
    .sort((one, other) => one.name.localeCompare(other.name, "zh"));
  return { references, here };
}

/** By kind and id of the ZIP: the id of this enterprise. Throws where one that was chosen is not here any more. */
export function chosenReferences(
  text: string,
  { manifest }: Pick<ReadZip, "manifest">,
  things: Things,
): (kind: string, id: string) => string | undefined {
  const chosen = new Map<string, string>();
  for (const { kind, id, use } of readZipReferences(text) ?? []) {
    if (use === "") continue;
    if (!things.of(kind, use)) {
      const name = manifest.references.find((each) => each.kind === kind && each.id === id)?.name || id;
      const word = isKind(kind) ? dependencyKinds[kind] : "对象";
      throw zipFault(`为${word}“${name}”选用的对象已不存在，请重新导入`);
    }
    chosen.set(keyOf(kind, id), use);
  }
  return (kind, id) => chosen.get(keyOf(kind, id));
}
