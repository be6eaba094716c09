/** Who is called in a simulation: whether and when they answer, what the line says else, how long they talk. */
import type { Draws } from "./draws.ts";

export interface Spread {
  readonly meanMs: number;
  /** Deviation over the mean. */
  readonly spread: number;
}

export interface Population {
  /** Share of calls that people answer, by hour of the day; one figure: all day. */
  readonly answerByHour: readonly number[];
  /** The rate swings by so much of itself, once in so long. */
  readonly drift: { readonly share: number; readonly periodMs: number };
  /** From dialling until it rings. */
  readonly setUpMs: number;
  /** From ringing to the answer. Nobody answers after `ringMs`. */
  readonly answer: Spread;
  readonly ringMs: number;
  /** What the line says when no person answers, with its share of those calls and when; 594 after `ringMs`. */
  readonly results: readonly { readonly code: number; readonly share: number; readonly afterMs?: number }[];
  /** Among those, machines: they answer as people do and are known to be machines after so long. */
  readonly machines: { readonly share: number; readonly knownAfterMs: number; readonly code: number };
  readonly talk: Spread;
  /** People who hang up as soon as they hear what it is about. */
  readonly hangUps: { readonly share: number; readonly meanMs: number };
  readonly wrapUp: Spread;
  readonly patienceMs: number;
}

/** The population of the acceptance check E8. Talk is 120 s on average with those who hang up. */
export const usualPopulation: Population = {
  answerByHour: [0.35],
  drift: { share: 0.35, periodMs: 2 * 3_600_000 },
  setUpMs: 3_000,
  answer: { meanMs: 9_000, spread: 0.6 },
  ringMs: 25_000,
  results: [
    { code: 594, share: 0.78 },
    { code: 581, share: 0.08, afterMs: 12_000 },
    { code: 584, share: 0.07, afterMs: 20_000 },
    { code: 582, share: 0.04, afterMs: 9_000 },
    { code: 585, share: 0.03, afterMs: 14_000 },
  ],
  machines: { share: 0.05, knownAfterMs: 2_500, code: 591 },
  talk: { meanMs: 132_700, spread: 0.9 },
  hangUps: { share: 0.1, meanMs: 6_000 },
  wrapUp: { meanMs: 15_000, spread: 0.5 },
  patienceMs: 2_000,
};

export type Fate =
  | { readonly answered: true; readonly afterMs: number }
  | { readonly answered: false; readonly afterMs: number; readonly code: number };

/** `startsAt`: ms of the day at the run's begin. `phase`: 0 to 1, where the drift begins. */
export function answerRate(
  population: Population,
  atMs: number,
  startsAt: number,
  phase: number,
  factor: number,
): number {
  const { answerByHour, drift } = population;
  const hour = Math.floor((startsAt + atMs) / 3_600_000) % answerByHour.length;
  const swing = 1 + drift.share * Math.sin(2 * Math.PI * (atMs / drift.periodMs + phase));
  return Math.min(0.95, Math.max(0, answerByHour[hour]! * swing * factor));
}

/** As many draws for every call, so that the nth call of a seed has the same fate under every way of pacing. */
export function fateOf(population: Population, rate: number, draws: Draws): Fate {
  const { setUpMs, ringMs, results, machines } = population;
  const [person, kind, machine] = [draws.next(), draws.next(), draws.next()];
  const answerMs = setUpMs + Math.min(ringMs - 1, draws.logNormal(population.answer));
  if (person < rate) return { answered: true, afterMs: answerMs };
  if (machine < machines.share)
    return { answered: false, afterMs: answerMs + machines.knownAfterMs, code: machines.code };
  let below = 0;
  const result = results.find(({ share }) => (below += share) > kind) ?? results[0]!;
  return { answered: false, afterMs: result.afterMs ?? setUpMs + ringMs, code: result.code };
}

export const talkOf = ({ talk, hangUps }: Population, draws: Draws): number => {
  const [hangsUp, short, long] = [draws.next(), draws.exponential(hangUps.meanMs), draws.logNormal(talk)];
  return hangsUp < hangUps.share ? short : long;
};
