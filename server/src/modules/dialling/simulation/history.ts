/** Callees who do what calls of a past day did: the facts of an hour in their order, and from its first again when they run out. */
import type { Callees, Fate } from "./population.ts";

export interface PastCall {
  /** Of the day, 0 to 23. */
  readonly hour: number;
  readonly answered: boolean;
  /** From dialling to the answer, or to the end. */
  readonly ringMs: number;
  /** 0: nobody talked with him, because he was abandoned. */
  readonly talkMs: number;
  /** How it ended without an answer; 594 where that is not known. */
  readonly result?: number;
}

interface Row {
  readonly calls: readonly PastCall[];
  next: number;
}

export function calleesOfHistory(history: readonly PastCall[]): Callees {
  const talks = history.filter(({ answered, talkMs }) => answered && talkMs > 0).map(({ talkMs }) => talkMs);
  const byHour = new Map<number, Row>();
  for (const hour of new Set(history.map((call) => call.hour)))
    byHour.set(hour, { calls: history.filter((call) => call.hour === hour), next: 0 });
  const hours = [...byHour.keys()];
  const distance = (a: number, b: number): number => Math.min((a - b + 24) % 24, (b - a + 24) % 24);
  /** The hour itself, or the nearest in which there were calls. */
  const nearest = Array.from({ length: 24 }, (_, hour) =>
    hours.reduce((best, each) => (distance(each, hour) < distance(best, hour) ? each : best), hours[0]!),
  );
  let supposed = 0;
  return {
    fate(_atMs, dayMs): Fate {
      const row = byHour.get(nearest[Math.floor(dayMs / 3_600_000) % 24]!)!;
      const { answered, ringMs, talkMs, result = 594 } = row.calls[row.next]!;
      row.next = (row.next + 1) % row.calls.length;
      if (!answered) return { answered, afterMs: ringMs, code: result };
      // Who was abandoned would have talked as somebody did.
      const talked = talkMs > 0 ? talkMs : (talks[supposed++ % talks.length] ?? 0);
      return { answered, afterMs: ringMs, talkMs: talked };
    },
  };
}
