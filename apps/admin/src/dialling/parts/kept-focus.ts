import { useEffect, useRef } from "react";

/** A button that cannot be pressed while it works loses the focus, and Escape would close nothing: it gets it back. */
export function useKeptFocus(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!busy && document.activeElement === document.body) button.current?.focus();
  }, [busy]);
  return button;
}
