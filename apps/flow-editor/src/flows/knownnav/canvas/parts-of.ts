/** What the graph library is given of a sub-process. What did not change is the same object as before, so that it is not drawn again. */
import { nodeTypeOf, type FlowNode, type SubProcess } from "@liantai/api/flows";
import { placeOf, useKept, type Point } from "@liantai/ui/canvas";
import { MarkerType, Position, type Edge } from "@xyflow/react";
import { useMemo } from "react";
import { edgesOf, exitsOf, jumpsTo } from "../model/exits.ts";
import { frameOf } from "../model/groups.ts";
import { card, sizeOf, type Size } from "../model/nodes.ts";
import type { NodeFigures, Taken } from "../model/replay.ts";
import type { Finding } from "../queries.ts";
import type { FrameNode } from "./frame.tsx";
import { exitAt, type CardExit, type CardNode } from "./node-card.tsx";

export interface Look {
  readonly marked: ReadonlySet<string>;
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  /** Where nodes are while a hand holds them. */
  readonly held: ReadonlyMap<string, Point>;
  /** The one that a hand makes larger. */
  readonly sized: (Size & { readonly id: string }) | undefined;
  readonly taken: Taken | undefined;
  /** Of calls, by node; undefined: they are not shown. */
  readonly figures: ReadonlyMap<string, NodeFigures> | undefined;
}

const says = (node: FlowNode): string | undefined => {
  if (!nodeTypeOf(node.nodeType)?.speaks) return undefined;
  const first = node.talkings.find(({ skills }) => skills.when === undefined);
  if (!first) return "";
  if (first.playType === "prompt") return "共享话术";
  return first.playType === "audio" ? first.text || `录音${first.audios.length}段` : first.text;
};

const exitsFor = (node: FlowNode, taken: Taken | undefined): readonly CardExit[] =>
  exitsOf(node).map(({ id, name, target, defaulted }) => ({
    ...{ id, name, open: target === "" && !defaulted },
    count: taken && (taken.get(`${node.nodeId}/${id}`) ?? 0),
  }));

function handlesOf(node: FlowNode, { width }: Size, speaks: boolean) {
  const size = { width: 9, height: 9 };
  return [
    ...(node.nodeType === "start"
      ? []
      : [{ ...size, type: "target" as const, position: Position.Left, x: -4, y: card.head / 2 - 4 }]),
    ...(jumpsTo(node) === ""
      ? []
      : [{ ...size, type: "source" as const, position: Position.Right, x: width - 5, y: card.head / 2 - 4 }]),
    ...exitsOf(node).map(({ id }, at) => ({
      ...{ ...size, id, type: "source" as const, position: Position.Right },
      ...{ x: width - 5, y: exitAt(at, speaks) - 4 },
    })),
  ];
}

function cardOf(
  node: FlowNode,
  size: Size,
  selected: boolean,
  faults: readonly Finding[],
  { taken, figures }: Pick<Look, "taken" | "figures">,
) {
  const type = nodeTypeOf(node.nodeType);
  const wording = says(node);
  const word = type?.name ?? node.nodeType;
  const exits = exitsFor(node, taken);
  const said = [
    `${word}节点：${node.nodeName || "未命名"}`,
    ...(wording ? [wording] : []),
    ...(faults.length > 0 ? [`${faults.length}处问题`] : []),
  ];
  return {
    ...{ id: node.nodeId, type: "card" as const, ...size, selected, handles: handlesOf(node, size, !!type?.speaks) },
    // Known beforehand: the library waits with fitting the view until every node is measured.
    measured: size,
    ariaLabel: said.join("，"),
    data: {
      ...{
        group: type?.group ?? ("base" as const),
        start: node.nodeType === "start",
        jumps: jumpsTo(node) !== "",
        name: node.nodeName,
        word,
      },
      ...{ says: wording, exits, faults: faults.map(({ text }) => text).join("\n"), faultCount: faults.length },
      errors: faults.some(({ severity }) => severity === "error"),
      figures: figures && (figures.get(node.nodeId) ?? nobody(node.nodeId)),
      lit: taken !== undefined && exits.some(({ count }) => (count ?? 0) > 0),
    },
  } satisfies Omit<CardNode, "position">;
}

