import type { Clock } from "../ports/clock.ts";

interface Timer {
  at: number;
  readonly every?: number;
  readonly call: () => void;
}

/** Lets promises that are already settled run on. */
export const settle = async (turns = 20): Promise<void> => {
  for (let i = 0; i < turns; i += 1) await Promise.resolve();
};

/** Time that only tests move. `pass` runs what falls due in order, promises in between. */
export class VirtualClock implements Clock {
  private time: number;
  private readonly timers = new Set<Timer>();

  constructor(start = 1_000_000) {
    this.time = start;
  }

  now(): number {
    return this.time;
  }

  after(ms: number, call: () => void): () => void {
    return this.add({ at: this.time + ms, call });
  }

  every(ms: number, call: () => void): () => void {
    return this.add({ at: this.time + ms, every: ms, call });
  }

  private add(timer: Timer): () => void {
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    await settle();
    for (;;) {
      const due = [...this.timers].filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.time = Math.max(this.time, due.at);
      if (due.every === undefined) this.timers.delete(due);
      else due.at += due.every;
      due.call();
      await settle();
    }
    this.time = end;
  }
}
