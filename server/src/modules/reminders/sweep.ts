/**
 * Tells reminders that are due, in whichever process is there: each looks for them (modules/lookout.ts) and leases what it tells, so that
 * another one tells what a killed process had in hand.
 */
import { dayMs, hourMs, secondMs } from "@liantai/api/contract";
import type { Ports } from "../../ports/index.ts";
import type { DialRefs } from "../dial-refs/index.ts";
import { Lookout } from "../lookout.ts";
import { publish } from "../topics.ts";
import { grouped } from "./grouped.ts";
import { rollPlan } from "./plans/rolling.ts";
import { deleteOld, leaseDue, nextTelling, setTold, type LeasedRow } from "./repository.ts";
import { messagesOf } from "./telling.ts";

const latestMs = 30 * secondMs;
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
  readonly #lookout: Lookout;
  #purged = 0;

  constructor(deps: SweepDeps) {
    this.#d = deps;
    this.#lookout = new Lookout({
      ports: deps.ports,
      ...{ table: "reminder", latestMs, failed: "reminders not told" },
      look: () => this.#look(),
    });
  }

  start(): void {
    this.#lookout.start();
  }

  stop(): Promise<void> {
    return this.#lookout.stop();
  }

  look(): Promise<void> {
    return this.#lookout.look();
  }

  async #look(): Promise<number | undefined> {
    let next: number | undefined;
    do next = await this.#tellDue();
    while (next !== undefined && next <= this.#d.ports.clock.now());
    await this.#purge();
    return next;
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
