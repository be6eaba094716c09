/** Where nodes stand so that arrows lead from left to right. */
import { Graph, layout } from "@dagrejs/dagre";
import type { FlowDefinition } from "@liantai/api/contract/workorder";
import type { Point } from "@liantai/ui/canvas";
import { sizeOf } from "../../parts/graph.ts";

export function laidOut({ nodes, edges }: FlowDefinition): ReadonlyMap<string, Point> {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 32, ranksep: 56 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, kind } of nodes) graph.setNode(id, { ...sizeOf(kind) });
  const known = new Set(nodes.map(({ id }) => id));
  for (const { from, to } of edges) if (known.has(from) && known.has(to)) graph.setEdge(from, to);
  layout(graph);
  return new Map(
    nodes.map(({ id, kind }) => {
      const { width, height } = sizeOf(kind);
      const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number };
      return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }];
    }),
  );
}
