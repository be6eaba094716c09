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
 * A log that is written under a lease looks at the lease in each transaction. Once it is another's nothing is written any more: what
 * waits is given up, for it comes from an engine that does not lead.
 */
import type { Clock } from "../../ports/clock.ts";
import type { Database, Trx } from "../../ports/database.ts";
import type { Logger } from "../../ports/logger.ts";
import type { HeldLease } from "../../ports/lease.ts";
import { LeaseLost, mustHold } from "../lease/index.ts";
import { streamKey, type Entry, type Sequenced } from "./events.ts";
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
  /** Resolves when everything appended so far is committed. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export interface EventLogOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Under which lease it is written; default: none. lost: it is another's by now. */
  readonly lease?: HeldLease & { lost(): void };
  /** Told after each commit whose calls or states it changed. */
  readonly changed?: (compIds: Iterable<string>) => void;
  /** Entries a transaction at most. */
  readonly batch?: number;
  /** Entries that may wait before overloaded() says so. */
  readonly limit?: number;
}

interface Appended {
  readonly entry: Entry;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}
type Waiting = Appended | { readonly snapshot: Snapshot };

const appended = (items: readonly Waiting[]): Appended[] => items.flatMap((w) => ("entry" in w ? [w] : []));
const snapshotsOf = (items: readonly Waiting[]): Snapshot[] => items.flatMap((w) => ("entry" in w ? [] : [w.snapshot]));

const retry = { first: 100, most: 5_000 } as const;
const remembered = 20_000;

/** The database says that the data is wrong, not that it is away. */
const refusesData = (error: unknown): boolean => /^(22|23)/.test(String((error as { code?: unknown })?.code ?? ""));

/** Writes a batch of entries with what they make of their streams, in one transaction. */
function batchWriter(
  database: Database,
  projections: Map<string, Projection>,
  lease: EventLogOptions["lease"],
): (entries: readonly Entry[], snapshots: readonly Snapshot[]) => Promise<void> {
  return async (entries, snapshots) => {
    const next = new Map<string, Projection>();
    // The engine's own bookkeeping: one batch holds streams of many enterprises, each row with its own comp_id.
    await database.system(async (trx: Trx) => {
      next.clear();
      const events: Sequenced[] = [];
      for (const entry of entries) {
        const key = streamKey(entry);
        const projection = next.get(key) ?? projections.get(key) ?? (await load(trx, entry));
        const event: Sequenced = { ...entry, seq: seqOf(projection) + 1 };
        events.push(event);
        next.set(key, apply(projection, event));
      }
      // Sent together. Of several failures the lease's counts: numbers collide because another has written.
      const done = await Promise.allSettled([
        mustHold(trx, lease),
        events.length > 0 && insertEvents(trx, events, lease?.epoch ?? 0),
        saveSnapshots(trx, snapshots, lease?.epoch ?? 0),
        save(trx, [...next.values()]),
      ]);
      for (const each of done) if (each.status === "rejected") throw each.reason;
    });
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
  };
}

interface Attempts extends Pick<EventLogOptions, "logger" | "changed"> {
  readonly write: ReturnType<typeof batchWriter>;
  readonly projections: Map<string, Projection>;
  giveUp(error: LeaseLost): void;
}

/** Writes a batch; true when nothing of it has to be tried again. */
function attempts({ write, projections, logger, changed, giveUp }: Attempts) {
  return async (items: readonly Waiting[], alone: boolean): Promise<boolean> => {
    const entries = appended(items);
    try {
      await write(
        entries.map((w) => w.entry),
        snapshotsOf(items),
      );
      for (const w of entries) w.done();
      if (entries.length > 0) changed?.(entries.map((w) => w.entry.compId));
      return true;
    } catch (error) {
      // What memory holds may be older than the database (a commit whose answer was lost, another process): read again.
      for (const w of entries) projections.delete(streamKey(w.entry));
      if (error instanceof LeaseLost) {
        giveUp(error);
        return true;
      }
      if (alone && refusesData(error)) {
        for (const w of entries) {
          logger.error({ error, stream: streamKey(w.entry), type: w.entry.fact.type }, "the log refused an entry");
          w.failed(error as Error);
        }
        return true;
      }
      logger.warn({ error, entries: items.length }, "the log could not be written; trying again");
      return false;
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
}: EventLogOptions): EventLog {
  let waiting: Waiting[] = [];
  const projections = new Map<string, Projection>();
  let running: Promise<void> | undefined;
  const idle: (() => void)[] = [];
  let lost: LeaseLost | undefined;

  const write = batchWriter(database, projections, lease);

  function giveUp(error: LeaseLost): void {
    lost = error;
    logger.warn({ entries: waiting.length }, "another process leads: what this one has to log is given up");
    for (const w of appended(waiting.splice(0))) w.failed(error);
    lease?.lost();
  }

  const attempt = attempts({ write, projections, logger, changed, giveUp });
  const pause = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));

  async function run(): Promise<void> {
    let delay: number = retry.first;
    let failures = 0;
    while (waiting.length > 0) {
      // After a second failure in a row one entry at a time, so that a bad one shows itself.
      const items = waiting.slice(0, failures >= 2 ? 1 : batch);
      if (await attempt(items, items.length === 1 && failures >= 2)) {
        waiting = waiting.slice(items.length);
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

  return {
    append(entry) {
      if (lost) return refusal(lost);
      const promise = new Promise<void>((done, failed) => waiting.push({ entry, done, failed }));
      // Most callers only need the order; a refusal has been logged.
      promise.catch(() => undefined);
      schedule();
      return promise;
    },
    keep(snapshot) {
      if (lost) return;
      waiting.push({ snapshot });
      schedule();
    },
    overloaded: () => waiting.length > limit,
    flush,
    stop: flush,
  };
}
