/** The 20 ms clock of a media thread. Frame n is due at start + 20n, so that error never adds up. */
import { performance } from "node:perf_hooks";

const TICK_MS = 20;
/** After a longer stop (a suspended machine) the missed frames are not caught up but left out. */
const CATCH_UP = 10;

/** Calls `frame(dueAt)` every 20 ms (performance.now() scale) until the returned function is called. */
export function startTicker(frame: (dueAt: number) => void): () => void {
  let due = performance.now() + TICK_MS;
  let timer: NodeJS.Timeout | undefined;
  let running = true;
  const wake = (): void => {
    let now = performance.now();
    if (now - due > CATCH_UP * TICK_MS) due = now;
    while (running && now >= due) {
      const at = due;
      due += TICK_MS;
      frame(at);
      now = performance.now();
    }
    // Node's timers fire up to a millisecond late and never early by more than a rounding: round up to the next one.
    if (running) timer = setTimeout(wake, Math.max(1, Math.ceil(due - now)));
  };
  timer = setTimeout(wake, TICK_MS);
  return () => {
    running = false;
    clearTimeout(timer);
  };
}
