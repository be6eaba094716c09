/**
 * A flow on the drawing board: every change of it, each giving a new definition that shares what did not change. Ids are given from outside
 * and never used twice: orders of older versions find their node by its id.
 */
import {
  nodeKinds,
  type FlowDefinition,
  type FlowEdge,
  type FlowNode,
  type NodeKind,
} from "@liantai/api/contract/workorder";
import type { Point } from "@liantai/ui/canvas";

export interface FlowDesign {
  readonly name: string;
  readonly formId: string;
  readonly remark: string;
  readonly flow: FlowDefinition;
}

export const newId = (): string => crypto.randomUUID().replaceAll("-", "").slice(0, 12);

/** px at 100 %. */
export const sizeOf = (kind: NodeKind): { readonly width: number; readonly height: number } =>
  kind === "start" || kind === "end" ? { width: 84, height: 40 } : { width: 156, height: 58 };
const gap = { x: 56, y: 32 } as const;

/** 处理, 处理2 ... */
function freeName({ nodes }: FlowDefinition, stem: string): string {
  const taken = new Set(nodes.map(({ name }) => name));
  if (!taken.has(stem)) return stem;
  for (let n = 2; ; n++) if (!taken.has(`${stem}${n}`)) return `${stem}${n}`;
}

export function nodeOf(flow: FlowDefinition, kind: NodeKind, id: string, { x, y }: Point): FlowNode {
  const frame = { id, name: freeName(flow, nodeKinds[kind]), x: Math.round(x), y: Math.round(y) };
  switch (kind) {
    case "task":
      return { kind, ...frame, actions: ["approve", "returnPrevious", "transfer"] };
    case "countersign":
      return { kind, ...frame, actions: ["approve", "returnPrevious"], mode: "all" };
    case "subOrder":
      return { kind, ...frame, formId: "", flowId: "", wait: "all" };
    default:
      return { kind, ...frame };
  }
}

/** Beside `after`, below what stands there already. */
export function placeAfter({ nodes }: FlowDefinition, kind: NodeKind, after: FlowNode | undefined): Point {
  const size = sizeOf(kind);
  const x = after ? after.x + sizeOf(after.kind).width + gap.x : 0;
  let y = after ? after.y + (sizeOf(after.kind).height - size.height) / 2 : 0;
  const meets = (node: FlowNode): boolean => {
    const other = sizeOf(node.kind);
    return x < node.x + other.width && node.x < x + size.width && y < node.y + other.height && node.y < y + size.height;
  };
  while (nodes.some(meets)) y += size.height + gap.y;
  return { x, y };
}

export const addNode = (flow: FlowDefinition, node: FlowNode): FlowDefinition => ({
  ...flow,
  nodes: [...flow.nodes, node],
});

/** Why these two are not joined; undefined: they may be. */
export function refusalOf({ nodes, edges }: FlowDefinition, from: string, to: string): string | undefined {
  const [a, b] = [nodes.find(({ id }) => id === from), nodes.find(({ id }) => id === to)];
  if (!a || !b) return "请选择要连接的节点";
  if (from === to) return "不能连到自己";
  if (a.kind === "end") return "结束节点之后不能再有连线";
  if (b.kind === "start") return "连线不能指向开始节点";
  if (edges.some((edge) => edge.from === from && edge.to === to)) return `「${a.name}」到「${b.name}」已有连线`;
  return undefined;
}

export const connect = (flow: FlowDefinition, edge: FlowEdge): FlowDefinition =>
  refusalOf(flow, edge.from, edge.to) === undefined ? { ...flow, edges: [...flow.edges, edge] } : flow;

/** An end of it is taken elsewhere. */
export function reconnect(flow: FlowDefinition, id: string, from: string, to: string): FlowDefinition {
  const rest = { ...flow, edges: flow.edges.filter((edge) => edge.id !== id) };
  if (refusalOf(rest, from, to) !== undefined) return flow;
  return { ...flow, edges: flow.edges.map((edge) => (edge.id === id ? { ...edge, from, to } : edge)) };
}

/** Nodes with their lines, and lines. */
export function removeParts(flow: FlowDefinition, ids: ReadonlySet<string>): FlowDefinition {
  const nodes = flow.nodes.filter(({ id }) => !ids.has(id));
  const edges = flow.edges.filter(({ id, from, to }) => !ids.has(id) && !ids.has(from) && !ids.has(to));
  return nodes.length === flow.nodes.length && edges.length === flow.edges.length ? flow : { ...flow, nodes, edges };
}

export function moveNodes(flow: FlowDefinition, places: ReadonlyMap<string, Point>): FlowDefinition {
  let changed = false;
  const nodes = flow.nodes.map((node) => {
    const place = places.get(node.id);
    const [x, y] = place ? [Math.round(place.x), Math.round(place.y)] : [node.x, node.y];
    if (x === node.x && y === node.y) return node;
    changed = true;
    return { ...node, x, y };
  });
  return changed ? { ...flow, nodes } : flow;
}

export const changeNode = (flow: FlowDefinition, id: string, change: (node: FlowNode) => FlowNode): FlowDefinition => ({
  ...flow,
  nodes: flow.nodes.map((node) => (node.id === id ? change(node) : node)),
});

export const changeEdge = (flow: FlowDefinition, id: string, change: (edge: FlowEdge) => FlowEdge): FlowDefinition => ({
  ...flow,
  edges: flow.edges.map((edge) => (edge.id === id ? change(edge) : edge)),
});

/** Earlier or later among the lines of its node: the first that fits is taken. */
export function stepEdge(flow: FlowDefinition, id: string, by: 1 | -1): FlowDefinition {
  const edge = flow.edges.find((one) => one.id === id);
  const own = flow.edges.filter(({ from }) => from === edge?.from);
  const other = own[own.findIndex((one) => one.id === id) + by];
  if (!edge || !other) return flow;
  return {
    ...flow,
    edges: flow.edges.map((one) => (one.id === edge.id ? other : one.id === other.id ? edge : one)),
  };
}

/** The same node once more, without its lines. */
export function copyNode(flow: FlowDefinition, id: string, copyId: string): FlowDefinition {
  const node = flow.nodes.find((one) => one.id === id);
  if (!node || node.kind === "start") return flow;
  const place = placeAfter(flow, node.kind, node);
  const name = freeName(flow, node.name);
  return addNode(flow, { ...node, ...place, id: copyId, name });
}

/** Without what is undefined: as if it had never been given. */
export const given = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
