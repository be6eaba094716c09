/** Where nodes stand so that lines lead from left to right. Plain data in and out: it runs in a worker for large canvases. */
import { Graph, layout } from "@dagrejs/dagre";
import type { Places, Shapes } from "./shapes.ts";

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
