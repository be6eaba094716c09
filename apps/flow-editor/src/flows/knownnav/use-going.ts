import type { FlowNode } from "@liantai/api/flows";
import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useCallback, useRef } from "react";
import { flushSync } from "react-dom";
import type { BoardActions } from "./board.ts";
import { nodeOf, type Design } from "./model/body.ts";
import { sizeOf } from "./model/nodes.ts";

/** Frames in which a node comes to be drawn, and a dialog that closes lets go of what lies behind it. */
const patience = 30;

/**
 * Goes to nodes: shown in the middle, chosen and, by keys, given the focus once they are drawn. passing: from node to node on one canvas;
 * what is chosen stays chosen, and the canvas moves no further than it must.
 */
export function useGoing(design: Design, { find }: BoardActions) {
  const { setCenter, getZoom } = useReactFlow();
  const store = useStoreApi();
  const see = useSeeing();
  const latest = useRef(design);
  latest.current = design;
  const turns = useRef(0);
  return useCallback(
    (nodeId: string, focus = false, passing = false) => {
      const found = nodeOf(latest.current.body, nodeId);
      if (!found) return;
      if (!passing) find(nodeId);
      const { width, height } = sizeOf(found.node);
      const { x, y } = found.node;
      const turn = ++turns.current;
      // Of this editor: another tab may have a node of the same name.
      const take = (): boolean => {
        const css = `.react-flow__node[data-id="${CSS.escape(nodeId)}"]`;
        const card = store.getState().domNode?.querySelector<HTMLElement>(css);
        card?.focus();
        return card !== undefined && card !== null && document.activeElement === card;
      };
      const takeLater = (left: number) =>
        requestAnimationFrame(() => {
          if (turn === turns.current && !take() && left > 0) takeLater(left - 1);
        });
      const centre = () => void setCenter(x + width / 2, y + height / 2, { zoom: Math.max(getZoom(), 0.7) });
      // The next Tab may come before the next frame: the node is to be there by then.
      if (passing) flushSync(() => see([found.node]));
      // After its sub-process is on show.
      else requestAnimationFrame(centre);
      if (focus && !take()) takeLater(patience);
    },
    [find, setCenter, getZoom, store, see],
  );
}

/** px between what is brought into sight and the edge of the canvas. */
const margin = 24;

/** How far a stretch moves to be in sight, its beginning before its end; 0: it is. */
const moved = (from: number, to: number, width: number): number =>
  from < margin ? margin - from : Math.max(Math.min(0, width - margin - to), margin - from);

/** Moves the canvas as far as it takes to have nodes in sight that were just put on it. */
export function useSeeing() {
  const { setViewport } = useReactFlow();
  const store = useStoreApi();
  return useCallback(
    (nodes: readonly FlowNode[]) => {
      const { transform, width, height } = store.getState();
      const [left, top, zoom] = transform;
      if (nodes.length === 0 || width === 0) return;
      const boxes = nodes.map((node) => ({ ...sizeOf(node), x: node.x * zoom + left, y: node.y * zoom + top }));
      const least = (side: "x" | "y") => Math.min(...boxes.map((box) => box[side]));
      const right = Math.max(...boxes.map((box) => box.x + box.width * zoom));
      const bottom = Math.max(...boxes.map((box) => box.y + box.height * zoom));
      const by = { x: moved(least("x"), right, width), y: moved(least("y"), bottom, height) };
      if (by.x !== 0 || by.y !== 0) void setViewport({ x: left + by.x, y: top + by.y, zoom });
    },
    [setViewport, store],
  );
}
