import { useEffect, useRef, type FocusEvent } from "react";

/**
 * What had the focus is gone, can be pressed no more, or was let go of (the graph does that with a node that is chosen no more): the next
 * key is the editor's all the same.
 */
export function useKeptFocus() {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef<Element>(undefined);
  useEffect(() => {
    const [at, now] = [last.current, document.activeElement];
    if (at && (now === document.body || now === at) && (!at.isConnected || at.matches(":disabled")))
      ref.current?.focus({ preventScroll: true });
  });
  return {
    ref,
    onFocus: (event: FocusEvent) => void (last.current = event.target),
    onBlur({ target, relatedTarget }: FocusEvent<HTMLElement>) {
      if (relatedTarget !== null || !target.matches(".react-flow__node")) return;
      requestAnimationFrame(() => {
        if (target.isConnected && document.activeElement === document.body) target.focus({ preventScroll: true });
      });
    },
  };
}
