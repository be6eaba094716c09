/** The floor on a virtual clock: E7 and E8 of dialling. */
import { newPacingState, observe, usualPacing, want, type PacingState } from "../pacing/index.ts";
import { calleesOf, usualPopulation } from "./population.ts";
import { simulate } from "./simulate.ts";
import { cells, hourMs, runCell, shockCells, type Cell, type Way } from "./testing-load.ts";
import { runJobs, type Ran } from "./testing-pool.ts";

const s = 1_000;
const wrapUp = { meanMs: 15 * s, spread: 0.5 };
const seeds = [1, 2];

test("E7 progressive: never more in flight than idle agents, and of 10,000 calls nobody abandoned", () => {
  let state: PacingState = newPacingState();
  let most = -Infinity;
  const course = simulate(
    {
      ...{
        callees: calleesOf(usualPopulation, 1),
        wrapUp,
        patienceMs: 2 * s,
        agents: 20,
        untilMs: 24 * hourMs,
        seed: 1,
      },
      list: { numbers: 10_000, again: () => undefined },
      // Others come; who leaves is another matter: what rings then is for the engine to cancel.
      changes: [{ atMs: hourMs, agents: 30 }],
    },
    {
      want: (view) => {
        const { dial, surplus } = want({ ...view, state }, usualPacing);
        const idle = view.agents.filter((agent) => agent.state === "idle").length;
        most = Math.max(most, view.inFlight.length + view.waiting + dial - idle);
        expect(surplus).toBe(0);
        return dial;
      },
      observe: (event) => (state = observe(state, event)),
    },
  );
  expect(course).toMatchObject({ dialled: 10_000, abandoned: 0 });
  expect([most, course.overIdle]).toEqual([0, 0]);
  expect(state.counters).toMatchObject({ dialled: 10_000, answered: course.answered, abandoned: 0 });
  expect(course.answered + Object.values(course.results).reduce((a, b) => a + b)).toBe(10_000);
});

test("D54 the list is told of whom a machine answered and who was abandoned, and of nobody else", () => {
  const told: unknown[] = [];
  const fates = [
    { answered: false, afterMs: s, code: 200 },
    { answered: false, afterMs: s, code: 594 },
    { answered: true, afterMs: s, talkMs: 60 * s },
    { answered: true, afterMs: s, talkMs: 60 * s },
  ] as const;
  simulate(
    {
      ...{ callees: { fate: (_at, _day, _factor, who) => fates[who!.number]! }, wrapUp, patienceMs: 2 * s },
      ...{ agents: 1, untilMs: hourMs, seed: 1 },
      list: {
        numbers: fates.length,
        again: (number, _tries, result, _at, missed) => {
          told.push([number, result, missed]);
          return undefined;
        },
      },
    },
    { want: ({ inFlight }) => fates.length - inFlight.length, observe: () => {} },
  );
  expect(told.sort()).toEqual([
    [0, 200, "machine"],
    [1, 594, undefined],
    [2, 200, undefined],
    [3, 200, "abandoned"],
  ]);
});

const all = [...cells, ...shockCells];
const sameCell = (a: Cell, b: Cell): boolean => a.rate === b.rate && a.agents === b.agents && a.shocks === b.shocks;
let ran: readonly Ran[];
beforeAll(async () => {
  const jobs = all.flatMap((cell) =>
    seeds.flatMap((seed) => (["predictive", "progressive"] as const).map((way) => ({ cell, way, seed }))),
  );
  ran = await runJobs(jobs, 2);
});

/** A factor is a mean over seeds, as E8 has it; the ceiling holds in every run. */
const measured = (cell: Cell) => {
  const of = (way: Way, seed: number) =>
    ran.find((each) => sameCell(each.cell, cell) && each.way === way && each.seed === seed)!;
  const factors = seeds.map((seed) => of("predictive", seed).talkMs / of("progressive", seed).talkMs);
  return {
    shares: seeds.map((seed) => of("predictive", seed).share),
    factor: factors.reduce((a, b) => a + b) / factors.length,
  };
};

test.each(cells)("E8 $agents agents, $rate answered: at most 3 % abandoned, talk at least x $goal", (cell) => {
  const { shares, factor } = measured(cell);
  expect(Math.max(...shares)).toBeLessThanOrEqual(0.03);
  expect(factor).toBeGreaterThanOrEqual(cell.goal!);
});

test.each(shockCells)("E8 with shocks, $agents agents, $rate answered: at most 3 % abandoned", (cell) => {
  const { shares, factor } = measured(cell);
  expect(Math.max(...shares)).toBeLessThanOrEqual(0.03);
  expect(factor).toBeGreaterThanOrEqual(cell.goal ?? 1);
});

test("the same seed is the same course, another one is not; another way of pacing meets the same people", () => {
  const [cell] = cells;
  const once = runCell(cell!, "predictive", 5, 1);
  expect(runCell(cell!, "predictive", 5, 1)).toEqual(once);
  expect(runCell(cell!, "predictive", 6, 1)).not.toEqual(once);
  const [a, b] = [calleesOf(usualPopulation, 3), calleesOf(usualPopulation, 3)];
  const fates = (callees: typeof a) => Array.from({ length: 50 }, (_, n) => callees.fate(n, 0, 1));
  expect(fates(a)).toEqual(fates(b));
});

test("the population is the one it says: answered share, lengths, codes", () => {
  const callees = calleesOf({ ...usualPopulation, drift: { share: 0, periodMs: 1 } }, 1);
  const fates = Array.from({ length: 40_000 }, () => callees.fate(0, 0, 1));
  const mean = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0) / of.length;
  const people = fates.flatMap((fate) => (fate.answered ? [fate] : []));
  const others = fates.flatMap((fate) => (fate.answered ? [] : [fate]));
  expect(people.length / fates.length).toBeCloseTo(0.35, 1);
  expect(mean(people.map(({ talkMs }) => talkMs)) / s).toBeCloseTo(120, -1);
  expect(Math.abs(mean(others.map(({ afterMs }) => afterMs)) / s - 25)).toBeLessThan(1);
  expect(others.filter(({ code }) => code === 591).length / others.length).toBeCloseTo(0.05, 2);
});
