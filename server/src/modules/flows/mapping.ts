/** Other ids in a text of a flow: what an import maps to things of its enterprise, or leaves blank. */
import {
  configOf,
  nodeTypeOf,
  type FlowBody,
  type FlowNode,
  type Reference,
  type SubProcess,
  type Talking,
} from "@liantai/api/flows";
import { sharedVersionKind } from "./kinds.ts";

interface VersionReference {
  readonly kind: typeof sharedVersionKind;
  readonly id: string;
}

/** The id there; '': there is none. */
export type MapId = (reference: Reference | VersionReference) => string;

type Json = unknown;
type Path = readonly (string | number)[];

function* leaves(value: Json, wanted: string, path: Path = []): Generator<Path> {
  if (value === wanted) yield path;
  if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* leaves(item, wanted, [...path, at]);
  else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) yield* leaves(item, wanted, [...path, key]);
}

function put(value: Json, [head, ...rest]: Path, set: string): Json {
  if (head === undefined) return set;
  if (Array.isArray(value)) return value.map((item, at) => (at === head ? put(item, rest, set) : (item as Json)));
  const fields = value as Readonly<Record<string, Json>>;
  return { ...fields, [head]: put(fields[head], rest, set) };
}

/** Without the item of a list that the place stands in; undefined: it stands in none. */
function without(value: Json, path: Path): Json | undefined {
  const at = path.findLastIndex((key) => typeof key === "number");
  if (at < 0) return undefined;
  const drop = (here: Json, [head, ...rest]: Path): Json => {
    if (Array.isArray(here))
      return rest.length === 0
        ? here.filter((_, place) => place !== head)
        : here.map((item: Json, place) => (place === head ? drop(item, rest) : item));
    const fields = here as Readonly<Record<string, Json>>;
    return { ...fields, [head!]: drop(fields[head!], rest) };
  };
  return drop(value, path.slice(0, at + 1));
}

type Config = FlowNode["config"];
type Typed = Pick<FlowNode, "nodeType" | "config">;

/**
 * A node type says what it refers to, not where that stands: a place is one where another text makes the reference go. A digit or a word
 * that happens to read like an id stays. Where the type asks for an id, an item of a list that has none left goes.
 */
function mapConfig({ nodeType, config }: Typed, to: MapId): { config: Config; replaced: ReadonlyMap<string, string> } {
  const schema = nodeTypeOf(nodeType)?.config;
  const referencesIn = (given: Config): readonly Reference[] =>
    nodeTypeOf(nodeType)?.references?.(configOf({ nodeType, config: given })) ?? [];
  const count = (given: Config, { kind, id }: Reference): number =>
    referencesIn(given).filter((each) => each.kind === kind && each.id === id).length;
  const replaced = new Map<string, string>();
  let made = config;
  for (const reference of referencesIn(config)) {
    if (reference.id === "" || reference.kind === "subProcess") continue;
    const other = to(reference);
    if (other === reference.id) continue;
    for (let more = true; more;) {
      const better = [...leaves(made, reference.id)].flatMap((path) => {
        const tried = put(made, path, other) as Config;
        if (count(tried, reference) >= count(made, reference)) return [];
        return other === "" && schema && !schema.isValidSync(tried)
          ? [(without(made, path) ?? tried) as Config]
          : [tried];
      })[0];
      if (better) made = better;
      more = better !== undefined;
    }
    replaced.set(reference.id, other);
    // Another sub-process has other versions: its newest is called where the one that was called is not among them.
    const version = config["version"];
    if (reference.kind === "sharedFlow" && typeof version === "string" && version !== "")
      made = { ...made, version: to({ kind: sharedVersionKind, id: version }) };
  }
  return { config: made, replaced };
}

const mapTalking = (talking: Talking, to: MapId): Talking => ({
  ...talking,
  audios: talking.audios.map((id) => to({ kind: "voice", id })).filter((id) => id !== ""),
  ...(talking.promptId ? { promptId: to({ kind: "sharedPrompt", id: talking.promptId }) } : {}),
});
const mapIntent = (id: string, to: MapId): string => (id === "" ? "" : to({ kind: "intent", id }));

const exitsOf = (node: Typed): readonly string[] =>
  nodeTypeOf(node.nodeType)
    ?.exits(configOf(node))
    .map(({ id }) => id) ?? [];

/** Exits that have the id of what they stand for (time rules): the new id by the old; '': the exit is gone with its thing. */
function exitNames(before: Typed, after: Config, replaced: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const now = new Set(exitsOf({ nodeType: before.nodeType, config: after }));
  const named = (id: string): string => (now.has(replaced.get(id) ?? "") ? replaced.get(id)! : "");
  return new Map(exitsOf(before).flatMap((id) => (now.has(id) ? [] : [[id, named(id)]])));
}

interface Mapped {
  readonly node: FlowNode;
  readonly exits: ReadonlyMap<string, string>;
}

function mapNode(node: FlowNode, to: MapId): Mapped {
  const { config, replaced } = mapConfig(node, to);
  const exits = exitNames(node, config, replaced);
  const branch = node.branch
    .map((each) => ({
      ...each,
      id: exits.get(each.id) ?? each.id,
      dictionariesId: mapIntent(each.dictionariesId, to),
    }))
    .filter(({ id }) => id !== "");
  return { node: { ...node, config, talkings: node.talkings.map((each) => mapTalking(each, to)), branch }, exits };
}

function mapFlow(flow: SubProcess["flow"], to: MapId): SubProcess["flow"] {
  const mapped = flow.nodes.map((node) => mapNode(node, to));
  const exits = new Map(mapped.map(({ node, exits: own }) => [node.nodeId, own]));
  const edges = flow.edges
    .map((edge) => ({ ...edge, exit: exits.get(edge.source)?.get(edge.exit) ?? edge.exit }))
    .filter(({ exit }) => exit !== "");
  return { ...flow, nodes: mapped.map(({ node }) => node), edges };
}

export function mapBody(body: FlowBody, to: MapId): FlowBody {
  const { unknown, timeout } = body.globals;
  const line = (talkings: readonly (readonly Talking[])[]) =>
    talkings.map((each) => each.map((talking) => mapTalking(talking, to)));
  const form = body.variableForm === "" ? "" : to({ kind: "form", id: body.variableForm });
  return {
    ...body,
    nodes: body.nodes.map(({ subProcess }) => ({
      subProcess: {
        ...subProcess,
        flow: mapFlow(subProcess.flow, to),
      },
    })),
    qaNodes: body.qaNodes.map((each) => ({ ...each, dictionariesId: mapIntent(each.dictionariesId, to) })),
    globals: {
      unknown: { ...unknown, talkings: line(unknown.talkings) },
      timeout: { ...timeout, talkings: line(timeout.talkings) },
    },
    variableForm: form,
    // Fields are those of that form.
    variableFormConf: form === "" ? {} : body.variableFormConf,
  };
}
