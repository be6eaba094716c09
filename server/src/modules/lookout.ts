/**
 * Work that waits in a table for its time and is done by whichever process is there. It is looked for at the very moment at which the next
 * is due, a moment after this process has put some in, and at the latest every `latestMs`: other processes put some in, too, and may be
 * killed before they have done it. While nothing waits nothing is asked.
 */
import { secondMs } from "@liantai/api/contract";
import type { Timer } from "../ports/clock.ts";
import type { Ports } from "../ports/index.ts";
import type { Tables } from "../ports/schema.ts";

/** What is put in by many transactions at once is looked for once. */
const soonMs = 50;
/** What another process has in hand, or a look that failed, is looked for again so soon. */
const againMs = secondMs;

export interface LookoutOptions {
  readonly ports: Pick<Ports, "database" | "clock" | "logger">;
  /** Where it waits. undefined: what is put in is not due before the latest look, or told by `by`. */
  readonly table?: keyof Tables;
  readonly latestMs: number;
  /** Does what is due. Resolves with when the next is due (ms since 1970), undefined where nothing waits. */
  look(): Promise<number | undefined>;
  /** What the log says when a look failed. */
  readonly failed: string;
}

export class Lookout {
  readonly #o: LookoutOptions;
  #on = false;
  #unhear: (() => void) | undefined;
  #timer: Timer | undefined;
  #timerAt = Infinity;
  #looking: Promise<void> | undefined;
  #again = false;

  constructor(options: LookoutOptions) {
    this.#o = options;
  }

  start(): void {
    const { database, clock } = this.#o.ports;
    this.#on = true;
    if (this.#o.table) this.#unhear = database.inserted(this.#o.table, () => this.by(clock.now() + soonMs));
    this.by(clock.now());
  }

  /** Resolves when a look that is under way is through. */
  async stop(): Promise<void> {
    this.#on = false;
    this.#unhear?.();
    this.#timer?.cancel();
    this.#timer = undefined;
    await this.#looking;
  }

  /** Looks now; while it is looking, once more after that. */
  look(): Promise<void> {
    if (this.#looking) {
      this.#again = true;
      return this.#looking;
    }
    return (this.#looking = this.#looks());
  }

  async #looks(): Promise<void> {
    const { clock, logger } = this.#o.ports;
    let next: number | undefined;
    try {
      do {
        this.#again = false;
        next = await this.#o.look();
      } while (this.#again);
    } catch (error) {
      logger.warn({ error }, this.#o.failed);
      next = clock.now();
    }
    this.#looking = undefined;
    const now = clock.now();
    this.by(next !== undefined && next <= now ? now + againMs : Math.min(next ?? Infinity, now + this.#o.latestMs));
  }

  /** Something falls due then (ms since 1970), of which no insert tells. */
  by(at: number): void {
    const { clock } = this.#o.ports;
    if (!this.#on || (this.#timer && this.#timerAt <= at)) return;
    this.#timer?.cancel();
    this.#timerAt = at;
    this.#timer = clock.after(at - clock.now(), () => {
      this.#timer = undefined;
      void this.look();
    });
  }
}
