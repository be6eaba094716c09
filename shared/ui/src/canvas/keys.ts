/** Whether somebody types there: keys of a canvas are letters, then. */
export const isTyped = (target: EventTarget): boolean =>
  target instanceof HTMLElement && (/^(INPUT|TEXTAREA|SELECT)$/.test(target.nodeName) || target.isContentEditable);

/** Id of the node or line that has the focus. */
export const partAt = (target: Node): string | null =>
  (target instanceof Element ? target.closest(".react-flow__node, .react-flow__edge") : null)?.getAttribute(
    "data-id",
  ) ?? null;
