/** What one decision costs with many agents and calls, beside the exact probability by convolution over all of them. */
import { newPacingState, observe, usualPacing, want, type PacedAgent, type View } from "../pacing/index.ts";
import { Draws } from "./draws.ts";
import { calleesOf, usualPopulation } from "./population.ts";
import { simulate } from "./simulate.ts";
import { hourMs } from "./testing-load.ts";

export interface Decisions {
  /** ms of each decision. */
  readonly ours: readonly number[];
  readonly exact: readonly number[];
  /** ms of CPU of simulated hours with so many agents, the simulation included, over the time that they stand for. */
  readonly coreShare: number;
}

const parameters = { ...usualPacing, mode: "predictive" } as const;

/** After an hour with so many agents; the share of a core that the hour took. */
function learned(agents: number) {
  let state = newPacingState();
  const from = performance.now();
  simulate(
    {
      callees: calleesOf({ ...usualPopulation, answerByHour: [0.2] }, 1),
      ...{ wrapUp: { meanMs: 15_000, spread: 0.5 }, patienceMs: 2_000, agents, untilMs: hourMs, seed: 1 },
    },
    {
      want: (view) => want({ ...view, state }, parameters).dial,
      observe: (event) => {
        state = observe(state, event, parameters);
      },
    },
  );
  return { state, coreShare: (performance.now() - from) / hourMs };
}

function exactly(agents: number, calls: number, draws: Draws): number {
  const chances = Float64Array.from({ length: agents + calls }, (_, n) => (n < agents ? 0.95 : 0.2) * draws.next());
  const from = performance.now();
  const exact = new Float64Array(chances.length + 1);
  exact[0] = 1;
  chances.forEach((chance, n) => {
    for (let k = n + 1; k > 0; k--) exact[k] = exact[k]! * (1 - chance) + exact[k - 1]! * chance;
    exact[0]! *= 1 - chance;
  });
  return performance.now() - from;
}

export function measureDecisions(agents: number, calls: number, rounds: number): Decisions {
  const { state, coreShare } = learned(agents);
  const draws = new Draws(7, 0);
  const now = 1e9;
  const [ours, exact]: [number[], number[]] = [[], []];
  for (let round = -rounds / 10; round < rounds; round++) {
    const view: View = {
      ...{ now, waiting: 0, dialledLastSecond: 0, caps: [], state },
      agents: Array.from({ length: agents }, (_, n): PacedAgent => {
        const state = n % 10 === 0 ? "idle" : n % 10 === 1 ? "wrapUp" : "talking";
        return { state, since: now - draws.next() * (state === "wrapUp" ? 20_000 : 300_000) };
      }),
      inFlight: Array.from({ length: calls }, () => ({ dialledAt: now - draws.next() * 28_000 })),
    };
    const from = performance.now();
    want(view, parameters);
    const took = performance.now() - from;
    const theirs = exactly(agents, calls, draws);
    if (round < 0) continue;
    ours.push(took);
    exact.push(theirs);
  }
  return { ours, exact, coreShare };
}
