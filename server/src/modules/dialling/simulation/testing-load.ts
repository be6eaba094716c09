/** The acceptance check E8 of dialling: its cells, its goals, and a run of a cell under a way of pacing. For tests and bench/pacing.ts. */
import { usualPacing } from "../pacing/index.ts";
import { ownPacer } from "./pacers.ts";
import { adaptiveLevel } from "./peers.ts";
import { calleesOf, usualPopulation } from "./population.ts";
import type { Change, Course, Pacer } from "./floor.ts";
import { simulate } from "./simulate.ts";

export const hourMs = 3_600_000;

export interface Cell {
  readonly rate: number;
  readonly agents: number;
  /** Half the agents leave at once after an hour, twice as many people answer after two, the agents are back after three. */
  readonly shocks: boolean;
  /** Talk over that of progressive dialling, as a mean over seeds; none: it is not asked for. */
  readonly goal?: number;
}

const sizes = [5, 10, 20, 50] as const;
const goals: Readonly<Record<number, readonly number[]>> = {
  0.2: [1.2, 1.35, 1.5, 1.6],
  0.35: [1.08, 1.15, 1.22, 1.3],
  0.5: [1.03, 1.06, 1.1, 1.16],
};

export const cells: readonly Cell[] = Object.entries(goals).flatMap(([rate, of]) =>
  sizes.map((agents, n) => ({ rate: Number(rate), agents, shocks: false, goal: of[n]! })),
);

/** Five cannot be halved. */
export const shockCells: readonly Cell[] = [0.2, 0.35].flatMap((rate) =>
  [6, 10, 20, 50].map((agents) => ({ rate, agents, shocks: true, ...(rate === 0.2 ? { goal: 1.1 } : {}) })),
);

const pacers = {
  progressive: () => ownPacer(usualPacing),
  predictive: () => ownPacer({ ...usualPacing, mode: "predictive" }),
  /** As it is elsewhere: without a ceiling. */
  "ratio 1.5": () => ownPacer({ ...usualPacing, mode: "ratio", ratio: 1.5, learning: 0, ceiling: 2 }),
  "adaptive level": () => adaptiveLevel(usualPacing.ceiling),
} as const satisfies Readonly<Record<string, () => Pacer>>;

export type Way = keyof typeof pacers;
export const ways = Object.keys(pacers) as readonly Way[];

const changesOf = ({ agents, shocks }: Cell): readonly Change[] =>
  shocks
    ? [
        { atMs: hourMs, agents: agents / 2 },
        { atMs: 2 * hourMs, answerFactor: 2 },
        { atMs: 3 * hourMs, agents },
      ]
    : [];

export function runCell(cell: Cell, way: Way, seed: number, hours = 4): Course {
  const population = { ...usualPopulation, answerByHour: [cell.rate] };
  return simulate(
    {
      callees: calleesOf(population, seed),
      wrapUp: { meanMs: 15_000, spread: 0.5 },
      patienceMs: usualPacing.patienceMs,
      agents: cell.agents,
      untilMs: hours * hourMs,
      changes: changesOf(cell),
      seed,
    },
    pacers[way](),
  );
}
