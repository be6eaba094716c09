/** Other ids in a text of a flow: what an import maps to things of its enterprise, or leaves blank. */
import { configOf, nodeTypes, type FlowBody, type FlowNode, type Reference, type Talking } from "@liantai/api/flows";

/** The id there; '': there is none. */
export type MapId = (reference: Reference) => string;

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

type Config = FlowNode["config"];

/**
 * A node type says what it refers to, not where that stands: a place is one where another text makes the reference go. A digit or a word that
 * happens to read like an id stays.
 */
function mapConfig({ nodeType, config }: Pick<FlowNode, "nodeType" | "config">, to: MapId): Config {
  const referencesIn = (given: Config): readonly Reference[] =>
    nodeTypes[nodeType]?.references?.(configOf({ nodeType, config: given }) as never) ?? [];
  const count = (given: Config, { kind, id }: Reference): number =>
    referencesIn(given).filter((each) => each.kind === kind && each.id === id).length;
  let made = config;
  for (const reference of referencesIn(config)) {
    if (reference.id === "" || reference.kind === "subProcess") continue;
    const other = to(reference);
    if (other === reference.id) continue;
    for (const path of [...leaves(made, reference.id)]) {
      const tried = put(made, path, other) as Config;
      if (count(tried, reference) < count(made, reference)) made = tried;
    }
  }
  return made;
}

const mapTalking = (talking: Talking, to: MapId): Talking => ({
  ...talking,
  audios: talking.audios.map((id) => to({ kind: "voice", id })).filter((id) => id !== ""),
});
const mapIntent = (id: string, to: MapId): string => (id === "" ? "" : to({ kind: "intent", id }));

const mapNode = (node: FlowNode, to: MapId): FlowNode => ({
  ...node,
  config: mapConfig(node, to),
  talkings: node.talkings.map((talking) => mapTalking(talking, to)),
  branch: node.branch.map((each) => ({ ...each, dictionariesId: mapIntent(each.dictionariesId, to) })),
});

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
        flow: { ...subProcess.flow, nodes: subProcess.flow.nodes.map((node) => mapNode(node, to)) },
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
