/** The notifications of this page: those on show, and the recent ones behind the bell. Pure state over injected timers. */
import type { BusNotification } from "@liantai/bus";

/** ms; console.md section 9. */
const defaultDuration = 30_000;
const mostShown = 5;
const mostRecent = 50;
/** ms; how long a line about something that was done stays. */
const lineDuration = 3_000;
const mostLines = 2;

export interface Notice extends BusNotification {
  /** Epoch ms. */
  readonly at: number;
}

/** One line about something that was done. */
export interface Line {
  readonly id: string;
  readonly text: string;
}

export interface NoticesState {
  /** Oldest first: the newest stands lowest. */
  readonly shown: readonly Notice[];
  /** Newest first. */
  readonly recent: readonly Notice[];
  /** Of those that want attention. */
  readonly unread: number;
  /** Oldest first. */
  readonly lines: readonly Line[];
}

export interface NoticesPorts {
  now(): number;
  /** Calls back after ms; returns the cancel. */
  after(ms: number, call: () => void): () => void;
  closed(id: string): void;
}

export interface Notices {
  /** One with the id of another takes its place. */
  show(notification: BusNotification): void;
  /** Says briefly that something was done; the bell does not keep it. */
  say(text: string): void;
  close(id: string): void;
  /** Stays for as long as it is held: the person reads it. */
  hold(id: string): void;
  release(id: string): void;
  read(): void;
  clear(): void;
  /** Forgets everything: what is told belongs to the session it was told in. */
  reset(): void;
  state(): NoticesState;
  subscribe(listener: () => void): () => void;
  stop(): void;
}

const nothing: NoticesState = { shown: [], recent: [], unread: 0, lines: [] };
const without = <T extends { readonly id: string }>(list: readonly T[], id: string) => list.filter((n) => n.id !== id);

/** The bell counts warnings, errors and what leads somewhere, unless it only answers what was just pressed. */
const wantsAttention = ({ attention, level, target }: BusNotification): boolean =>
  attention ?? (level === "warning" || level === "error" || target !== undefined);

export function createNotices({ now, after, closed }: NoticesPorts): Notices {
  let state = nothing;
  let lineNo = 0;
  const timers = new Map<string, () => void>();
  const listeners = new Set<() => void>();

  function change(next: Partial<NoticesState>): void {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  }

  function hold(id: string): void {
    timers.get(id)?.();
    timers.delete(id);
  }

  function close(id: string): void {
    hold(id);
    if (!state.shown.some((n) => n.id === id)) return;
    change({ shown: without(state.shown, id) });
    closed(id);
  }

  function release(id: string): void {
    hold(id);
    const { durationMs = defaultDuration } = state.shown.find((n) => n.id === id) ?? { durationMs: 0 };
    if (durationMs > 0)
      timers.set(
        id,
        after(durationMs, () => close(id)),
      );
  }

  function stop(): void {
    for (const id of [...timers.keys()]) hold(id);
  }

  return {
    show(notification) {
      const { id } = notification;
      const notice: Notice = { ...notification, at: now() };
      const again = state.recent.some((n) => n.id === id);
      const shown = [...without(state.shown, id), notice];
      const counts = wantsAttention(notice) && !(again && state.unread > 0);
      change({
        shown,
        recent: [notice, ...without(state.recent, id)].slice(0, mostRecent),
        unread: Math.min(state.unread + (counts ? 1 : 0), mostRecent),
      });
      // The bell keeps what leaves early; what must stay until it is closed leaves last.
      const crowd = shown.filter((n) => n.durationMs !== 0);
      for (const old of crowd.slice(0, Math.max(0, shown.length - mostShown))) close(old.id);
      release(id);
    },
    say(text) {
      const line = { id: `line ${++lineNo}`, text };
      const lines = [...state.lines.filter((l) => l.text !== text), line].slice(-mostLines);
      for (const gone of state.lines) if (!lines.includes(gone)) hold(gone.id);
      change({ lines });
      timers.set(
        line.id,
        after(lineDuration, () => {
          hold(line.id);
          change({ lines: without(state.lines, line.id) });
        }),
      );
    },
    close,
    hold,
    release,
    read: () => change({ unread: 0 }),
    clear: () => change({ recent: [], unread: 0 }),
    reset() {
      stop();
      const { shown } = state;
      change(nothing);
      for (const { id } of shown) closed(id);
    },
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop,
  };
}
