/** What a screen knows of the tab it stands in. */
import type { OpenTab } from "@liantai/api/client";
import { createContext, useContext, useSyncExternalStore } from "react";

export const TabContext = createContext<OpenTab | null>(null);

/** Whether the tab is on show: asked and followed without drawing the screen anew, or switching would cost a whole screen. */
export interface Activity {
  readonly get: () => boolean;
  /** Returns the function that ends the subscription. */
  readonly watch: (listener: () => void) => () => void;
}

export function createActivity(first: boolean): Activity & { readonly set: (active: boolean) => void } {
  let active = first;
  const listeners = new Set<() => void>();
  return {
    get: () => active,
    set(next) {
      if (next === active) return;
      active = next;
      for (const listener of listeners) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Outside a tab one is always on show. */
export const ActivityContext = createContext<Activity>(createActivity(true));

export interface PaneLayer {
  /** Where the tab's dialogs are drawn: they cover their tab and nothing else. */
  readonly element: HTMLElement | null;
  /** Makes the tab's content inert until the returned function is called. */
  readonly block: () => () => void;
}
export const LayerContext = createContext<PaneLayer | null>(null);

/** The open tab; throws outside a tab. */
export function useTab(): OpenTab {
  const tab = useContext(TabContext);
  if (!tab) throw new Error("useTab is for screens inside a tab");
  return tab;
}

/** The key of the tab, '/' outside a tab. */
export const useTabKey = (): string => useContext(TabContext)?.key ?? "/";

/** The saved parameter of the tab (`{multis}`), as its opener wrote it. It came through the address: check what matters. */
export function useTabParams<T>(): Partial<T> {
  const { params } = useTab();
  return typeof params === "object" && params !== null ? params : {};
}

/** Whether the tab is the one on show. Draws its component anew on every switch: for small components. */
export function useActive(): boolean {
  const { get, watch } = useContext(ActivityContext);
  return useSyncExternalStore(watch, get);
}

/** Says when it is asked whether the tab is the one on show; draws nothing anew. */
export const useIsActive = (): (() => boolean) => useContext(ActivityContext).get;
