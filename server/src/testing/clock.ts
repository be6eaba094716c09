/** Virtual time: nothing happens until `advance`. */
import { createHash } from "node:crypto";
import { uuidV7 } from "../adapters/embedded/clock/uuid.ts";
import { onceAnswered, queriesUnderWay } from "../adapters/embedded/database/thread.ts";
import type { Clock, Random, Timer } from "../ports/clock.ts";

export interface VirtualClock extends Clock {
  /** Runs every timer that falls due within `ms`, in order, letting promises settle after each. */
  advance(ms: number): Promise<void>;
  /**
   * It is so much later at once, as for a process that stood still: what fell due meanwhile runs once, whatever its period. For
   * time in which nothing is to happen: of hours, `advance` spends most on what looks once a second.
   */
  leap(ms: number): Promise<void>;
  /** Lets promises and input/output that are under way settle without moving time. */
  settle(): Promise<void>;
  /** Timers that wait. */
  readonly waiting: number;
}

interface Entry {
  at: number;
  readonly order: number;
  readonly period: number | undefined;
  readonly run: () => void;
}

/** 2026-03-02 09:00 in Shanghai, a Monday. */
const monday = Date.UTC(2026, 2, 2, 1, 0, 0);

/** Real time a settling may take; past it something waits for what only time brings. */
const settleMs = 5_000;

/** The same for files: what is read or written for longer is a stream that stays open. */
const filesMs = 500;

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Until the database has answered something, at most so many ms: looking once a millisecond was half of what virtual time took. */
const answer = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, ms);
    const forget = onceAnswered(() => {
      clearTimeout(timer);
      resolve();
    });
  });

const filesUnderWay = (): boolean => process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"));

export function createVirtualClock(start: number = monday): VirtualClock {
  let now = start;
  let order = 0;
  const entries = new Set<Entry>();

  const add = (ms: number, run: () => void, period: number | undefined): Timer => {
    const entry: Entry = { at: now + Math.max(ms, 0), order: order++, period, run };
    entries.add(entry);
    return { cancel: () => void entries.delete(entry) };
  };
  const next = (limit: number): Entry | undefined => {
    let found: Entry | undefined;
    for (const entry of entries) {
      if (entry.at <= limit && (!found || entry.at < found.at || (entry.at === found.at && entry.order < found.order)))
        found = entry;
    }
    return found;
  };
  const settle = async (): Promise<void> => {
    const from = performance.now();
    const left = (ms: number) => from + ms - performance.now();
    // A handler goes on some turns after the database has answered it, perhaps to the database again.
    for (let quiet = 0; quiet < 10 && left(settleMs) > 0; quiet += 1) {
      if (queriesUnderWay() > 0) {
        await answer(left(settleMs));
        quiet = -1;
      } else await turn();
      if (quiet === 9 && left(filesMs) > 0 && filesUnderWay()) quiet = 0;
    }
  };

  return {
    now: () => now,
    monotonic: () => now - start,
    after: (ms, run) => add(ms, run, undefined),
    every: (ms, run) => add(Math.max(ms, 1), run, Math.max(ms, 1)),
    async advance(ms) {
      const target = now + ms;
      await settle();
      for (let entry = next(target); entry; entry = next(target)) {
        now = Math.max(now, entry.at);
        if (entry.period === undefined) entries.delete(entry);
        else entry.at += entry.period;
        entry.run();
        await settle();
      }
      now = target;
    },
    async leap(ms) {
      await settle();
      now += ms;
      const due = [...entries].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at || a.order - b.order);
      for (const entry of due) {
        // One that was due before may have taken it back.
        if (!entries.has(entry)) continue;
        if (entry.period === undefined) entries.delete(entry);
        else entry.at = now + entry.period;
        entry.run();
        await settle();
      }
    },
    settle,
    get waiting() {
      return entries.size;
    },
  };
}

interface LeapClock extends Clock {
  /** It is so much later at once: what has fallen due meanwhile is done now. */
  leap(ms: number): void;
}

/** setTimeout takes no more than 24 days. */
const longestWaitMs = 60_000;

/** Real time that can be moved on, for who waits for what real telephones do and not for a minute to pass. */
export function createLeapClock(): LeapClock {
  let ahead = 0;
  let waking: NodeJS.Timeout | undefined;
  const entries = new Set<Pick<Entry, "at" | "period" | "run">>();
  const now = (): number => Date.now() + ahead;
  const wait = (): void => {
    clearTimeout(waking);
    const left = Math.min(longestWaitMs, ...[...entries].map(({ at }) => at - now()));
    if (entries.size > 0) waking = setTimeout(wake, Math.max(0, left));
  };
  const wake = (): void => {
    for (const entry of [...entries].filter(({ at }) => at <= now()).sort((a, b) => a.at - b.at)) {
      // One that was due before may have taken it back.
      if (!entries.has(entry)) continue;
      if (entry.period === undefined) entries.delete(entry);
      else entry.at = Math.max(entry.at + entry.period, now());
      entry.run();
    }
    wait();
  };
  const add = (ms: number, run: () => void, period?: number): Timer => {
    const entry = { at: now() + Math.max(0, ms), period, run };
    entries.add(entry);
    wait();
    return { cancel: () => void entries.delete(entry) };
  };
  return {
    now,
    monotonic: () => performance.now() + ahead,
    after: (ms, run) => add(ms, run),
    every: (ms, run) => add(ms, run, Math.max(1, ms)),
    leap(ms) {
      ahead += ms;
      wait();
    },
  };
}

/** The same stream of bytes every run; ids are UUID version 7 of the given clock. */
export function createTestRandom(clock: Clock, seed = "liantai"): Random {
  let block = 0;
  let pool = Buffer.alloc(0);
  const bytes = (count: number): Buffer => {
    while (pool.length < count)
      pool = Buffer.concat([pool, createHash("sha256").update(`${seed}:${block++}`).digest()]);
    const out = pool.subarray(0, count);
    pool = pool.subarray(count);
    return Buffer.from(out);
  };
  return {
    token: (count) => bytes(count).toString("base64url"),
    id: uuidV7(() => clock.now(), bytes),
    int: (below) => bytes(6).readUIntBE(0, 6) % below,
  };
}
