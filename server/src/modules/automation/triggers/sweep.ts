/**
 * Triggers that wait for their turn. Every process looks for them (modules/lookout.ts) and runs what waits, order by order and record by
 * record in the order in which it happened; the row's lock says who runs it.
 */
import { hourMs, secondMs } from "@liantai/api/contract";
import { Lookout } from "../../lookout.ts";
import type { RunDeps } from "../deps.ts";
import { dropOldRuns, firstTry, waitingSubjects, type Waiting } from "../runs-repository.ts";
import { runNext, traceKeptMs } from "./running.ts";

const latestMs = 10 * secondMs;
const atOnce = 200;
const lanes = 4;
/** What one order or record may do in a row before others have their turn. */
const inARow = 50;

export class TriggerSweep {
  readonly #deps: RunDeps;
  readonly #lookout: Lookout;
  #stopped = false;
  #cleanAt = 0;

  constructor(deps: RunDeps) {
    this.#deps = deps;
    this.#lookout = new Lookout({
      ports: deps.ports,
      ...{ table: "trigger_run", latestMs, failed: "triggers not looked for" },
      look: () => this.#look(),
    });
  }

  start(): void {
    this.#lookout.start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#lookout.stop();
  }

  async #look(): Promise<number | undefined> {
    await this.sweep();
    const { database, clock } = this.#deps.ports;
    if (this.#cleanAt <= clock.now()) {
      this.#cleanAt = clock.now() + hourMs;
      // system: traces of every enterprise, by whichever process is there.
      await database.system((trx) => dropOldRuns(trx, new Date(clock.now() - traceKeptMs)));
    }
    // system: as above.
    return database.system(firstTry);
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
