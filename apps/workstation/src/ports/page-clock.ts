/** The page's clock: window timers while visible, a worker's while hidden, window timers again if no worker can be had. */
import { MovableClock, type Clock, type TimerHost } from "./clock.ts";

function windowTimers(fire: (id: number) => void): TimerHost {
  const running = new Map<number, ReturnType<typeof setTimeout>>();
  return {
    set: (id, ms) =>
      void running.set(
        id,
        setTimeout(() => {
          running.delete(id);
          fire(id);
        }, ms),
      ),
    clear(id) {
      clearTimeout(running.get(id));
      running.delete(id);
    },
  };
}

function workerTimers(worker: Worker, fire: (id: number) => void): TimerHost {
  worker.onmessage = ({ data }: MessageEvent<number>) => fire(data);
  return { set: (id, ms) => worker.postMessage({ set: id, ms }), clear: (id) => worker.postMessage({ clear: id }) };
}

/** A page that is left is hidden for a moment, too; a worker that dies while it loads leaves a request that never ends. */
const settledMs = 1_000;

export function pageClock(makeWorker: () => Worker, page: Document = document): Clock {
  const fire = (id: number) => clock.fire(id);
  const visible = windowTimers(fire);
  const clock = new MovableClock(visible);
  let hidden: TimerHost | undefined;
  let refused = false;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    try {
      const worker = makeWorker();
      // A worker that cannot be loaded (another origin's bundle in development) says so later, by event.
      worker.onerror = () => {
        refused = true;
        clock.use(visible);
      };
      hidden = workerTimers(worker, fire);
      clock.use(hidden);
    } catch {
      refused = true;
    }
  };
  const choose = () => {
    clearTimeout(settling);
    if (!page.hidden || refused) clock.use(visible);
    else if (hidden) clock.use(hidden);
    else settling = setTimeout(begin, settledMs);
  };
  page.addEventListener("visibilitychange", choose);
  choose();
  return clock;
}
