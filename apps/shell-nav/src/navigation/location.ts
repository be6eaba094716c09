/** The page's location as a value. single-spa listens to the history, so a push or a replace is a navigation. */
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
// single-spa holds back popstate listeners until it has rerouted; its own event comes first.
const events = ["popstate", "single-spa:before-routing-event"] as const;

export function go(to: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", to);
  else history.replaceState(null, "", to);
  for (const listener of [...listeners]) listener();
}

function subscribeLocation(listener: () => void): () => void {
  listeners.add(listener);
  for (const name of events) window.addEventListener(name, listener);
  return () => {
    listeners.delete(listener);
    for (const name of events) window.removeEventListener(name, listener);
  };
}

export const usePathname = (): string => useSyncExternalStore(subscribeLocation, () => location.pathname);
