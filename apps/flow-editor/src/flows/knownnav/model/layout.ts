/** Where nodes stand so that lines lead from left to right. Plain data in and out: it runs in a worker for large canvases. */
import { Graph, layout } from "@dagrejs/dagre";
import type { SubProcess } from "@liantai/api/flows";
import type { Point } from "@liantai/ui/canvas";
import { edgesOf, jumpsTo } from "./exits.ts";
import { sizeOf, type Size } from "./nodes.ts";

export interface Shapes {
  readonly nodes: readonly (readonly [id: string, size: Size])[];
  readonly edges: readonly (readonly [from: string, to: string])[];
}
export type Places = readonly (readonly [id: string, at: Point])[];

export const shapesOf = (sub: SubProcess): Shapes => ({
  nodes: sub.flow.nodes.map((node) => [node.nodeId, sizeOf(node)]),
  edges: [
    ...edgesOf(sub).map(({ source, target }) => [source, target] as const),
    ...sub.flow.nodes.map((node) => [node.nodeId, jumpsTo(node)] as const).filter(([, to]) => to !== ""),
  ],
});

export function placesOf({ nodes, edges }: Shapes): Places {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 28, ranksep: 72 });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Map(nodes);
  for (const [id, size] of nodes) graph.setNode(id, { ...size });
  for (const [from, to] of edges) if (known.has(from) && known.has(to) && from !== to) graph.setEdge(from, to);
  layout(graph);
  return nodes.map(([id, { width, height }]) => {
    const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number };
    return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }];
  });
}
