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

/** ms between two refreshes at least, however often something changes. */
const pace = 2_000;

/**
 * A function that calls `work` now when the tab is active, else once as soon as it becomes so. Asked again within 2 s it waits for
 * their end: 30 calls that end in a second are one question to the server and one drawing.
 */
export function useWhenActive(work: () => void): () => void {
  const activity = useContext(ActivityContext);
  const latest = useRef(work);
  const due = useRef(false);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useCallback(() => {
    const next = () => {
      resting.current = undefined;
      if (!due.current || !activity.get()) return;
      due.current = false;
      latest.current();
      resting.current = setTimeout(next, pace);
    };
    if (resting.current === undefined) next();
  }, [activity]);
  useEffect(() => {
    latest.current = work;
  }, [work]);
  useEffect(() => {
    const end = activity.watch(settle);
    return () => {
      end();
      clearTimeout(resting.current);
      resting.current = undefined;
    };
  }, [activity, settle]);
  return useCallback(() => {
    due.current = true;
    settle();
  }, [settle]);
}
