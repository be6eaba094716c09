/**
 * That this process is there, by its own clock: it takes itself to be there for less long than the others do, so that it has stopped
 * acting before another may take what it has (K33). All its terms hold for as long.
 */
import type { Clock } from "../../ports/clock.ts";

export class TermOver extends Error {
  constructor() {
    super("another process has the lease");
  }
}

export class Membership {
  readonly #clock: Clock;
  readonly #ends = new Set<() => void>();
  #until: number;
  #over = false;
  #waiting: { readonly go: () => void; readonly stop: (error: TermOver) => void }[] = [];

  /** until: on the monotonic clock. */
  constructor(clock: Clock, until: number) {
    this.#clock = clock;
    this.#until = until;
  }

  get over(): boolean {
    return this.#over;
  }

  holds(): boolean {
    return !this.#over && this.#clock.monotonic() < this.#until;
  }

  /** Resolves as soon as it is so for certain, at once while it is; rejects with TermOver. */
  held(): Promise<void> {
    if (this.#over) return Promise.reject(new TermOver());
    if (this.holds()) return Promise.resolve();
    return new Promise((go, stop) => this.#waiting.push({ go, stop }));
  }

  /** Others may take it to be gone: until the next renewal it does nothing. */
  doubted(): void {
    this.#until = Number.NEGATIVE_INFINITY;
  }

  renewed(until: number): void {
    this.#until = Math.max(this.#until, until);
    if (this.holds()) for (const { go } of this.#waiting.splice(0)) go();
  }

  /** It was found gone, or goes. */
  end(): void {
    if (this.#over) return;
    this.#over = true;
    for (const { stop } of this.#waiting.splice(0)) stop(new TermOver());
    for (const run of this.#ends) run();
    this.#ends.clear();
  }

  onEnd(run: () => void): void {
    this.#ends.add(run);
  }
}
