import { useReactFlow } from "@xyflow/react";
import { useCallback, useRef } from "react";
import type { BoardActions } from "./board.ts";
import { nodeOf, type Design } from "./model/body.ts";
import { sizeOf } from "./model/nodes.ts";

/** Goes to nodes: shown in the middle and, by keys, given the focus once they are drawn. */
export function useGoing(design: Design, { find }: BoardActions) {
  const { setCenter, getZoom } = useReactFlow();
  const latest = useRef(design);
  latest.current = design;
  return useCallback(
    (nodeId: string, focus = false) => {
      const found = nodeOf(latest.current.body, nodeId);
      if (!found) return;
      find(nodeId);
      const { width, height } = sizeOf(found.node);
      const { x, y } = found.node;
      // After its sub-process is on show.
      requestAnimationFrame(() => {
        void setCenter(x + width / 2, y + height / 2, { zoom: Math.max(getZoom(), 0.7) });
        if (!focus) return;
        requestAnimationFrame(() =>
          document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`)?.focus(),
        );
      });
    },
    [find, setCenter, getZoom],
  );
}
