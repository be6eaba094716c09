/**
 * The writer of the log. Entries appended in one tick, and all that arrive while a batch is being written, become one
 * transaction: events and their projections together, so that neither can be seen without the other. Sequence numbers are
 * given when a batch is made, so a stream has no gaps and keeps its order.
 *
 * A batch that fails is tried again until it succeeds; what was appended is never dropped for a database that is away. Only
 * an entry that the database itself refuses (SQLSTATE class 22 or 23, alone in its transaction) is given up, loudly, so that
 * one bad entry cannot stop the log.
 *
 * Snapshots of calls and agents go the same way, in the order they were made: what is stored is as it was with the last event
 * that is stored.
 *
 * What is written under a lease, each enterprise's under its own, is written in a transaction that looks at the lease. Once that is
 * another's nothing is written under it any more: what waits is given up, for it comes from an engine whose term is over.
 */
import type { Clock } from "../../ports/clock.ts";
import type { Database, Trx } from "../../ports/database.ts";
import type { Logger } from "../../ports/logger.ts";
import { stallMs, type HeldLease } from "../../ports/lease.ts";
import { LeaseLost, newestOf } from "../lease/index.ts";
import { batchSize } from "./batch-size.ts";
import { streamKey, type Entry, type Sequenced } from "./events.ts";
import { createMarks } from "./marks.ts";
import { apply, load, save, seqOf, settle, type Projection } from "./projections.ts";
import { insertEvents } from "./repository.ts";
import { saveSnapshots, type Snapshot } from "./snapshot-repository.ts";

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

/** lost: it is another's by now; told once. */
export type LogLease = HeldLease & { lost(): void };

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

interface Under {
  /** In the order in which they came, from 1. */
  readonly n: number;
  readonly lease: LogLease | undefined;
}
interface Appended extends Under {
  readonly entry: Entry;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}
interface Kept extends Under {
  readonly snapshot: Snapshot;
}
type Waiting = Appended | Kept;

const appended = (items: readonly Waiting[]): Appended[] => items.flatMap((w) => ("entry" in w ? [w] : []));
const snapshotsOf = (items: readonly Waiting[]): Kept[] => items.flatMap((w) => ("entry" in w ? [] : [w]));
const epochOf = ({ lease }: Pick<Under, "lease">): number => lease?.epoch ?? 0;

const retry = { first: 100, most: 5_000 } as const;
const remembered = 20_000;

/** The database says that the data is wrong, not that it is away. */
const refusesData = (error: unknown): boolean => /^(22|23)/.test(String((error as { code?: unknown })?.code ?? ""));

/** Of the leases under which a batch is written those that are others' by now. */
class LeasesLost extends LeaseLost {
  readonly leases: ReadonlySet<LogLease>;
  constructor(leases: ReadonlySet<LogLease>) {
    super();
    this.leases = leases;
  }
}

async function mustHoldAll(trx: Trx, items: readonly Waiting[]): Promise<void> {
  const leases = new Set(items.flatMap(({ lease }) => lease ?? []));
  if (leases.size === 0) return;
  const newest = await newestOf(trx, [...leases]);
  const lost = [...leases].filter((lease) => !newest.has(lease));
  if (lost.length > 0) throw new LeasesLost(new Set(lost));
}

/** Writes a batch of entries with what they make of their streams, in one transaction; resolves with the ms that it had the database. */
function batchWriter(
  database: Database,
  clock: Pick<Clock, "monotonic">,
  projections: Map<string, Projection>,
): (items: readonly Waiting[]) => Promise<number> {
  return async (items) => {
    const [entries, snapshots] = [appended(items), snapshotsOf(items)];
    const next = new Map<string, Projection>();
    let began = 0;
    // The engine's own bookkeeping: one batch holds streams of many enterprises, each row with its own comp_id.
    await database.system(async (trx: Trx) => {
      began = clock.monotonic();
      next.clear();
      const events: Sequenced[] = [];
      for (const { entry } of entries) {
        const key = streamKey(entry);
        const projection = next.get(key) ?? projections.get(key) ?? (await load(trx, entry));
        const event: Sequenced = { ...entry, seq: seqOf(projection) + 1 };
        events.push(event);
        next.set(key, apply(projection, event));
      }
      // Sent together. Of several failures the lease's counts: numbers collide because another has written.
      const done = await Promise.allSettled([
        mustHoldAll(trx, items),
        events.length > 0 && insertEvents(trx, events, entries.map(epochOf)),
        saveSnapshots(
          trx,
          snapshots.map((kept) => ({ ...kept.snapshot, epoch: epochOf(kept) })),
        ),
        save(trx, [...next.values()]),
      ]);
      for (const each of done) if (each.status === "rejected") throw each.reason;
    }, stallMs);
    for (const [key, projection] of next) {
      const rest = settle(projection);
      projections.delete(key);
      if (rest) projections.set(key, rest);
    }
    // The oldest are read again when they are written again.
    for (const key of projections.keys()) {
      if (projections.size <= remembered) break;
      projections.delete(key);
    }
    return clock.monotonic() - began;
  };
}

interface Attempts extends Pick<EventLogOptions, "logger" | "changed"> {
  readonly write: ReturnType<typeof batchWriter>;
  readonly size: ReturnType<typeof batchSize>;
  readonly projections: Map<string, Projection>;
  /** Takes what waits under these leases away. */
  giveUp(error: LeasesLost): void;
}

/** Writes a batch: done, or to be tried again, the same or, after a lease was lost, what is left of it. */
function attempts({ write, size, projections, logger, changed, giveUp }: Attempts) {
  return async (items: readonly Waiting[], alone: boolean): Promise<"done" | "again" | "less"> => {
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
      if (alone && refusesData(error)) {
        for (const w of entries) {
          logger.error({ error, stream: streamKey(w.entry), type: w.entry.fact.type }, "the log refused an entry");
          w.failed(error as Error);
        }
        return "done";
      }
      logger.warn({ error, entries: items.length }, "the log could not be written; trying again");
      return "again";
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
    let failures = 0;
    while (waiting.length > 0) {
      // After a second failure in a row one entry at a time, so that a bad one shows itself.
      const items = waiting.slice(0, failures >= 2 ? 1 : size.most);
      const outcome = await attempt(items, items.length === 1 && failures >= 2);
      if (outcome === "less") continue;
      if (outcome === "done") {
        waiting = waiting.slice(items.length);
        passed();
        if (items.length > 1 || waiting.length === 0) failures = 0;
        delay = retry.first;
      } else {
        failures += 1;
        if (failures !== 2) {
          await pause(delay);
          delay = Math.min(delay * 2, retry.most);
        }
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
