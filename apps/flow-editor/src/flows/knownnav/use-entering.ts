import type { SubProcess } from "@liantai/api/flows";
import { partAt } from "@liantai/ui/canvas";
import { useRef, type FocusEvent, type KeyboardEvent } from "react";
import { readingOrder } from "./model/nodes.ts";

const isCard = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(".react-flow__node-card");

/**
 * Tab into the graph leads to the first node that a call meets, Shift+Tab to the last: the page has only those drawn that are in sight, in
 * an order of its own. onGo: shows a node and gives it the focus.
 */
export function useEntering(sub: SubProcess, onGo: (nodeId: string) => void) {
  const tab = useRef<1 | -1>(undefined);
  const go = (nodeId: string) => {
    tab.current = undefined;
    onGo(nodeId);
  };
  return {
    go,
    on: {
      onKeyDownCapture({ key, shiftKey }: KeyboardEvent) {
        tab.current = key !== "Tab" ? undefined : shiftKey ? -1 : 1;
      },
      onPointerDownCapture() {
        tab.current = undefined;
      },
      onFocusCapture({ target, relatedTarget }: FocusEvent<HTMLElement>) {
        if (tab.current === undefined || !isCard(target) || isCard(relatedTarget)) return;
        const first = readingOrder(sub).at(tab.current === 1 ? 0 : -1);
        if (first && first.nodeId !== partAt(target)) go(first.nodeId);
      },
    },
  };
}
