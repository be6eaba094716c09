/**
 * Which tab is on show (decision 042). A press shows an open tab at once: whoever draws tabs, panes and containers changes what is seen
 * by DOM, without React. The store, and with it React, the address and the title, follow after the frame that shows it.
 * Where that frame would be late, the press is answered by the marked tab alone, and the pane comes in a frame of its own right after.
 */
import type { Middleware } from "@reduxjs/toolkit";
import { activated, type OpenTab, type WorkspaceState } from "./workspace.ts";

/** ms that a press may have waited, with what its pane's frame takes the page: half a frame of the screen. */
const answerMs = 8;

export interface Showing {
  /** The one whose pane is on show: that of a press which the store has not been told of yet, else the active one. */
  readonly tab: () => OpenTab | undefined;
  /** The one that is marked: `tab`, or until its pane is shown that of a press. */
  readonly marked: () => OpenTab | undefined;
  /** Shows an open tab; false when there is none with this key. `waitedMs`: for how long the press has waited for this already. */
  readonly show: (key: string, waitedMs?: number) => boolean;
  /** `listener` is called whenever another tab is on show or marked, by a press or by the store. Returns the end. */
  readonly watch: (listener: () => void) => () => void;
}

interface Pressed {
  readonly key: string;
  /** The tab whose pane is on show meanwhile. */
  readonly shown: string;
  readonly cancel: () => void;
}

/** Calls back after the next frame with the ms that it took the page; returns the cancel. */
type AfterFrame = (work: (frameMs: number) => void) => () => void;

type WorkspaceMiddleware = Middleware<unknown, { readonly workspace: WorkspaceState }>;

const isOfTabs = (action: unknown): boolean =>
  typeof action === "object" && action !== null && "type" in action && String(action.type).startsWith("workspace/");

export function createShowing(afterFrame: AfterFrame) {
  let workspace: () => WorkspaceState = () => ({ tabs: [], active: "" });
  let deliver = () => undefined as void;
  let pressed: Pressed | undefined;
  let told: { readonly marked: string; readonly shown: string } | undefined;
  /** By the key of a tab: ms that the frame takes which shows its pane, as the last ones did. */
  let frames: ReadonlyMap<string, number> = new Map();
  const listeners = new Set<() => void>();

  const isOpen = (key: string) => workspace().tabs.some((tab) => tab.key === key);
  const tabOf = (key: string) => workspace().tabs.find((tab) => tab.key === key);
  const now = () => {
    const { active } = workspace();
    return { marked: pressed?.key ?? active, shown: pressed?.shown ?? active };
  };
  const tell = () => {
    const next = now();
    if (told?.marked === next.marked && told.shown === next.shown) return;
    told = next;
    for (const listener of [...listeners]) listener();
  };

  const shownIn = (key: string, frameMs: number) => {
    // What a pane hears of while it is hidden is painted when it is shown: a quick frame alone promises no quick one the next time.
    const kept = Math.max(frameMs, (frames.get(key) ?? 0) / 2);
    frames = new Map([...frames, [key, kept] as const].filter(([each]) => isOpen(each)));
  };
  /** ms; of a pane that was never shown by a press what the slowest of the others takes. */
  const expected = (key: string) => frames.get(key) ?? Math.max(0, ...frames.values());
  const showPane = (key: string) => {
    pressed = {
      key,
      shown: key,
      cancel: afterFrame((frameMs) => {
        shownIn(key, frameMs);
        deliver();
      }),
    };
    tell();
  };
  const markFirst = (key: string, shown: string) => {
    pressed = { key, shown, cancel: afterFrame(() => showPane(key)) };
    tell();
  };

  const showing: Showing = {
    tab: () => tabOf(now().shown),
    marked: () => tabOf(now().marked),
    show(next, waitedMs = 0) {
      if (!isOpen(next)) return false;
      const isLate = waitedMs + expected(next) > answerMs;
      const { shown } = now();
      pressed?.cancel();
      pressed = undefined;
      if (next === workspace().active) tell();
      else if (next !== shown && isLate) markFirst(next, shown);
      else showPane(next);
      return true;
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };

  const middleware: WorkspaceMiddleware = ({ dispatch, getState }) => {
    workspace = () => getState().workspace;
    deliver = () => {
      if (!pressed) return;
      const { key: due, cancel } = pressed;
      cancel();
      pressed = undefined;
      dispatch(activated(due));
    };
    return (next) => (action) => {
      // In the order of the presses: what closes or opens a tab finds the one active that the person looks at.
      if (isOfTabs(action)) deliver();
      const result = next(action);
      tell();
      return result;
    };
  };
  return { showing, middleware };
}
