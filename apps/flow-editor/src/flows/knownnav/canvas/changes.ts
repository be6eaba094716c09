/** What the graph library tells of a canvas, as changes of the drawing. */
import type { FlowNode, SubProcess } from "@liantai/api/flows";
import { useNodeChanges, type Point } from "@liantai/ui/canvas";
import type { Connection, Edge, NodeChange } from "@xyflow/react";
import { useCallback, useMemo, useRef, useState } from "react";
import { useBoard } from "../board.ts";
import { edgeId, refusalOf } from "../model/exits.ts";
import { frameOf } from "../model/groups.ts";
import { connect, moveNodes, resizeNode, type Size } from "../model/nodes.ts";
import type { FrameNode } from "./frame.tsx";
import type { CardNode } from "./node-card.tsx";
import { frameId } from "./parts-of.ts";

export type Part = CardNode | FrameNode;

/** Frames that were moved, as moves of their nodes. */
function withGroups(sub: SubProcess, places: ReadonlyMap<string, Point>): ReadonlyMap<string, Point> {
  const moved = new Map(places);
  for (const group of sub.flow.groups) {
    const to = places.get(frameId(group.id));
    moved.delete(frameId(group.id));
    const from = to && frameOf(sub, group);
    if (!from) continue;
    const own = new Set(group.nodeIds);
    for (const { nodeId, x, y } of sub.flow.nodes.filter((node: FlowNode) => own.has(node.nodeId)))
      if (!places.has(nodeId)) moved.set(nodeId, { x: x + to.x - from.x, y: y + to.y - from.y });
  }
  return moved;
}

export function useChanges(sub: SubProcess, marked: ReadonlySet<string>, onHold: (holds: boolean) => void) {
  const { editSub, select } = useBoard();
  const [sized, setSized] = useState<Size & { readonly id: string }>();
  const id = sub.subProcessId;
  const latest = useRef(sub);
  latest.current = sub;
  const onMove = useCallback(
    (places: ReadonlyMap<string, Point>) => {
      const moved = withGroups(latest.current, places);
      editSub(id, (now) => moveNodes(now, moved), `move ${[...moved.keys()].join(" ")}`);
    },
    [editSub, id],
  );
  const hearing = { marked, onSelect: select, onMove, onHold };
  const { held, onNodesChange: onMoves, onEdgesChange } = useNodeChanges<Part>(hearing);
  const onNodesChange = useCallback(
    (changes: NodeChange<Part>[]) => {
      onMoves(changes);
      for (const change of changes) {
        if (change.type !== "dimensions" || change.resizing === undefined || !change.dimensions) continue;
        const { dimensions, resizing } = change;
        setSized(resizing ? { id: change.id, ...dimensions } : undefined);
        if (!resizing) editSub(id, (now) => resizeNode(now, change.id, dimensions));
      }
    },
    [onMoves, editSub, id],
  );
  const isValidConnection = useCallback(
    ({ source, target, sourceHandle }: Connection | Edge) =>
      refusalOf(latest.current, source, sourceHandle ?? "next", target) === undefined,
    [],
  );
  const onConnect = useCallback(
    ({ source, target, sourceHandle }: Connection) => {
      const exit = sourceHandle ?? "next";
      editSub(id, (now) => connect(now, source, exit, target));
      select([edgeId(source, exit)]);
    },
    [editSub, select, id],
  );
  /** An end of a line is taken elsewhere: the old exit leads nowhere, then. */
  const onReconnect = useCallback(
    (old: Edge, { source, target, sourceHandle }: Connection) => {
      const exit = sourceHandle ?? "next";
      editSub(id, (now) => {
        if (refusalOf(now, source, exit, target) !== undefined) return now;
        return connect(connect(now, old.source, old.sourceHandle ?? "next", ""), source, exit, target);
      });
    },
    [editSub, id],
  );
  const all = useMemo(() => withGroups(sub, held), [sub, held]);
  return { held: all, sized, on: { onNodesChange, onEdgesChange, isValidConnection, onConnect, onReconnect } };
}
