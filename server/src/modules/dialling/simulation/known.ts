/**
 * Whom an enterprise calls, by its own history. Where that is thin the usual population (population.ts) stands in: it counts as if it
 * had been seen in so many calls, so that a handful of own calls moves the figures a little and some hundreds decide them.
 */
import type { Draws } from "./draws.ts";
import { usualPopulation, type Population } from "./population.ts";

export interface History {
  readonly calls: number;
  /** By hour of the day (Asia/Shanghai), 0 to 23; hours without a call may be left out. */
  readonly hours: readonly { readonly hour: number; readonly calls: number; readonly answered: number }[];
  /** By people. */
  readonly answered: number;
  /** From dialling to the answer, on average. */
  readonly answerMs: number;
  readonly talks: number;
  readonly talkMs: number;
  /** How the others ended, and after how long on average. */
  readonly unanswered: readonly { readonly code: number; readonly count: number; readonly afterMs: number }[];
}

/** The usual figures count for so many calls, talks, and calls of each hour (these at the enterprise's own rate). */
const prior = { calls: 30, talks: 20, hour: 50 } as const;
const usualRate = 0.35;
const usualTalkMs = 120_000;
/** Of fewer calls with a code its usual length stands in. */
const few = 5;
const otherwiseMs = 12_000;

const mixed = (own: number, seen: number, usual: number, weight: number): number =>
  (own * seen + usual * weight) / (seen + weight);

/** What the calls so far say on average: for the figures that stand beside a forecast. */
export const ratesOf = ({ calls, answered, talks, talkMs }: History) => ({
  answerRate: (answered + usualRate * prior.calls) / (calls + prior.calls),
  talkMs: mixed(talkMs, talks, usualTalkMs, prior.talks),
});

/** One guess at the answer rates that may have led to the history: the fewer calls, the further guesses lie apart. */
function ratesDrawn({ calls, answered, hours }: History, draws: Draws): readonly number[] {
  const rate = draws.beta(answered + usualRate * prior.calls, calls - answered + (1 - usualRate) * prior.calls);
  return Array.from({ length: 24 }, (_, hour) => {
    const seen = hours.find((each) => each.hour === hour) ?? { calls: 0, answered: 0 };
    return draws.beta(rate * prior.hour + seen.answered, (1 - rate) * prior.hour + seen.calls - seen.answered);
  });
}

function resultsOf({ unanswered }: History): Population["results"] {
  const usual = usualPopulation.results;
  const all = unanswered.reduce((sum, { count }) => sum + count, 0);
  const codes = [...new Set([...usual, ...unanswered].map(({ code }) => code))];
  return codes.map((code) => {
    const [own, known] = [unanswered.find((each) => each.code === code), usual.find((each) => each.code === code)];
    const share = ((own?.count ?? 0) + (known?.share ?? 0) * prior.calls) / (all + prior.calls);
    if (own && own.count >= few) return { code, share, afterMs: own.afterMs };
    // Without a length of its own it rings until the task gives up.
    return known ? { ...known, share } : { code, share, afterMs: otherwiseMs };
  });
}

/** `ringMs`: how long the task lets it ring; `beforeMs`: what an agent does with a number before it is dialled. */
export function populationOf(
  history: History,
  { ringMs, beforeMs }: { readonly ringMs: number; readonly beforeMs: number },
  draws: Draws,
): Population {
  const { hangUps, talk, setUpMs, answer, machines } = usualPopulation;
  const { talkMs } = ratesOf(history);
  const answerMs = mixed(history.answerMs, history.answered, setUpMs + answer.meanMs, prior.calls);
  return {
    ...usualPopulation,
    answerByHour: ratesDrawn(history, draws),
    // The hours carry what is known of the day, and the drawn rates what is not.
    drift: { share: 0, periodMs: 1 },
    setUpMs: setUpMs + beforeMs,
    answer: { ...answer, meanMs: Math.max(1_000, answerMs - setUpMs) },
    ringMs,
    results: resultsOf(history).map((result) =>
      result.afterMs === undefined ? result : { ...result, afterMs: result.afterMs + beforeMs },
    ),
    // The own results have theirs.
    machines: history.calls >= prior.calls ? { ...machines, share: 0 } : machines,
    talk: { ...talk, meanMs: Math.max(1_000, (talkMs - hangUps.share * hangUps.meanMs) / (1 - hangUps.share)) },
  };
}
