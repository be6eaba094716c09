/** What everything that covers a tab does with the focus, with what lies behind it and with the notifications. */
import { afterFrame } from "@liantai/api/client";
import { useContext, useEffect, useRef, type RefObject } from "react";
import { LayerContext, type PaneLayer } from "../app-root/pane-context.ts";
import { blockPage } from "./block-page.ts";
import { useKeepClear } from "./room.ts";

const focusable =
  "[autofocus], input:not([disabled]), select:not([disabled]), textarea:not([disabled]), button:not([disabled])";

const firstOf = (sheet: HTMLElement | null) =>
  sheet?.querySelector<HTMLElement>(`[data-sheet-body] :is(${focusable}), [data-sheet-footer] :is(${focusable})`);

/**
 * Moves the focus in while open and back to where it was afterwards. What lies behind is inert once the sheet is drawn, until the
 * frame without it is: every element there is styled anew by that, which neither the press that opens a sheet nor the one that closes
 * it need wait for. What is inert takes no focus: it goes back then, unless something else has it by now.
 */
function useHeldFocus(block: () => () => void, filled: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const around = before?.closest<HTMLElement>("[data-sheet-body], [data-sheet-footer]")?.parentElement;
    (firstOf(ref.current) ?? ref.current)?.focus({ preventScroll: true });
    let end: (() => void) | undefined;
    const cancel = afterFrame(() => {
      end = block();
    });
    return () => {
      cancel();
      const back = () => {
        const taken = document.activeElement && document.activeElement !== document.body;
        if (taken || !(before instanceof HTMLElement)) return;
        // What opened it went with it: its sheet goes on with the keyboard.
        (before.isConnected ? before : around?.isConnected ? around : undefined)?.focus({ preventScroll: true });
      };
      back();
      const unblock = end;
      if (!unblock) return;
      afterFrame(() => {
        unblock();
        back();
      });
    };
  }, [block]);
  useEffect(() => {
    // Unless somebody has gone elsewhere in the meantime.
    if (filled && document.activeElement === ref.current) firstOf(ref.current)?.focus({ preventScroll: true });
  }, [filled]);
  return ref;
}

/**
 * What had the focus is disabled while it works, or gone: the browser then gives the focus to the page, where no Escape closes a sheet.
 * It comes back to the sheet, unless somebody went elsewhere.
 */
function useKeptFocus(ref: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const sheet = ref.current;
    if (!sheet) return undefined;
    let inside = sheet.contains(document.activeElement);
    let cancel: (() => void) | undefined;
    const moved = ({ target }: FocusEvent) => {
      inside = target instanceof Node && sheet.contains(target);
    };
    const changed = new MutationObserver(() => {
      cancel?.();
      // The browser takes the focus from what is disabled with the next frame alone.
      cancel = afterFrame(() => {
        if (inside && document.activeElement === document.body) sheet.focus({ preventScroll: true });
      });
    });
    document.addEventListener("focusin", moved);
    changed.observe(sheet, { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled"] });
    return () => {
      document.removeEventListener("focusin", moved);
      changed.disconnect();
      cancel?.();
    };
  }, [ref]);
}

interface Modal {
  /** Of the element that takes the focus: it has a tabIndex. */
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Where it is drawn; null: outside a tab, in the page's body. */
  readonly layer: PaneLayer | null;
}

/** `filled`: what it holds is drawn. Its buttons, where they are not in [data-sheet-body], are in [data-sheet-footer]. */
export function useModal(filled = true): Modal {
  const layer = useContext(LayerContext);
  const ref = useHeldFocus(layer?.block ?? blockPage, filled);
  useKeptFocus(ref);
  useKeepClear(ref, "sheet", filled);
  return { ref, layer };
}
