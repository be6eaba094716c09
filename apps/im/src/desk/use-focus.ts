/** Whether somebody looks: the tab is on show and the window has the focus. */
import { useActive } from "@liantai/ui";
import { useSyncExternalStore } from "react";

const events = ["focus", "blur"] as const;

function watch(changed: () => void): () => void {
  for (const event of events) addEventListener(event, changed);
  document.addEventListener("visibilitychange", changed);
  return () => {
    for (const event of events) removeEventListener(event, changed);
    document.removeEventListener("visibilitychange", changed);
  };
}

const looks = (): boolean => document.visibilityState !== "hidden" && document.hasFocus();

export function useFocus(): boolean {
  const focused = useSyncExternalStore(watch, looks);
  return useActive() && focused;
}
