/** Figures are asked for again when something has changed, not by the clock, and only while somebody can see them. */
import { bus, type BusEventName } from "@liantai/bus";
import { useActive } from "@liantai/ui";
import { useEffect, useRef } from "react";

/** ms between two questions at least (console.md section 4). */
const pause = 5_000;

/** Draws nothing, so that a switch of tabs draws nothing else. `events`: a constant. What is seen again is asked for again. */
export function RefreshOnChange({
  events,
  refetch,
}: {
  readonly events: readonly BusEventName[];
  readonly refetch: () => void;
}) {
  const active = useActive();
  const latest = useRef(refetch);
  // The screen asks by itself when it opens.
  const asked = useRef<number>(undefined);
  useEffect(() => {
    latest.current = refetch;
  }, [refetch]);
  useEffect(() => {
    const first = asked.current === undefined;
    asked.current ??= Date.now();
    if (!active) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      timer = undefined;
      asked.current = Date.now();
      latest.current();
    };
    const change = () => {
      if (timer !== undefined || document.visibilityState === "hidden") return;
      const left = (asked.current ?? 0) + pause - Date.now();
      if (left > 0) timer = setTimeout(ask, left);
      else ask();
    };
    const stop = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    const look = () => (document.visibilityState === "hidden" ? stop() : change());
    const ends = events.map((name) => bus.subscribe(name, change));
    document.addEventListener("visibilitychange", look);
    if (!first) change();
    return () => {
      stop();
      for (const end of ends) end();
      document.removeEventListener("visibilitychange", look);
    };
  }, [active, events]);
  return null;
}
