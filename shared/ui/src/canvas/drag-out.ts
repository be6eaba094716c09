import { useReactFlow } from "@xyflow/react";
import { useEffect, useRef, type PointerEvent } from "react";
import type { Point } from "./node-changes.ts";

/** px before a press becomes a drag. */
const slop = 6;

const signLook = {
  ...{ position: "fixed", left: "0", top: "0", zIndex: "1900", pointerEvents: "none" },
  ...{ padding: "4px 12px", borderRadius: "6px", fontSize: "12px" },
  ...{ background: "#fff", color: "#222", boxShadow: "0 1px 6px rgba(0, 0, 0, 0.35)" },
} as const;

interface Dragging<Kind> {
  readonly wordOf: (kind: Kind) => string;
  /** px at 100 %: it is dropped by its middle. */
  readonly sizeOf: (kind: Kind) => { readonly width: number; readonly height: number };
  readonly onDrop: (kind: Kind, at: Point) => void;
}

/**
 * Out of a palette onto the canvas ([data-flow-canvas]) of the same [data-flow-designer]. A sign follows the pointer by hand: React hears
 * of the drop alone.
 */
export function useDragOut<Kind>({ wordOf, sizeOf, onDrop }: Dragging<Kind>) {
  const { screenToFlowPosition } = useReactFlow();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return (kind: Kind, start: PointerEvent<HTMLElement>) => {
    if (start.button !== 0) return;
    const board = start.currentTarget.closest("[data-flow-designer]")?.querySelector("[data-flow-canvas]");
    let sign: HTMLElement | undefined;
    const move = (event: globalThis.PointerEvent) => {
      if (!sign && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < slop) return;
      if (!sign) {
        sign = document.createElement("div");
        sign.textContent = wordOf(kind);
        Object.assign(sign.style, signLook);
        document.body.append(sign);
      }
      sign.style.transform = `translate(${event.clientX + 8}px, ${event.clientY + 8}px)`;
    };
    const end = (event?: globalThis.PointerEvent) => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", end);
      stop.current = undefined;
      const dragged = sign !== undefined;
      sign?.remove();
      const box = board?.getBoundingClientRect();
      const { clientX: x = 0, clientY: y = 0 } = event ?? {};
      if (!dragged || !event || !box || x < box.left || x > box.right || y < box.top || y > box.bottom) return;
      const at = screenToFlowPosition({ x, y });
      const { width, height } = sizeOf(kind);
      onDrop(kind, { x: at.x - width / 2, y: at.y - height / 2 });
    };
    stop.current = end;
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", end);
  };
}
