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
