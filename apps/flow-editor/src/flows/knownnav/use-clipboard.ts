import { useReactFlow } from "@xyflow/react";
import type { ClipboardEvent } from "react";
import type { BoardActions } from "./board.ts";
import { newId, subOf, type Design } from "./model/body.ts";
import { copied, pasted } from "./model/clipboard.ts";
import type { Editor } from "./model/editor.ts";
import { useSeeing } from "./use-going.ts";

/** Copy and paste of the page itself, so that nodes go from one flow, tab or window to another. */
export function useClipboard({ sub: shown, marked }: Editor, design: Design, flowId: string, actions: BoardActions) {
  const { screenToFlowPosition } = useReactFlow();
  const see = useSeeing();
  const sub = subOf(design.body, shown);
  const typed = (target: EventTarget) =>
    target instanceof Element && target.closest("input, textarea, select") !== null;
  return {
    onCopy(event: ClipboardEvent) {
      const text = sub && !typed(event.target) ? copied(sub, marked) : undefined;
      if (text === undefined) return;
      event.clipboardData.setData("text/plain", text);
      event.preventDefault();
    },
    onPaste(event: ClipboardEvent) {
      if (!sub || typed(event.target)) return;
      const text = event.clipboardData.getData("text/plain");
      // What comes from elsewhere stands where one looks.
      const box = event.currentTarget.querySelector("[data-flow-canvas]")?.getBoundingClientRect();
      // Flows that were begun alike have nodes of the same ids.
      const here = text.includes(`"flowId":"${flowId}"`);
      const own = here && sub.flow.nodes.some(({ nodeId }) => text.includes(`"nodeId":"${nodeId}"`));
      const at = own || !box ? undefined : screenToFlowPosition({ x: box.left + 80, y: box.top + 80 });
      const made = pasted(sub, text, { flowId, newId, at });
      if (!made) return;
      actions.editSub(sub.subProcessId, () => made.sub);
      actions.select(made.ids);
      see(made.sub.flow.nodes.filter(({ nodeId }) => made.ids.includes(nodeId)));
      event.preventDefault();
    },
  };
}
