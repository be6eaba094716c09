/** Nodes as text, to be put into another canvas, another flow or another window. */
import { nodeTypeOf, type FlowGroup, type FlowNode, type SubProcess } from "@liantai/api/flows";
import type { Point } from "@liantai/ui/canvas";
import { freeName } from "./body.ts";
import { exitsOf, jumpsTo, wired } from "./exits.ts";
import { hasSingle } from "./nodes.ts";

const mark = "liantai-flow-nodes";

interface Copied {
  readonly kind: typeof mark;
  readonly nodes: readonly FlowNode[];
  readonly groups: readonly FlowGroup[];
}

/** Undefined: none of them is there. Groups come along when all their nodes do. */
export function copied({ flow }: SubProcess, ids: ReadonlySet<string>): string | undefined {
  const nodes = flow.nodes.filter(({ nodeId }) => ids.has(nodeId));
  if (nodes.length === 0) return undefined;
  const groups = flow.groups.filter(({ nodeIds }) => nodeIds.every((id) => ids.has(id)));
  return JSON.stringify({ kind: mark, nodes, groups } satisfies Copied);
}

const isNode = (value: unknown): value is FlowNode => {
  const node = value as Partial<Record<keyof FlowNode, unknown>> | null;
  const { nodeId, nodeName, nodeType, nextNodeId, remark, x, y, size, branch, talkings, config } = node ?? {};
  const object = (one: unknown) => typeof one === "object" && one !== null && !Array.isArray(one);
  return (
    [nodeId, nodeName, nodeType, nextNodeId, remark].every((one) => typeof one === "string") &&
    [x, y].every((one) => Number.isFinite(one)) &&
    [size, config].every(object) &&
    [branch, talkings].every((list) => Array.isArray(list) && list.every(object))
  );
};

/** Undefined for any other text. */
export function read(text: string): Copied | undefined {
  if (!text.includes(mark)) return undefined;
  try {
    const found = JSON.parse(text) as Partial<Copied>;
    if (found.kind !== mark || !Array.isArray(found.nodes) || !found.nodes.every(isNode)) return undefined;
    return { kind: mark, nodes: found.nodes, groups: Array.isArray(found.groups) ? found.groups : [] };
  } catch {
    return undefined;
  }
}

interface Place {
  readonly flowId: string;
  /** Where their left upper corner comes; absent: a little beside where they stood. */
  readonly at?: Point | undefined;
  readonly newId: () => string;
}

/**
 * Put into a canvas under new ids: branches among them lead on as before, those to nodes outside lead nowhere. What stands once on a
 * canvas and is there already is left out. `ids`: of the new nodes.
 */
export function pasted(
  sub: SubProcess,
  text: string,
  { flowId, at, newId }: Place,
): { readonly sub: SubProcess; readonly ids: readonly string[] } | undefined {
  const found = read(text);
  if (!found) return undefined;
  const fitting = found.nodes.filter(({ nodeType }) => nodeTypeOf(nodeType) && !hasSingle(sub, nodeType));
  if (fitting.length === 0) return undefined;
  const ids = new Map(fitting.map(({ nodeId }) => [nodeId, newId()]));
  const [left, top] = [Math.min(...fitting.map(({ x }) => x)), Math.min(...fitting.map(({ y }) => y))];
  const shift = at ? { x: at.x - left, y: at.y - top } : { x: 40, y: 40 };
  const taken = new Set(sub.flow.nodes.map(({ nodeName }) => nodeName));
  const nodes = fitting.map((node): FlowNode => {
    const nodeName = freeName(taken, node.nodeName);
    taken.add(nodeName);
    const led = exitsOf(node).reduce((now, { id, target }) => wired(now, id, ids.get(target) ?? ""), node);
    const jump = jumpsTo(node);
    return {
      ...led,
      ...{ nodeId: ids.get(node.nodeId)!, nodeName, flowId },
      ...{ x: Math.round(node.x + shift.x), y: Math.round(node.y + shift.y) },
      talkings: node.talkings.map((talking) => ({ ...talking, talkKey: newId() })),
      ...(jump === "" ? {} : { config: { ...node.config, targetId: ids.get(jump) ?? "" } }),
    };
  });
  const groups = found.groups
    .map(({ name, nodeIds }) => ({ id: newId(), name, nodeIds: nodeIds.flatMap((id) => ids.get(id) ?? []) }))
    .filter(({ nodeIds }) => nodeIds.length > 0);
  const flow = { ...sub.flow, nodes: [...sub.flow.nodes, ...nodes], groups: [...sub.flow.groups, ...groups] };
  return { sub: { ...sub, flow }, ids: [...ids.values()] };
}
