/**
 * The writer of the log. Entries appended in one tick, and all that arrive while a batch is being written, become one
 * transaction: events and their projections together, so that neither can be seen without the other. Sequence numbers are
 * given when a batch is made, so a stream has no gaps and keeps its order.
 *
 * A batch that fails is tried again until it succeeds; what was appended is never dropped for a database that is away. Only
 * an entry that the database itself refuses (SQLSTATE class 22 or 23, alone in its transaction) is given up, loudly, so that
 * one bad entry cannot stop the log.
 *
 * A log that is written under a lease looks at the lease in each transaction. Once it is another's nothing is written any more: what
 * waits is given up, for it comes from an engine that does not lead.
 */
import type { Clock } from "../../ports/clock.ts";
import type { Database, Trx } from "../../ports/database.ts";
import type { Logger } from "../../ports/logger.ts";
import { isNewest } from "../lease/index.ts";
import { streamKey, type Entry, type Sequenced } from "./events.ts";
import { apply, load, save, seqOf, settle, type Projection } from "./projections.ts";
import { insertEvents } from "./repository.ts";

export interface EventLog {
  /** Resolves when the entry is committed: only then is it acknowledged. Rejects when the lease is another's. */
  append(entry: Entry): Promise<void>;
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
  readonly lease?: { readonly name: string; readonly epoch: number; lost(): void };
  /** Told after each commit whose calls or states it changed. */
  readonly changed?: (compIds: Iterable<string>) => void;
  /** Entries a transaction at most. */
  readonly batch?: number;
  /** Entries that may wait before overloaded() says so. */
  readonly limit?: number;
}

interface Waiting {
  readonly entry: Entry;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

const retry = { first: 100, most: 5_000 } as const;
const remembered = 20_000;

/** The database says that the data is wrong, not that it is away. */
const refusesData = (error: unknown): boolean => /^(22|23)/.test(String((error as { code?: unknown })?.code ?? ""));

class LeaseLost extends Error {}

/** Writes a batch of entries with what they make of their streams, in one transaction. */
function batchWriter(
  database: Database,
  projections: Map<string, Projection>,
  lease: EventLogOptions["lease"],
): (entries: readonly Entry[]) => Promise<void> {
  const stillLed = async (trx: Trx): Promise<void> => {
    if (lease && !(await isNewest(trx, lease.name, lease.epoch))) throw new LeaseLost("the lease is another's");
  };
  return async (entries: readonly Entry[]): Promise<void> => {
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
        stillLed(trx),
        insertEvents(trx, events, lease?.epoch ?? 0),
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
    for (const w of waiting.splice(0)) w.failed(error);
    lease?.lost();
  }

  /** Writes a batch; true when nothing of it has to be tried again. */
  async function attempt(items: readonly Waiting[], alone: boolean): Promise<boolean> {
    try {
      await write(items.map((w) => w.entry));
      for (const w of items) w.done();
      changed?.(items.map((w) => w.entry.compId));
      return true;
    } catch (error) {
      // What memory holds may be older than the database (a commit whose answer was lost, another process): read again.
      for (const w of items) projections.delete(streamKey(w.entry));
      if (error instanceof LeaseLost) {
        giveUp(error);
        return true;
      }
      if (alone && refusesData(error)) {
        for (const w of items) {
          logger.error({ error, stream: streamKey(w.entry), type: w.entry.fact.type }, "the log refused an entry");
          w.failed(error as Error);
        }
        return true;
      }
      logger.warn({ error, entries: items.length }, "the log could not be written; trying again");
      return false;
    }
  }

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
    overloaded: () => waiting.length > limit,
    flush,
    stop: flush,
  };
}
