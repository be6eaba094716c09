import { useLayoutEffect, useState, type RefObject } from "react";

/** px below which a list beside an open call card has no room for every column of it. */
const roomy = 900;

/** The box is narrow now: the call card stands beside it. */
export function useNarrow(box: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      // A hidden tab has no width: what it had stays.
      if (width > 0) setNarrow(width < roomy);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return narrow;
}

/** Of a view of such a screen. */
export interface ViewProps {
  readonly narrow: boolean;
}

/** Without those that an open call card leaves no room for: sideways scrolling would hide what can be done. */
export const without = <C extends { readonly id: string }>(
  columns: readonly C[],
  ids: readonly string[],
): readonly C[] => columns.filter(({ id }) => !ids.includes(id));
