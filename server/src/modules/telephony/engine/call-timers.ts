/** What a call waits for, on the clock. */
import type { Clock } from "../../../ports/clock.ts";
import type { TimerName } from "../call/timer-name.ts";
import type { Timers } from "./keeping.ts";

export function stopTimer(timers: Timers, name: TimerName): void {
  timers.get(name)?.timer.cancel();
  timers.delete(name);
}

/** In the place of one of that name. */
export function startTimer(clock: Clock, timers: Timers, name: TimerName, ms: number, due: () => void): void {
  timers.get(name)?.timer.cancel();
  const timer = clock.after(ms, () => {
    timers.delete(name);
    due();
  });
  timers.set(name, { timer, at: clock.now() + ms });
}
