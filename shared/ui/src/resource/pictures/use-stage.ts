/** Wheel and drag over the place where a picture is shown. */
import { useEffect, useRef, type PointerEvent } from "react";
import type { Step } from "./view.ts";

/** `onStep`: the same function at every drawing. */
export function useStage(onStep: (step: Step) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const held = useRef<{ readonly id: number; readonly x: number; readonly y: number }>(undefined);
  useEffect(() => {
    const stage = ref.current;
    // React's own wheel listener is a passive one: what lies behind would scroll, and the page grow with Ctrl.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      if (event.deltaY !== 0) onStep({ kind: "wheel", down: event.deltaY > 0 });
    };
    stage?.addEventListener("wheel", wheel, { passive: false });
    return () => stage?.removeEventListener("wheel", wheel);
  }, [onStep]);
  const end = (event: PointerEvent<HTMLElement>) => {
    if (held.current?.id === event.pointerId) held.current = undefined;
  };
  return {
    ref,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // A press on 重试 is its own.
      if (event.button !== 0 || held.current || (event.target as Element).closest("button")) return;
      held.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture?.(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = held.current;
      if (!from || from.id !== event.pointerId) return;
      held.current = { id: from.id, x: event.clientX, y: event.clientY };
      onStep({ kind: "move", x: event.clientX - from.x, y: event.clientY - from.y });
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
