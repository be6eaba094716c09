/** Who is called in a simulation: whether and when they answer, what the line says else, how long they talk. */
import { Draws } from "./draws.ts";

export type Fate =
  | { readonly answered: true; readonly afterMs: number; readonly talkMs: number }
  | { readonly answered: false; readonly afterMs: number; readonly code: number };

/** Where calls of a simulation end. `dayMs`: time of day; `factor`: how many times as many answer as usual. */
export interface Callees {
  /** `who`: the number in its list, and the calls it has had. */
  fate(atMs: number, dayMs: number, factor: number, who?: { readonly number: number; readonly tries: number }): Fate;
}

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
}

/**
 * The population of the acceptance check E8: a call that no person answers takes 25 s on average, talk is 120 s with those who hang
 * up, and progressive dialling talks 69 % of the time where half the calls are answered.
 */
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
};

/** The same people for the same seed: the nth call has the same draws under every way of pacing. */
export function calleesOf(population: Population, seed: number): Callees {
  const draws = new Draws(seed, 0);
  const phase = new Draws(seed, 1).next();
  const { setUpMs, ringMs, results, machines, answerByHour, drift, talk, hangUps } = population;
  const rate = (atMs: number, dayMs: number, factor: number): number => {
    const hour = Math.floor(dayMs / 3_600_000) % answerByHour.length;
    const swing = 1 + drift.share * Math.sin(2 * Math.PI * (atMs / drift.periodMs + phase));
    return Math.min(0.95, answerByHour[hour]! * swing * factor);
  };
  return {
    fate(atMs, dayMs, factor) {
      const [person, kind, machine, hangsUp] = [draws.next(), draws.next(), draws.next(), draws.next()];
      const answerMs = setUpMs + Math.min(ringMs - 1, draws.logNormal(population.answer));
      const [short, long] = [draws.exponential(hangUps.meanMs), draws.logNormal(talk)];
      if (person < rate(atMs, dayMs, factor))
        return { answered: true, afterMs: answerMs, talkMs: hangsUp < hangUps.share ? short : long };
      if (machine < machines.share)
        return { answered: false, afterMs: answerMs + machines.knownAfterMs, code: machines.code };
      let below = 0;
      const result = results.find(({ share }) => (below += share) > kind) ?? results[0]!;
      return { answered: false, afterMs: result.afterMs ?? setUpMs + ringMs, code: result.code };
    },
  };
}
