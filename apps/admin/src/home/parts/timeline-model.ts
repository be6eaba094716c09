/** An agent's day as stretches of time, from the states that the server stored. */
import { agentReasons, epochOf, seatStatus, seatStatusText, type AgentReason } from "@liantai/api/contract";
import type { StateTone } from "@liantai/ui";

export interface StoredState {
  readonly code: number;
  /** Of the custom status. */
  readonly statusName?: string | null;
  /** yyyy-MM-dd HH:mm:ss, Asia/Shanghai. */
  readonly from: string;
  /** null: until now. */
  readonly to: string | null;
  readonly reason: string;
}

export interface Stretch {
  readonly tone: StateTone;
  readonly text: string;
  readonly reason: string;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Share of the bar, 0..1. */
  readonly start: number;
  readonly width: number;
}

const tones: Readonly<Record<number, StateTone>> = {
  [seatStatus.offline]: "offline",
  [seatStatus.idle]: "ready",
  [seatStatus.busy]: "busy",
  [seatStatus.inCall]: "talking",
  [seatStatus.afterCall]: "wrapUp",
  [seatStatus.ringing]: "ringing",
  [seatStatus.ringStart]: "ringing",
  [seatStatus.talking]: "talking",
  [seatStatus.conference]: "talking",
  [seatStatus.consulting]: "talking",
  [seatStatus.consultHungUp]: "talking",
  [seatStatus.hold]: "held",
  [seatStatus.hangup]: "wrapUp",
  [seatStatus.initialising]: "ringing",
};

export const toneOf = (code: number): StateTone => tones[code] ?? "offline";

/** A stored reason in words; the server may send the words themselves. */
export const reasonText = (reason: string): string => agentReasons[reason as AgentReason] ?? reason;

/** The stretches in order, from the first state of the day to `now` (epoch ms). Ones without length are left out. */
export function stretchesOf(states: readonly StoredState[], now: number): readonly Stretch[] {
  const spans = states
    .map((s) => ({ state: s, from: epochOf(s.from), to: s.to === null ? now : epochOf(s.to) }))
    .filter((s) => s.to > s.from)
    .sort((a, b) => a.from - b.from);
  const first = spans[0]?.from ?? now;
  const whole = Math.max(...spans.map((s) => s.to), now) - first || 1;
  return spans.map(({ state, from, to }) => ({
    tone: toneOf(state.code),
    text: seatStatusText(state.code, state.statusName ?? undefined),
    reason: reasonText(state.reason),
    from,
    to,
    start: (from - first) / whole,
    width: (to - from) / whole,
  }));
}

/** Seconds in each state, longest first. */
export function totalsOf(
  stretches: readonly Stretch[],
): readonly { readonly tone: StateTone; readonly text: string; readonly seconds: number }[] {
  const sums = new Map<string, { tone: StateTone; text: string; seconds: number }>();
  for (const { tone, text, from, to } of stretches) {
    const sum = sums.get(text) ?? { tone, text, seconds: 0 };
    sums.set(text, { ...sum, seconds: sum.seconds + (to - from) / 1000 });
  }
  return [...sums.values()].sort((a, b) => b.seconds - a.seconds);
}
