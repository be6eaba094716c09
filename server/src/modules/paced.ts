/** What is done for a key at once, and for the same key at most once in `ms`: asked for meanwhile it is done once more after those. */
import type { Clock, Timer } from "../ports/clock.ts";

interface Rest {
  timer: Timer | undefined;
  again: boolean;
}

export class Paced {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #run: (key: string) => Promise<void>;
  /** Keys for which it was done less than `ms` ago, or is being done. */
  readonly #resting = new Map<string, Rest>();

  /** `run` never rejects; for one key it runs once at a time. */
  constructor(clock: Clock, ms: number, run: (key: string) => Promise<void>) {
    this.#clock = clock;
    this.#ms = ms;
    this.#run = run;
  }

  ask(key: string): void {
    const rest = this.#resting.get(key);
    if (rest) rest.again = true;
    else this.#begin(key);
  }

  #begin(key: string): void {
    const rest: Rest = { timer: undefined, again: false };
    this.#resting.set(key, rest);
    const done = this.#run(key);
    rest.timer = this.#clock.after(this.#ms, () => void done.then(() => this.#over(key, rest)));
  }

  #over(key: string, rest: Rest): void {
    if (this.#resting.get(key) !== rest) return;
    this.#resting.delete(key);
    if (rest.again) this.#begin(key);
  }

  stop(): void {
    for (const { timer } of this.#resting.values()) timer?.cancel();
    this.#resting.clear();
  }
}
