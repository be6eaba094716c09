/** What is supposed of an agent who is rung for a caller he did not have in fact: what he, or else anybody, did then. */
import { chance, drawn } from "./draws.ts";
import type { Hour, Outcome, Stay } from "./types.ts";

/** Where nothing at all is known. */
const nobody = { afterMs: 5_000, talkMs: 180_000, wrapUpMs: 0, restMs: 60_000 } as const;

type Answer = Extract<Outcome, { answered: true }>;
type Miss = Extract<Outcome, { answered: false }>;

interface Known {
  readonly answers: Answer[];
  readonly misses: Miss[];
}

export class Habits {
  readonly #seed: number;
  readonly #all: Known = { answers: [], misses: [] };
  readonly #of = new Map<string, Known>();

  constructor({ stays, seed }: Pick<Hour, "stays" | "seed">) {
    this.#seed = seed;
    for (const { pairs, callback } of stays)
      for (const [agent, outcomes] of callback ? [] : pairs) {
        const own = this.#of.get(agent) ?? { answers: [], misses: [] };
        this.#of.set(agent, own);
        for (const outcome of outcomes)
          for (const known of [own, this.#all])
            if (outcome.answered) known.answers.push(outcome);
            else known.misses.push(outcome);
      }
  }

  /** For the nth time: in fact, or as supposed. Whoever has the caller talks as long as was talked in fact: that is the caller's matter. */
  outcome(stay: Stay, agent: string, nth: number): Outcome {
    const facts = stay.pairs.get(agent);
    const fact = facts?.[nth] ?? facts?.at(-1);
    if (fact) return fact;
    const { inVain, callback } = stay;
    // Dialling and talk are the customer's matter, whoever has him.
    const called = callback && [...stay.pairs.values()].flat().find((each) => each.answered);
    if (called) return called;
    const supposed = this.#supposed(stay, agent);
    // It had rung that long and nobody had answered yet.
    return inVain?.agent === agent && nth === 0
      ? { ...supposed, afterMs: Math.max(supposed.afterMs, inVain.ms + 1) }
      : supposed;
  }

  #supposed(stay: Stay, agent: string): Outcome {
    const own = this.#of.get(agent);
    const known = own && own.answers.length + own.misses.length > 0 ? own : this.#all;
    const { answers, misses } = known;
    const draw = (what: string) => chance(this.#seed, stay.id, agent, what);
    const missed = draw("missed") < misses.length / Math.max(1, answers.length + misses.length);
    const miss = missed ? drawn(misses, draw("miss")) : undefined;
    if (miss) return miss;
    const talked = [...stay.pairs.values()].flat().find((each) => each.answered);
    const any = drawn(this.#all.answers, draw("talk"));
    return {
      answered: true,
      afterMs: drawn(answers, draw("after"))?.afterMs ?? any?.afterMs ?? nobody.afterMs,
      talkMs: talked?.talkMs ?? any?.talkMs ?? nobody.talkMs,
      wrapUpMs: drawn(answers, draw("wrapUp"))?.wrapUpMs ?? any?.wrapUpMs ?? nobody.wrapUpMs,
    };
  }

  /** How long he is busy after a miss that made him so. */
  restMs({ id }: Stay, agent: string, { restMs }: Miss): number {
    if (restMs !== undefined) return restMs;
    const known = (of: Known | undefined) => of?.misses.flatMap((miss) => miss.restMs ?? []) ?? [];
    const draw = chance(this.#seed, id, agent, "rest");
    return drawn(known(this.#of.get(agent)), draw) ?? drawn(known(this.#all), draw) ?? nobody.restMs;
  }
}
