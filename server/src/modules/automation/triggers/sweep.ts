/**
 * Triggers that wait for their turn. Every process looks each second and runs what waits, order by order and record by record in the order
 * in which it happened; the row's lock says who runs it.
 */
import { hourMs, secondMs } from "@liantai/api/contract";
import type { Timer } from "../../../ports/clock.ts";
import type { RunDeps } from "../deps.ts";
import { dropOldRuns, waitingSubjects, type Waiting } from "../runs-repository.ts";
import { runNext, traceKeptMs } from "./running.ts";

const tickMs = secondMs;
const atOnce = 200;
const lanes = 4;
/** What one order or record may do in a row before others have their turn. */
const inARow = 50;

export class TriggerSweep {
  readonly #deps: RunDeps;
  #timer: Timer | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;
  #cleanAt = 0;

  constructor(deps: RunDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { clock, logger } = this.#deps.ports;
    this.#timer = clock.every(tickMs, () => {
      this.#running ??= this.#look()
        .catch((error: unknown) => logger.warn({ error }, "triggers not looked for"))
        .finally(() => (this.#running = undefined));
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#running;
  }

  async #look(): Promise<void> {
    await this.sweep();
    const { database, clock } = this.#deps.ports;
    if (this.#cleanAt > clock.now()) return;
    this.#cleanAt = clock.now() + hourMs;
    // system: traces of every enterprise, by whichever process is there.
    await database.system((trx) => dropOldRuns(trx, new Date(clock.now() - traceKeptMs)));
  }

  /** Everything that waits now, and what that leads to. */
  async sweep(): Promise<void> {
    const { database, clock } = this.#deps.ports;
    const stuck = new Set<string>();
    while (!this.#stopped) {
      // system: what waits of every enterprise, by whichever process is there.
      const found = await database.system((trx) => waitingSubjects(trx, new Date(clock.now()), atOnce));
      const fresh = found.filter((one) => !stuck.has(keyOf(one)));
      if (fresh.length === 0) return;
      const queue = fresh.values();
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          for (const one of queue) if (!(await this.#drain(one))) stuck.add(keyOf(one));
        }),
      );
    }
  }

  /** false: what is left of it is another process's, or waits. */
  async #drain(of: Waiting): Promise<boolean> {
    const { logger } = this.#deps.ports;
    try {
      for (let n = 0; n < inARow; n += 1) if (this.#stopped || !(await runNext(this.#deps, of))) return false;
      return true;
    } catch (error) {
      logger.warn({ error, ...of }, "triggers of an order or a record did not run; they are tried again");
      return false;
    }
  }
}

const keyOf = ({ compId, kind, subjectId }: Waiting): string => `${compId}/${kind}/${subjectId}`;
