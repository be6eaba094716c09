import { useCallback, useContext, useEffect, useRef } from "react";
import { ActivityContext } from "./pane-context.ts";

/** ms; console.md section 4, "Pages that poll". */
const interval = 10_000;
const throttle = 5_000;

/**
 * Calls `poll` every 10 s while the screen can be seen, at once when it is seen again after 10 s or more, and never
 * twice within 5 s. The first call comes 10 s after mounting: a screen loads its data itself.
 */
export function usePolling(poll: () => void): void {
  const activity = useContext(ActivityContext);
  const latest = useRef(poll);
  useEffect(() => {
    latest.current = poll;
  }, [poll]);
  useEffect(() => {
    let last = Date.now();
    let timer: ReturnType<typeof setInterval> | undefined;
    const run = () => {
      if (Date.now() - last < throttle) return;
      last = Date.now();
      latest.current();
    };
    const follow = () => {
      clearInterval(timer);
      timer = undefined;
      if (!activity.get() || document.visibilityState === "hidden") return;
      if (Date.now() - last >= interval) run();
      timer = setInterval(run, interval);
    };
    follow();
    const end = activity.watch(follow);
    document.addEventListener("visibilitychange", follow);
    return () => {
      clearInterval(timer);
      end();
      document.removeEventListener("visibilitychange", follow);
    };
  }, [activity]);
}

/** A function that calls `work` now when the tab is active, else once as soon as it becomes so. */
export function useWhenActive(work: () => void): () => void {
  const activity = useContext(ActivityContext);
  const latest = useRef(work);
  const due = useRef(false);
  useEffect(() => {
    latest.current = work;
  }, [work]);
  useEffect(
    () =>
      activity.watch(() => {
        if (!activity.get() || !due.current) return;
        due.current = false;
        latest.current();
      }),
    [activity],
  );
  return useCallback(() => {
    if (activity.get()) latest.current();
    else due.current = true;
  }, [activity]);
}
