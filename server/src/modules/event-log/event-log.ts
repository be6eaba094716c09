/**
 * The writer of the log. Entries appended in one tick, and all that arrive while a batch is being written, become one
 * transaction: events and their projections together, so that neither can be seen without the other. Sequence numbers are
 * given when a batch is made, so a stream has no gaps and keeps its order.
 *
 * A batch that fails is tried again until it succeeds; what was appended is never dropped for a database that is away. Only
 * an entry that is refused for what it is (refused.ts), alone in its transaction, is given up, loudly, so that one bad entry cannot
 * stop the log (docs/protocol.md K99).
 *
 * Snapshots of calls and agents go the same way, in the order they were made: what is stored is as it was with the last event
 * that is stored.
 *
 * What is written under a lease, each enterprise's under its own, is written in a transaction that looks at the lease. Once that is
 * another's nothing is written under it any more: what waits is given up, for it comes from an engine whose term is over.
 */
import type { Clock } from "../../ports/clock.ts";
import type { Database } from "../../ports/database.ts";
import type { Logger } from "../../ports/logger.ts";
import { LeaseLost } from "../lease/index.ts";
import { appended, batchWriter, LeasesLost, nameOf, type LogLease, type Waiting } from "./batch.ts";
import { batchSize } from "./batch-size.ts";
import { streamKey, type Entry } from "./events.ts";
import { createMarks } from "./marks.ts";
import type { Projection } from "./projections.ts";
import { isRefused } from "./refused.ts";
import type { Snapshot } from "./snapshot-repository.ts";

export interface EventLog {
  /** Resolves when the entry is committed: only then is it acknowledged. Rejects when the lease is another's. */
  append(entry: Entry): Promise<void>;
  /** Stores it with what was appended before, or before what comes after. */
  keep(snapshot: Snapshot): void;
  /** More entries wait than the log should owe: take no new work (back-pressure). */
  overloaded(): boolean;
  /** Resolves when everything appended so far is committed, whatever comes after it. Rejects when the lease is another's by then. */
  written(): Promise<void>;
  /** Resolves when nothing waits to be committed any more. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** One writer for all enterprises, so that what several of them append at once is one transaction. */
export interface SharedEventLog extends EventLog {
  /** The same log, written under this lease. */
  under(lease: LogLease): EventLog;
}

export interface EventLogOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Under which lease it is written but for `under`; default: none. */
  readonly lease?: LogLease;
  /** Told after each commit whose calls or states it changed. */
  readonly changed?: (compIds: Iterable<string>) => void;
  /** Entries a transaction at most; on PGlite fewer, as many as leave others their turn. */
  readonly batch?: number;
  /** Entries that may wait before overloaded() says so. */
  readonly limit?: number;
}

const retry = { first: 100, most: 5_000 } as const;

interface Attempts extends Pick<EventLogOptions, "logger" | "changed"> {
  readonly write: ReturnType<typeof batchWriter>;
  readonly size: ReturnType<typeof batchSize>;
  readonly projections: Map<string, Projection>;
  /** Takes what waits under these leases away. */
  giveUp(error: LeasesLost): void;
}

/** again: the database is away. refused: for something in it. less: a lease was lost, and what is left is tried. */
type Outcome = "done" | "again" | "refused" | "less";

/** Writes a batch; `alone`: what is refused is given up. */
function attempts({ write, size, projections, logger, changed, giveUp }: Attempts) {
  return async (items: readonly Waiting[], alone: boolean): Promise<Outcome> => {
    const entries = appended(items);
    try {
      size.took(items.length, await write(items));
      for (const w of entries) w.done();
      if (entries.length > 0) changed?.(entries.map((w) => w.entry.compId));
      return "done";
    } catch (error) {
      // What memory holds may be older than the database (a commit whose answer was lost, another process): read again.
      for (const w of entries) projections.delete(streamKey(w.entry));
      if (error instanceof LeasesLost) {
        giveUp(error);
        return "less";
      }
      const refused = isRefused(error);
      if (alone && refused) {
        for (const w of items) logger.error({ error, ...nameOf(w) }, "the log refused an entry");
        for (const w of entries) w.failed(error as Error);
        return "done";
      }
      logger.warn({ error, entries: items.length }, "the log could not be written; trying again");
      return refused ? "refused" : "again";
    }
  };
}

