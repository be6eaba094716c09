/** Where the keyboard is after a card has moved, come or gone: browsers lose it with the element. */
import { useMemo, type RefObject } from "react";

const coverOf = (id: string) => `[data-card="${id}"] [data-field-card]`;

export function useFocus(canvas: RefObject<HTMLDivElement | null>) {
  return useMemo(() => {
    /** When it is drawn. Nothing where the keyboard was not on the canvas. */
    const later = (target: (was: HTMLElement) => HTMLElement | null | undefined) => {
      const was = document.activeElement;
      if (!(was instanceof HTMLElement) || !canvas.current?.contains(was)) return;
      requestAnimationFrame(() => {
        const to = target(was);
        if (to && to !== document.activeElement) to.focus({ preventScroll: true });
      });
    };
    const cover = (id: string | undefined) =>
      id === undefined ? undefined : canvas.current?.querySelector<HTMLElement>(coverOf(id));
    return {
      /** What had it has it again; of a card that is drawn anew the card. */
      keep: (id: string) => later((was) => (was.isConnected ? was : cover(id))),
      /** To a card, or to the canvas where none is left. */
      to: (id: string | undefined) => later(() => cover(id) ?? canvas.current),
    };
  }, [canvas]);
}
