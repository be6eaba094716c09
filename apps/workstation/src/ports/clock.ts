/** Time as a port: links and timers of the bar take it, tests move it. All times epoch ms, all delays ms. */
export interface Clock {
  now(): number;
  /** Returns the function that cancels. */
  after(ms: number, call: () => void): () => void;
  every(ms: number, call: () => void): () => void;
}

/** One-shot timers by number: what a window and a worker both offer. */
export interface TimerHost {
  set(id: number, ms: number): void;
  clear(id: number): void;
}

interface Pending {
  readonly at: number;
  readonly call: () => void;
}

/**
 * A clock whose timers move between two hosts: the window's while the tab is visible and a worker's while it is hidden,
 * because browsers slow a hidden tab's own timers down to one a minute (realtime.md section 4). `use` moves what is pending.
 */
export class MovableClock implements Clock {
  private readonly pending = new Map<number, Pending>();
  private readonly read: () => number;
  private host: TimerHost;
  private last = 0;

  constructor(host: TimerHost, read: () => number = Date.now) {
    this.host = host;
    this.read = read;
  }

  now(): number {
    return this.read();
  }

  after(ms: number, call: () => void): () => void {
    const id = ++this.last;
    this.pending.set(id, { at: this.read() + ms, call });
    this.host.set(id, ms);
    return () => {
      if (this.pending.delete(id)) this.host.clear(id);
    };
  }

  every(ms: number, call: () => void): () => void {
    let ended = false;
    let cancel = () => {};
    const again = () => {
      cancel = this.after(ms, () => {
        if (ended) return;
        again();
        call();
      });
    };
    again();
    return () => {
      ended = true;
      cancel();
    };
  }

  /** A host tells that a timer's time has come. Late news of a cancelled timer is no news. */
  fire(id: number): void {
    const due = this.pending.get(id);
    if (!due || !this.pending.delete(id)) return;
    due.call();
  }

  use(host: TimerHost): void {
    if (host === this.host) return;
    const old = this.host;
    this.host = host;
    for (const [id, { at }] of this.pending) {
      old.clear(id);
      host.set(id, Math.max(0, at - this.read()));
    }
  }
}
