/** What the graph library is given of a flow. What did not change is the same object as before, so that it is not drawn again. */
import { nodeKinds, type FlowEdge, type FlowNode } from "@liantai/api/contract/workorder";
import { placeOf, type Point, useKept } from "@liantai/ui/canvas";
import { MarkerType, Position, type Edge } from "@xyflow/react";
import { useMemo } from "react";
import type { Surroundings } from "../../parts/surroundings.ts";
import { conditionText, minutesText, nodeSummary } from "../../parts/words.ts";
import { type FlowDesign, sizeOf } from "../../parts/graph.ts";
import type { Warmth } from "../heat/heat.ts";
import type { CardNode } from "./node-card.tsx";

export interface Look {
  readonly marked: ReadonlySet<string>;
  readonly faults: ReadonlyMap<string, readonly string[]>;
  /** Places of nodes and lines in the way that was tried out. */
  readonly walked: ReadonlyMap<string, readonly number[]>;
  /** How long orders stay at a node, where that is looked at. */
  readonly warmth: ReadonlyMap<string, Warmth>;
  /** Where nodes are while a hand holds them. */
  readonly held: ReadonlyMap<string, Point>;
}

const limitOf = (node: FlowNode): string =>
  "limit" in node && node.limit ? `限${minutesText(node.limit.minutes)}` : "";

function handlesOf(kind: FlowNode["kind"]) {
  const { width, height } = sizeOf(kind);
  const at = { y: height / 2 - 4, width: 9, height: 9 };
  return [
    ...(kind === "start" ? [] : [{ ...at, type: "target" as const, position: Position.Left, x: -4 }]),
    ...(kind === "end" ? [] : [{ ...at, type: "source" as const, position: Position.Right, x: width - 5 }]),
  ];
}

export function useCards({ flow }: FlowDesign, around: Surroundings, look: Look): CardNode[] {
  const keep = useKept<CardNode>();
  const { marked, faults, walked, held, warmth } = look;
  return useMemo(
    () =>
      flow.nodes.map((node) => {
        const hand = held.get(node.id);
        const { x, y } = hand ?? node;
        const faulty = faults.get(node.id)?.join("\n") ?? "";
        const count = faults.get(node.id)?.length ?? 0;
        const way = walked.get(node.id)?.join("、") ?? "";
        const chosen = marked.has(node.id);
        const warm = warmth.get(node.id);
        return keep(node.id, [node, x, y, !hand, faulty, way, chosen, around, warm], (): CardNode => {
          const summary = nodeSummary(node, around);
          const said = count > 0 ? `，${count}处错误` : "";
          return {
            id: node.id,
            type: "card",
            ...placeOf({ x, y }, hand !== undefined),
            ...sizeOf(node.kind),
            // Known beforehand: the library waits with fitting the view until every node is measured.
            measured: sizeOf(node.kind),
            handles: handlesOf(node.kind),
            selected: chosen,
            ariaLabel: `${nodeKinds[node.kind]}节点：${node.name || "未命名"}，${summary}${said}${warm ? `，${warm.text}` : ""}`,
            data: {
              ...{ kind: node.kind, name: node.name, summary, limit: limitOf(node), walked: way },
              ...{ faults: faulty, faultCount: count, heat: warm?.level ?? 0, spent: warm?.text ?? "" },
            },
          };
        });
      }),
    [flow.nodes, around, marked, faults, walked, held, warmth, keep],
  );
}

function labelOf(edge: FlowEdge, around: Surroundings): string {
  const text = edge.name || (edge.otherwise ? "其他情况" : edge.when ? conditionText(edge.when, around.fields) : "");
  return text.length > 16 ? `${text.slice(0, 15)}…` : text;
}

export function useLines({ flow }: FlowDesign, around: Surroundings, look: Look): Edge[] {
  const keep = useKept<Edge>();
  const { marked, faults, walked } = look;
  return useMemo(() => {
    const names = new Map(flow.nodes.map(({ id, name }) => [id, name || "未命名"]));
    return flow.edges.map((edge) => {
      const [from, to] = [names.get(edge.from), names.get(edge.to)];
      const faulty = faults.has(edge.id);
      const way = walked.has(edge.id);
      const chosen = marked.has(edge.id);
      return keep(edge.id, [edge, from, to, faulty, way, chosen, around], (): Edge => {
        const label = labelOf(edge, around);
        return {
          id: edge.id,
          source: edge.from,
          target: edge.to,
          type: "smoothstep",
          selected: chosen,
          markerEnd: { type: MarkerType.ArrowClosed, width: 18, height: 18 },
          className: [faulty ? "wrong" : "", way ? "walked" : ""].join(" ").trim(),
          ...(label ? { label, labelBgPadding: [5, 3], labelBgBorderRadius: 3 } : {}),
          ariaLabel: `连线：${from ?? "无"}到${to ?? "无"}${label ? `，${label}` : ""}${faulty ? "，有错误" : ""}`,
        };
      });
    });
  }, [flow, around, marked, faults, walked, keep]);
}
