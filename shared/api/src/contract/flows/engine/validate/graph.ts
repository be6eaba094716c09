/** A flow as the rules look at it: nodes with their types and exits, and where a call can go from each. */
import { byGlobals, configOf, globalExits } from "../compile.ts";
import type { FlowBody, FlowNode, SubProcess, Talking } from "../flow.ts";
import type { Exit, NodeType } from "../node-type.ts";
import { nodeTypeOf } from "../nodes/index.ts";
import { namesIn } from "../values.ts";

export interface Place {
  readonly sub: SubProcess;
  readonly node: FlowNode;
  readonly type: NodeType;
  readonly config: Readonly<Record<string, unknown>>;
  readonly exits: readonly Exit[];
  /** Node by exit, where it leads to one of the canvas. */
  readonly to: Readonly<Record<string, string>>;
}

export interface Canvas {
  readonly sub: SubProcess;
  /** Of known types. */
  readonly places: readonly Place[];
  readonly byId: ReadonlyMap<string, Place>;
  readonly start: Place | undefined;
  readonly exception: Place | undefined;
}

export interface Graph {
  readonly body: FlowBody;
  readonly canvases: readonly Canvas[];
  readonly byId: ReadonlyMap<string, Canvas>;
  readonly main: Canvas | undefined;
}

function placeOf(sub: SubProcess, node: FlowNode, known: ReadonlySet<string>, globals: FlowBody["globals"]): Place[] {
  const type = nodeTypeOf(node.nodeType);
  if (!type) return [];
  const config = configOf(node);
  const wired = [["next", node.nextNodeId] as const, ...node.branch.map(({ id, nodeId }) => [id, nodeId] as const)];
  const own = Object.fromEntries(wired.filter(([, target]) => known.has(target)));
  const to = { ...own, ...byGlobals(type, own, globalExits(globals, known)) };
  return [{ sub, node, type, config, exits: type.exits(config), to }];
}

function canvasOf(sub: SubProcess, globals: FlowBody["globals"]): Canvas {
  const known = new Set(sub.flow.nodes.map(({ nodeId }) => nodeId));
  const places = sub.flow.nodes.flatMap((node) => placeOf(sub, node, known, globals));
  const first = (name: string) => places.find(({ type }) => type.type === name);
  return {
    sub,
    places,
    byId: new Map(places.map((place) => [place.node.nodeId, place])),
    start: first("start"),
    exception: first("exception"),
  };
}

export function graphOf(body: FlowBody): Graph {
  const canvases = body.nodes.map(({ subProcess }) => canvasOf(subProcess, body.globals));
  return {
    body,
    canvases,
    byId: new Map(canvases.map((canvas) => [canvas.sub.subProcessId, canvas])),
    main: canvases.find(({ sub }) => sub.classification === 1),
  };
}

/** The canvas that a jump calls. */
export const calledBy = (graph: Graph, { type, config }: Place): Canvas | undefined =>
  type.type === "jump" && (config["to"] === "subProcess" || config["to"] === "shared")
    ? graph.byId.get(String(config["targetId"]))
    : undefined;

/** Nodes of the canvas that come after one, whatever happens in between. */
export function after({ byId }: Canvas, { type, config, to }: Place): readonly Place[] {
  const jump = type.type === "jump" && config["to"] === "node" ? [String(config["targetId"])] : [];
  return [...Object.values(to), ...jump].flatMap((id) => byId.get(id) ?? []);
}

export const waits = ({ type, config }: Place): boolean => type.waits?.(config) ?? false;

/** From where a failure is taken up by the exception node: everywhere but there. */
export const exceptionOf = (graph: Graph, canvas: Canvas): { canvas: Canvas; place: Place } | undefined => {
  const at = canvas.exception ? canvas : graph.main;
  return at?.exception && { canvas: at, place: at.exception };
};

type MayFail = (expression: string) => boolean;

/**
 * Where it goes on when it fails at once, and fails again when it is come to again: the exception node that takes it. Not of what the
 * server answers itself (time rules, places, look-up tables).
 */
export function failuresOf(graph: Graph, canvas: Canvas, place: Place, mayFail: MayFail): readonly Place[] {
  const { type, config, exits, to } = place;
  if (type.once) return [];
  const judged = (type.expressions?.(config) ?? []).some(mayFail);
  const open = exits.flatMap(({ id, fails }) =>
    fails === undefined || to[id] !== undefined || (fails === "expression" && !judged) ? [] : [fails],
  );
  const classes = new Set<string>([...open, ...(type.judges && judged ? ["expression"] : [])]);
  return [...classes].flatMap(
    (each) =>
      [canvas.exception, graph.main?.exception].find(
        (at) => at && at !== place && (at.config["classes"] as readonly string[]).includes(each),
      ) ?? [],
  );
}

/** Canvases that somebody may come to: the main one, those that are called from such, and those of questions. */
export function usedCanvases(graph: Graph): ReadonlySet<Canvas> {
  const used = new Set<Canvas>();
  const waiting = [
    ...(graph.main ? [graph.main] : []),
    ...graph.body.qaNodes.flatMap(({ subProcessId }) => graph.byId.get(subProcessId) ?? []),
  ];
  for (let canvas = waiting.pop(); canvas; canvas = waiting.pop()) {
    if (used.has(canvas)) continue;
    used.add(canvas);
    waiting.push(...canvas.places.flatMap((place) => calledBy(graph, place) ?? []));
  }
  return used;
}

export const namesOfTalkings = (talkings: readonly Talking[]): readonly string[] => [
  ...new Set(talkings.flatMap(({ text, variable }) => [...namesIn(text), ...variable])),
];

export const conditionsOf = (talkings: readonly Talking[]): readonly string[] =>
  talkings.flatMap(({ skills }) => skills.condition || []);

/** Variables that a node reads, but for those in expressions. */
export const namesOf = ({ node, type, config }: Place): readonly string[] => [
  ...new Set([
    ...namesOfTalkings(node.talkings),
    ...(type.texts?.(config) ?? []).flatMap(namesIn),
    ...(type.reads?.(config) ?? []),
  ]),
];

/** What a node reads and sets, in the order in which it does. */
export function stepsOf(
  { node: { talkings }, type, config }: Place,
  namesInExpression: (text: string) => readonly string[],
): readonly { readonly reads: readonly string[]; readonly sets: readonly string[] }[] {
  return [
    { reads: [...namesOfTalkings(talkings), ...conditionsOf(talkings).flatMap(namesInExpression)], sets: [] },
    ...(type.inOrder?.(config) ?? [config]).map((part) => ({
      reads: [
        ...(type.texts?.(part) ?? []).flatMap(namesIn),
        ...(type.reads?.(part) ?? []),
        ...(type.expressions?.(part) ?? []).flatMap(namesInExpression),
      ],
      sets: type.sets?.(part) ?? [],
    })),
  ];
}

/** An exit that need not be wired, is not, and is no failure ends the canvas, too. */
export const endsHere = ({ type, exits, to }: Place): boolean =>
  type.type === "end" || exits.some(({ id, defaulted, fails }) => defaulted && !fails && to[id] === undefined);
