/**
 * When wires are flushed. A write costs the same whether it carries one message or ten (about 8 us, bench/fanout.ts), so a
 * message after a quiet spell leaves in the turn it came and those that follow are gathered for up to `gatherMs`, a frame of a screen.
 *
 * Real time and not the Clock port: this is the pace of the wire, not of anything that happened; tests that hold time still
 * must get their messages.
 */
export const gatherMs = 16;

export interface Flusher {
  /** To be called for everything that got something to send; each is flushed once. */
  touch(item: { flush(): void }): void;
}

export interface Pace {
  now(): number;
  /** At the end of this turn. */
  soon(run: () => void): unknown;
  later(run: () => void, ms: number): unknown;
}

const realPace: Pace = { now: () => performance.now(), soon: setImmediate, later: setTimeout };

export function createFlusher(pace: Pace = realPace): Flusher {
  let waiting = new Set<{ flush(): void }>();
  let flushedAt = -Infinity;
  const run = () => {
    const items = waiting;
    waiting = new Set();
    for (const item of items) item.flush();
    // After the work: where a flush itself takes longer than the pause, messages must still gather.
    flushedAt = pace.now();
  };
  return {
    touch(item) {
      if (waiting.size === 0) {
        const left = flushedAt + gatherMs - pace.now();
        if (left <= 0) pace.soon(run);
        else pace.later(run, left);
      }
      waiting.add(item);
    },
  };
}
