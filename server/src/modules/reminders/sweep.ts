/**
 * Tells reminders that are due, in whichever process is there: each looks at the very moment that the next is due and twice a minute, and
 * leases what it tells, so that another one tells what a killed process had in hand.
 */
import { dayMs, hourMs, secondMs } from "@liantai/api/contract";
import type { Timer } from "../../ports/clock.ts";
import type { Ports } from "../../ports/index.ts";
import type { DialRefs } from "../dial-refs/index.ts";
import { publish } from "../topics.ts";
import { grouped } from "./grouped.ts";
import { rollPlan } from "./plans/rolling.ts";
import { deleteOld, leaseDue, nextTelling, setTold, type LeasedRow } from "./repository.ts";
import { messagesOf } from "./telling.ts";

/** At the latest: other processes make reminders, too. */
const lookMs = 30 * secondMs;
/** What was made here is looked for this soon, and again each second until its transaction is surely through. */
const soonMs = 50;
const hotMs = 5 * secondMs;
/** How long a process has to tell what it leased. */
export const leaseMs = 5 * secondMs;
/** Whose messages are made before the loop turns. */
const atOnce = 500;
/** Accounts that one message of the broker names. */
const named = 500;
const purgeEveryMs = hourMs;
const keptMs = 90 * dayMs;

export interface SweepDeps {
  readonly ports: Pick<Ports, "database" | "clock" | "broker" | "logger">;
  readonly refs: DialRefs;
}

export class ReminderSweep {
  readonly #d: SweepDeps;
  #running = false;
  #looking = false;
  #again = false;
  #hotUntil = 0;
  #purged = 0;
  #timer: Timer | undefined;
  #timerAt = Infinity;

  constructor(deps: SweepDeps) {
    this.#d = deps;
  }

  start(): void {
    this.#running = true;
    this.#lookBy(this.#d.ports.clock.now());
  }

  stop(): void {
    this.#running = false;
    this.#timer?.cancel();
  }

  /** One was made here, in a transaction that may still be open. */
  made(): void {
    const now = this.#d.ports.clock.now();
    this.#hotUntil = now + hotMs;
    this.#lookBy(now + soonMs);
  }

  async look(): Promise<void> {
    if (this.#looking) return void (this.#again = true);
    this.#looking = true;
    let next: number | undefined;
    try {
      do {
        this.#again = false;
        next = await this.#tellDue();
      } while (this.#again || (next !== undefined && next <= this.#d.ports.clock.now()));
      await this.#purge();
    } catch (error) {
      this.#d.ports.logger.warn({ error }, "reminders not told");
    } finally {
      this.#looking = false;
      const now = this.#d.ports.clock.now();
      this.#lookBy(Math.min(next ?? Infinity, now + (now < this.#hotUntil ? secondMs : lookMs)));
    }
  }

  #lookBy(at: number): void {
    const { clock } = this.#d.ports;
    if (!this.#running || (this.#timer && this.#timerAt <= at)) return;
    this.#timer?.cancel();
    this.#timerAt = at;
    this.#timer = clock.after(at - clock.now(), () => {
      this.#timer = undefined;
      void this.look();
    });
  }

  /** When the next is due, of those that nobody has in hand. */
  async #tellDue(): Promise<number | undefined> {
    const { database, clock, broker } = this.#d.ports;
    const now = clock.now();
    const until = new Date(now + leaseMs);
    // system: reminders of every enterprise are told by whichever process is there.
    const { next, due } = await database.system(async (trx) => {
      const next = await nextTelling(trx);
      if (next === undefined || next.getTime() > now) return { next, due: [] };
      const rows = await leaseDue(trx, new Date(now), until, atOnce);
      for (const row of rows) await rollPlan(trx, row, new Date(now));
      const messages = await messagesOf(trx, this.#d.refs, rows);
      return { next, due: rows.map((row, at) => ({ row, message: messages[at] })) };
    });
    if (due.length === 0) return next?.getTime();
    // What is the same for many is one message.
    for (const group of grouped(
      due,
      ({ row, message }) => `${row.compId}/${row.key}/${JSON.stringify(message)}`,
    ).values()) {
      const message = group[0]?.message;
      for (let from = 0; message && from < group.length; from += named)
        await publish(broker, "message.send", {
          to: { accountIds: group.slice(from, from + named).map(({ row }) => row.accountId) },
          message,
        });
    }
    await this.#told(
      until,
      due.map(({ row }) => row),
    );
    // There may be more.
    return clock.now();
  }

  #told(until: Date, rows: readonly LeasedRow[]): Promise<unknown> {
    // system: as above.
    return this.#d.ports.database.system((trx) => setTold(trx, until, rows));
  }

  async #purge(): Promise<void> {
    const { database, clock } = this.#d.ports;
    const now = clock.now();
    if (now - this.#purged < purgeEveryMs) return;
    this.#purged = now;
    // system: as above.
    await database.system((trx) => deleteOld(trx, new Date(now - keptMs)));
  }
}
