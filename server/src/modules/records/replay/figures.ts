/** What an hour was like, skill group by skill group, in fact or replayed. Pure. */
import type { Occupied, SimulatedAgent, SimulatedStay } from "../../routing/index.ts";

export interface GroupFigures {
  readonly callers: number;
  readonly answered: number;
  /** Gave up, but for those who did so at once. */
  readonly abandoned: number;
  readonly short: number;
  readonly flowed: number;
  readonly meanWaitMs: number;
  readonly longestWaitMs: number;
  /** Percent; null: nobody counts. */
  readonly serviceLevel: number | null;
  /** Callbacks whose customer was reached, and how long these waited for it; in no other figure but the next. */
  readonly calledBack: number;
  readonly callbackWaitMs: number;
  /** Percent of the time its agents were to be had; null: nobody was. */
  readonly occupancy: number | null;
}

export interface Window {
  readonly from: number;
  readonly to: number;
}

const overlap = (a: Window, b: Window): number => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
const percent = (part: number, of: number): number | null => (of > 0 ? Math.round((part / of) * 1_000) / 10 : null);
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

export function figuresOf(
  group: { readonly id: string; readonly slMs: number; readonly shortMs: number },
  stays: readonly SimulatedStay[],
  agents: readonly SimulatedAgent[],
  occupied: readonly Occupied[],
  window: Window,
): GroupFigures {
  const all = stays.filter((stay) => stay.group === group.id);
  const own = all.filter(({ calledBack: off }) => !off);
  const calledBack = all.filter(({ calledBack: off, outcome }) => off && outcome === "answered");
  const of = (outcome: SimulatedStay["outcome"]) => own.filter((stay) => stay.outcome === outcome);
  const answered = of("answered");
  const gaveUp = of("abandoned");
  const lost = gaveUp.filter(({ waitMs }) => waitMs >= group.shortMs);
  // How long who waits still will wait is not known.
  const waits = own.flatMap(({ waitMs, outcome }) => (outcome === "open" ? [] : [waitMs]));
  const there = agents.filter(({ groups }) => groups.some((each) => each.group === group.id));
  const members = new Set(there.map(({ id }) => id));
  const length = window.to - window.from;
  const present = sum(there.map(({ away }) => length - sum(away.map((each) => overlap(each, window)))));
  const busy = sum(occupied.filter(({ agent }) => members.has(agent)).map((each) => overlap(each, window)));
  return {
    callers: own.length,
    answered: answered.length,
    abandoned: lost.length,
    short: gaveUp.length - lost.length,
    flowed: of("flowed").length + of("full").length,
    meanWaitMs: waits.length > 0 ? sum(waits) / waits.length : 0,
    longestWaitMs: Math.max(0, ...waits),
    serviceLevel: percent(answered.filter(({ waitMs }) => waitMs <= group.slMs).length, answered.length + lost.length),
    calledBack: calledBack.length,
    callbackWaitMs: calledBack.length > 0 ? sum(calledBack.map(({ waitMs }) => waitMs)) / calledBack.length : 0,
    occupancy: percent(busy, present),
  };
}