/** Most callers only need the order, and do not ask what became of an entry. */
function refusal(error: LeaseLost): Promise<void> {
  const refused = Promise.reject<void>(error);
  refused.catch(() => undefined);
  return refused;
}

export function createEventLog({
  database,
  clock,
  logger,
  changed,
  lease,
  batch = 400,
  limit = 10_000,
}: EventLogOptions): SharedEventLog {
  let waiting: Waiting[] = [];
  const projections = new Map<string, Projection>();
  let running: Promise<void> | undefined;
  const idle: (() => void)[] = [];
  const lost = new Set<LogLease>();
  const marks = createMarks<LogLease>();
  let last = 0;
  const passed = (): void => marks.passed(waiting[0]?.n ?? Infinity);

  const write = batchWriter(database, clock, projections);
  const size = batchSize({ database, batch });

  function giveUp(error: LeasesLost): void {
    const gone = waiting.filter((w) => w.lease && error.leases.has(w.lease));
    waiting = waiting.filter((w) => !gone.includes(w));
    const leases = Array.from(error.leases, ({ name, epoch }) => ({ name, epoch }));
    logger.warn({ entries: gone.length, leases }, "leases are another process's: what this one has to log is given up");
    for (const w of appended(gone)) w.failed(error);
    marks.gaveUp(error.leases, error);
    passed();
    for (const each of error.leases) {
      if (lost.has(each)) continue;
      lost.add(each);
      each.lost();
    }
  }

  const attempt = attempts({ write, size, projections, logger, changed, giveUp });
  const pause = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));

  async function run(): Promise<void> {
    let delay: number = retry.first;
    let refusals = 0;
    let most = Infinity;
    while (waiting.length > 0) {
      const items = waiting.slice(0, Math.min(most, size.most));
      const outcome = await attempt(items, items.length === 1 && refusals > 0);
      if (outcome === "done") {
        waiting = waiting.slice(items.length);
        passed();
        [refusals, delay, most] = [0, retry.first, most * 2];
      } else if (outcome === "again") {
        await pause(delay);
        delay = Math.min(delay * 2, retry.most);
      } else if (outcome === "refused") {
        // The first time memory may have been older than the database. Then halves, until the bad one is alone.
        if (refusals > 0) most = Math.ceil(items.length / 2);
        refusals += 1;
      }
    }
  }

  function schedule(): void {
    running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(run).finally(() => {
      running = undefined;
      if (waiting.length > 0) return schedule();
      for (const resolve of idle.splice(0)) resolve();
    });
  }

  const flush = (): Promise<void> =>
    running === undefined && waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve));

  const face = (lease: LogLease | undefined): EventLog => ({
    append(entry) {
      if (lease && lost.has(lease)) return refusal(new LeaseLost());
      const promise = new Promise<void>((done, failed) => waiting.push({ n: ++last, entry, done, failed, lease }));
      // Most callers only need the order; a refusal has been logged.
      promise.catch(() => undefined);
      schedule();
      return promise;
    },
    keep(snapshot) {
      if (lease && lost.has(lease)) return;
      waiting.push({ n: ++last, snapshot, lease });
      schedule();
    },
    overloaded: () => waiting.length > limit,
    written() {
      if (lease && lost.has(lease)) return refusal(new LeaseLost());
      return waiting.length === 0 ? Promise.resolve() : marks.after(last, lease);
    },
    flush,
    stop: flush,
  });
  return { ...face(lease), under: face };
}
