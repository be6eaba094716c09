/** Nodes of a canvas: put there, moved, resized, changed, taken away. Ids are given from outside. */
import { nodeTypeOf, type FlowNode, type SubProcess } from "@liantai/api/flows";
import type { Point } from "@liantai/ui/canvas";
import { changeNodes, freeName } from "./body.ts";
import { exitsOf, tidied, wired } from "./exits.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** px at 100 %: name and type, the first wording, a line an exit. */
export const card = { width: 180, head: 34, wording: 20, exit: 20, foot: 6 } as const;
export const sizeLimits = { minWidth: 140, maxWidth: 420, maxHeight: 600 } as const;
const gap = { x: 72, y: 32 } as const;

const leastHeight = (node: FlowNode): number =>
  card.head + card.foot + (nodeTypeOf(node.nodeType)?.speaks ? card.wording : 0) + card.exit * exitsOf(node).length;

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most);

/** What it is drawn with: never smaller than what stands in it. */
export const sizeOf = (node: FlowNode): Size => ({
  width: between(sizeLimits.minWidth, node.size.width || card.width, sizeLimits.maxWidth),
  height: Math.max(leastHeight(node), Math.min(node.size.height, sizeLimits.maxHeight)),
});

/** Types that stand once on a canvas. */
export const single: ReadonlySet<string> = new Set(["start", "exception"]);
export const hasSingle = ({ flow }: SubProcess, type: string): boolean =>
  single.has(type) && flow.nodes.some(({ nodeType }) => nodeType === type);

/** A node of this type with its defaults. */
export function newNode(sub: SubProcess, type: string, { id, flowId }: { id: string; flowId: string }): FlowNode {
  const taken = new Set(sub.flow.nodes.map(({ nodeName }) => nodeName));
  const config = (nodeTypeOf(type)?.config.getDefault() ?? {}) as FlowNode["config"];
  const node: FlowNode = {
    ...{ nodeId: id, nodeName: freeName(taken, nodeTypeOf(type)?.name ?? type), nodeType: type, nextNodeId: "" },
    ...{ x: 0, y: 0, branch: [], talkings: [], flowId, sensitive: false, remark: "", config },
    size: { width: card.width, height: 0 },
  };
  return { ...node, size: sizeOf(node) };
}

/** Beside `after`, below what stands there already. */
export function placeBeside(nodes: readonly FlowNode[], size: Size, after: FlowNode | undefined): Point {
  const x = after ? after.x + sizeOf(after).width + gap.x : 0;
  let y = after ? after.y : 0;
  const meets = (node: FlowNode): boolean => {
    const { width, height } = sizeOf(node);
    return x < node.x + width && node.x < x + size.width && y < node.y + height && node.y < y + size.height;
  };
  while (nodes.some(meets)) y += gap.y;
  return { x, y };
}

/**
 * At a place, or behind the chosen node: its first exit that leads nowhere yet leads to the new one, then. Exits that need no wire come
 * last.
 */
export function addNode(sub: SubProcess, node: FlowNode, { at, after }: { at?: Point; after?: string }): SubProcess {
  return changeNodes(sub, (nodes) => {
    const before = nodes.find(({ nodeId }) => nodeId === after);
    const place = at ?? placeBeside(nodes, sizeOf(node), before ?? nodes.at(-1));
    const placed = { ...node, x: Math.round(place.x), y: Math.round(place.y) };
    if (!before || at !== undefined || node.nodeType === "start") return [...nodes, placed];
    const open = exitsOf(before).filter(({ target }) => target === "");
    const exit = open.find(({ defaulted }) => !defaulted) ?? open[0];
    const joined = exit ? wired(before, exit.id, node.nodeId) : before;
    return [...nodes.map((each) => (each === before ? joined : each)), placed];
  });
}

export const changeNode = (sub: SubProcess, id: string, change: (node: FlowNode) => FlowNode): SubProcess =>
  changeNodes(sub, (nodes) => {
    const old = nodes.find(({ nodeId }) => nodeId === id);
    const made = old && tidied(change(old));
    return !old || made === old ? nodes : nodes.map((node) => (node === old ? made! : node));
  });

export function moveNodes(sub: SubProcess, places: ReadonlyMap<string, Point>): SubProcess {
  return changeNodes(sub, (nodes) => {
    let changed = false;
    const moved = nodes.map((node) => {
      const place = places.get(node.nodeId);
      const [x, y] = place ? [Math.round(place.x), Math.round(place.y)] : [node.x, node.y];
      if (x === node.x && y === node.y) return node;
      changed = true;
      return { ...node, x, y };
    });
    return changed ? moved : nodes;
  });
}

export const resizeNode = (sub: SubProcess, id: string, { width, height }: Size): SubProcess =>
  changeNodes(sub, (nodes) =>
    nodes.map((node) => {
      if (node.nodeId !== id) return node;
      const size = sizeOf({ ...node, size: { width: Math.round(width), height: Math.round(height) } });
      return size.width === node.size.width && size.height === node.size.height ? node : { ...node, size };
    }),
  );

/** Nodes go, and with them what led to them. */
export function removeNodes(sub: SubProcess, ids: ReadonlySet<string>): SubProcess {
  const { nodes, groups } = sub.flow;
  if (nodes.every(({ nodeId }) => !ids.has(nodeId))) return sub;
  return {
    ...sub,
    flow: {
      ...sub.flow,
      nodes: nodes.filter(({ nodeId }) => !ids.has(nodeId)).map((node) => unwired(node, ids)),
      groups: groups
        .map((group) => ({ ...group, nodeIds: group.nodeIds.filter((id) => !ids.has(id)) }))
        .filter(({ nodeIds }) => nodeIds.length > 0),
    },
  };
}

export const unwired = (node: FlowNode, gone: ReadonlySet<string>): FlowNode =>
  exitsOf(node)
    .filter(({ target }) => gone.has(target))
    .reduce((now, { id }) => wired(now, id, ""), node);

export const connect = (sub: SubProcess, source: string, exit: string, target: string): SubProcess =>
  changeNode(sub, source, (node) => wired(node, exit, target));

/** In the order in which a call meets them, from the start; what no call reaches comes last. For going from node to node by keys. */
export function readingOrder({ flow: { nodes } }: SubProcess): readonly FlowNode[] {
  const by = new Map(nodes.map((node) => [node.nodeId, node]));
  const seen = new Set<FlowNode>();
  const visit = (node: FlowNode | undefined): void => {
    const waiting = node ? [node] : [];
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      if (seen.has(one)) continue;
      seen.add(one);
      waiting.push(...exitsOf(one).flatMap(({ target }) => by.get(target) ?? []));
    }
  };
  for (const node of [...nodes.filter(({ nodeType }) => nodeType === "start"), ...nodes]) visit(node);
  return [...seen];
}