const nobody = (nodeId: string): NodeFigures => ({
  ...{ nodeId, visits: 0, exits: 0, hangUps: 0, meanMs: null, bargeIns: 0, falseBargeIns: 0, branches: [] },
});

const noFaults: readonly Finding[] = [];

export function useCards(sub: SubProcess, { marked, findings, held, sized, taken, figures }: Look): CardNode[] {
  const keep = useKept<CardNode>();
  return useMemo(
    () =>
      sub.flow.nodes.map((node) => {
        const hand = held.get(node.nodeId);
        const { x, y } = hand ?? node;
        const size = sized?.id === node.nodeId ? sized : sizeOf(node);
        const faults = findings.get(node.nodeId) ?? noFaults;
        const chosen = marked.has(node.nodeId);
        const parts = [node, x, y, !hand, size.width, size.height, faults, chosen, taken, figures];
        return keep(node.nodeId, parts, () => ({
          ...cardOf(node, { width: size.width, height: size.height }, chosen, faults, { taken, figures }),
          ...placeOf({ x, y }, hand !== undefined),
        }));
      }),
    [sub.flow.nodes, marked, findings, held, sized, taken, figures, keep],
  );
}

export const frameId = (groupId: string): string => `group:${groupId}`;

export function useFrames(sub: SubProcess, { marked, held }: Look): FrameNode[] {
  const keep = useKept<FrameNode>();
  return useMemo(
    () =>
      sub.flow.groups.flatMap((group) => {
        const frame = frameOf(sub, group, held);
        if (!frame) return [];
        const { x, y, width, height } = frame;
        const id = frameId(group.id);
        const chosen = marked.has(id);
        return keep(id, [x, y, width, height, group.name, chosen], () => ({
          ...{ id, type: "frame", position: { x, y }, width, height, measured: { width, height } },
          ...{ data: { name: group.name }, selected: chosen, zIndex: -1, ariaLabel: `分组：${group.name}` },
        }));
      }),
    [sub, marked, held, keep],
  );
}

export function useLines(sub: SubProcess, { marked, taken }: Pick<Look, "marked" | "taken">): Edge[] {
  const keep = useKept<Edge>();
  return useMemo(() => {
    const nodes = new Map(sub.flow.nodes.map((node) => [node.nodeId, node]));
    const nameOf = (id: string) => nodes.get(id)?.nodeName ?? "";
    const lines = edgesOf(sub).map(({ id, source, exit, target }) => {
      const word = exitsOf(nodes.get(source)!).find((one) => one.id === exit)?.name ?? exit;
      const walked = (taken?.get(`${source}/${exit}`) ?? 0) > 0;
      const parts = [nameOf(source), word, nameOf(target), target, marked.has(id), walked];
      return keep(id, parts, (): Edge => ({
        ...{ id, source, sourceHandle: exit, target, type: "default", selected: marked.has(id) },
        ...{ markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 }, className: walked ? "walked" : "" },
        ariaLabel: `连线：${nameOf(source)}的${word}到${nameOf(target)}`,
      }));
    });
    const jumps = sub.flow.nodes.flatMap((node): Edge[] => {
      const target = jumpsTo(node);
      if (!nodes.has(target)) return [];
      const id = `${node.nodeId}-jump`;
      return [
        keep(id, [target, node.nodeName, nameOf(target)], (): Edge => ({
          ...{ id, source: node.nodeId, target, type: "default", selectable: false, deletable: false },
          ...{ className: "jump", markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 } },
          ariaLabel: `跳转：${node.nodeName}到${nameOf(target)}`,
        })),
      ];
    });
    return [...lines, ...jumps];
  }, [sub, marked, taken, keep]);
}
