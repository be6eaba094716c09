/**
 * Automatic dialling on the virtual clock (issue 11, E8): talk time of predictive dialling over progressive dialling of the same
 * seeds, in 12 cells of agents and answer rate and 8 with shocks, 4 hours each, with a fixed ratio of 1.5 and an adaptive level after
 * VICIdial's description beside them. --seeds N --first-seed N give the seeds (30 from 1), --threads N the threads (2). Then a decision
 * with 200 agents and 600 calls in flight beside the exact convolution, and agent-hours a minute of one thread.
 */
import {
  cells,
  measureDecisions,
  runJobs,
  shockCells,
  ways,
  type Cell,
  type Ran,
  type Way,
} from "@liantai/server/testing/pacing";
import { compare, quantile, type Compared, type Measured } from "./lib/result.ts";

const given = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const seeds = Array.from({ length: given("--seeds", 30) }, (_, n) => given("--first-seed", 1) + n);
const threads = given("--threads", 2);
const hours = 4;
const ceiling = 0.03;

const nameOf = ({ rate, agents, shocks }: Cell): string => `${rate} x ${agents}${shocks ? " shocks" : ""}`;
const percent = (share: number): number => share * 100;
const mean = (of: readonly number[]): number => of.reduce((a, b) => a + b, 0) / of.length;

class Table {
  readonly #of: ReadonlyMap<string, readonly Ran[]>;

  constructor(ran: readonly Ran[]) {
    const of = new Map<string, Ran[]>();
    for (const one of ran) {
      const name = `${nameOf(one.cell)} ${one.way}`;
      of.set(name, [...(of.get(name) ?? []), one]);
    }
    this.#of = of;
  }

  /** By seed. */
  runs(cell: Cell, way: Way): readonly Ran[] {
    return (this.#of.get(`${nameOf(cell)} ${way}`) ?? []).toSorted((a, b) => a.seed - b.seed);
  }

  /** The mean over seeds of what each talked over progressive dialling of the same seed. */
  factor(cell: Cell, way: Way): number {
    const plain = this.runs(cell, "progressive");
    return mean(this.runs(cell, way).map(({ talkMs }, n) => talkMs / plain[n]!.talkMs));
  }

  worst(cell: Cell, way: Way): number {
    return Math.max(...this.runs(cell, way).map(({ share }) => share));
  }
}

const talked = (runs: readonly Ran[]): number => mean(runs.map(({ talkMs }) => talkMs)) / 3_600_000;

export async function run(): Promise<Measured> {
  const all = [...cells, ...shockCells];
  const jobs = all.flatMap((cell) => ways.flatMap((way) => seeds.map((seed) => ({ cell, way, seed }))));
  const ran = await runJobs(jobs, threads);
  const table = new Table(ran);
  const ours = ran.filter(({ way }) => way === "predictive");
  const decisions = measureDecisions(200, 600, 5_000);
  const against = (cell: Cell): Compared => ({
    ...compare(
      { what: `talk, ${nameOf(cell)}`, reference: "progressive on the same seeds", unit: "hours a run" },
      talked(table.runs(cell, "predictive")),
      talked(table.runs(cell, "progressive")),
    ),
    ratio: table.factor(cell, "predictive"),
  });
  const worst = (way: Way): number => percent(Math.max(...all.map((cell) => table.worst(cell, way))));
  const decision = (name: string, q: number): Compared =>
    compare(
      { what: `a decision, 200 agents and 600 in flight, ${name}`, reference: "exact convolution alone", unit: "ms" },
      quantile(decisions.ours, q),
      quantile(decisions.exact, q),
    );
  const [first, ...others] = all.map(against);
  const figures = all.flatMap((cell) =>
    ways
      .filter((way) => way !== "progressive")
      .flatMap((way): [string, number][] => [
        [`${nameOf(cell)} ${way}, times`, table.factor(cell, way)],
        [`${nameOf(cell)} ${way}, worst abandoned %`, percent(table.worst(cell, way))],
        [`${nameOf(cell)} ${way}, runs over 3 %`, table.runs(cell, way).filter(({ share }) => share > ceiling).length],
      ]),
  );
  return {
    name: "pacing",
    compared: [first!, ...others, decision("p99", 0.99), decision("median", 0.5)],
    unit: "",
    goal: "E8: abandoned at most 3 % in every run, talk by cell; p99 < 5 ms, at most 3 % of a core; 2,000 agent-hours a minute",
    values: {
      seeds: seeds.length,
      "first seed": seeds[0]!,
      runs: ours.length,
      "cells below their goal": all.filter((cell) => table.factor(cell, "predictive") < (cell.goal ?? 0)).length,
      "runs over 3 %": ours.filter(({ share }) => share > ceiling).length,
      ...Object.fromEntries(ways.map((way) => [`worst abandoned %, ${way}`, worst(way)])),
      "agent-hours a minute of a thread":
        (60_000 * hours * ours.reduce((sum, { cell }) => sum + cell.agents, 0)) /
        ours.reduce((sum, { ms }) => sum + ms, 0),
      "share of a core %, 200 agents with their simulation": percent(decisions.coreShare),
      ...Object.fromEntries(figures),
    },
  };
}
