/** Waits between tries; whoever stops does not wait for them. */
import type { Clock } from "../../../ports/clock.ts";

export class Pauses {
  readonly #clock: Clock;
  readonly #wakes = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        timer.cancel();
        this.#wakes.delete(wake);
        resolve();
      };
      const timer = this.#clock.after(ms, wake);
      this.#wakes.add(wake);
    });
  }

  stop(): void {
    for (const wake of [...this.#wakes]) wake();
  }
}
