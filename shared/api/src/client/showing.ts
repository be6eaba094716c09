/**
 * Which tab is on show (decision 042). A press shows an open tab at once: whoever draws tabs, panes and containers changes what is seen
 * by DOM, without React. The store, and with it React, the address and the title, follow after the frame that shows it.
 */
import type { Middleware } from "@reduxjs/toolkit";
import { activated, type OpenTab, type WorkspaceState } from "./workspace.ts";

export interface Showing {
  /** That of a press which the store has not been told of yet, else the active one. */
  readonly tab: () => OpenTab | undefined;
  /** Shows an open tab; false when there is none with this key. */
  readonly show: (key: string) => boolean;
  /** `listener` is called whenever another tab is on show, by a press or by the store. Returns the end. */
  readonly watch: (listener: () => void) => () => void;
}

type WorkspaceMiddleware = Middleware<unknown, { readonly workspace: WorkspaceState }>;

const isOfTabs = (action: unknown): boolean =>
  typeof action === "object" && action !== null && "type" in action && String(action.type).startsWith("workspace/");

/** `afterFrame` calls back after the next frame and returns the cancel. */
export function createShowing(afterFrame: (work: () => void) => () => void) {
  let workspace: () => WorkspaceState = () => ({ tabs: [], active: "" });
  let deliver = () => undefined as void;
  let pressed: { readonly key: string; cancel(): void } | undefined;
  let told: string | undefined;
  const listeners = new Set<() => void>();

  const key = () => pressed?.key ?? workspace().active;
  const tell = () => {
    if (told === key()) return;
    told = key();
    for (const listener of [...listeners]) listener();
  };

  const showing: Showing = {
    tab: () => workspace().tabs.find((tab) => tab.key === key()),
    show(next) {
      if (!workspace().tabs.some((tab) => tab.key === next)) return false;
      pressed?.cancel();
      pressed = next === workspace().active ? undefined : { key: next, cancel: afterFrame(() => deliver()) };
      tell();
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
