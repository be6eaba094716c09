import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useActive } from './pane-context.ts';

/** ms; console.md section 4, "Pages that poll". */
const interval = 10_000;
const throttle = 5_000;

const watchPage = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const pageVisible = () => document.visibilityState !== 'hidden';

/** The screen can be seen: its tab is active and the page is not hidden. */
function useOnShow(): boolean {
  const active = useActive();
  return useSyncExternalStore(watchPage, pageVisible) && active;
}

/**
 * Calls `poll` every 10 s while the screen can be seen, at once when it is seen again after 10 s or more, and never
 * twice within 5 s. The first call comes 10 s after mounting: a screen loads its data itself.
 */
export function usePolling(poll: () => void): void {
  const shown = useOnShow();
  const latest = useRef(poll);
  const last = useRef(0);
  useEffect(() => {
    latest.current = poll;
  }, [poll]);
  useEffect(() => {
    if (!shown) return;
    last.current ||= Date.now();
    const run = () => {
      if (Date.now() - last.current < throttle) return;
      last.current = Date.now();
      latest.current();
    };
    if (Date.now() - last.current >= interval) run();
    const timer = setInterval(run, interval);
    return () => clearInterval(timer);
  }, [shown]);
}

/** A function that calls `work` now when the tab is active, else once as soon as it becomes so. */
export function useWhenActive(work: () => void): () => void {
  const active = useActive();
  const latest = useRef({ work, active, due: false });
  useEffect(() => {
    latest.current.work = work;
    latest.current.active = active;
    if (!active || !latest.current.due) return;
    latest.current.due = false;
    work();
  }, [active, work]);
  return useRef(() => {
    if (latest.current.active) latest.current.work();
    else latest.current.due = true;
  }).current;
}
