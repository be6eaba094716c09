/**
 * What a list would come to under some settings, before it is started (试算), and what a past day would have come to under others
 * (replay). Both run the real pacing over simulated hours.
 */
import { pacingOf, usualPacing, type PacingParameters } from "../pacing/index.ts";
import { calleesOfHistory, type PastCall } from "./history.ts";
import { ownPacer } from "./pacers.ts";
import { calleesOf, type Callees, type Population, type Spread } from "./population.ts";
import { simulate, type Course, type Floor } from "./simulate.ts";

export interface ForecastSettings {
  readonly agents: number;
  readonly wrapUp: Spread;
  readonly pacing: Pick<PacingParameters, "mode" | "ratio" | "ceiling">;
  /** Hours of the day in which it dials. */
  readonly day: { readonly fromMs: number; readonly toMs: number };
  /** Of a minute begun, in the currency of the ledger. */
  readonly costPerMinute: number;
  readonly seed: number;
}

export interface List {
  readonly numbers: number;
  /** A number is dialled until a person has answered, at most so many times. */
  readonly tries: number;
}

export interface Forecast {
  readonly calls: number;
  /** By people. */
  readonly answered: number;
  readonly connected: number;
  readonly abandoned: number;
  /** Of those that people answered. */
  readonly abandonedShare: number;
  /** Of dialling, which may be several days. */
  readonly hours: number;
  /** Share of the agents' time in talk and wrap-up. */
  readonly occupancy: number;
  readonly talkShare: number;
  readonly minutes: number;
  readonly cost: number;
  /** The figures were taken from so many numbers; the rest is in proportion. */
  readonly simulatedNumbers: number;
}

/** Enough that a further thousand moves no figure, and few enough that an answer takes about a second. */
const mostNumbers = 10_000;
const mostMs = 31 * 24 * 3_600_000;

function floorOf(callees: Callees, { agents, wrapUp, day, seed }: ForecastSettings, untilMs: number): Floor {
  return { callees, wrapUp, agents, day, seed, untilMs, patienceMs: usualPacing.patienceMs };
}

function figures(course: Course, { agents, costPerMinute }: ForecastSettings, times: number, ms: number) {
  const { dialled, answered, connected, abandoned, minutes, talkMs, busyMs } = course;
  const all = (figure: number): number => Math.round(figure * times);
  const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
  return {
    ...{ calls: all(dialled), answered: all(answered), connected: all(connected), abandoned: all(abandoned) },
    abandonedShare: share(abandoned, answered),
    hours: (ms * times) / 3_600_000,
    occupancy: Math.min(1, share(busyMs, agents * ms)),
    talkShare: Math.min(1, share(talkMs, agents * ms)),
    minutes: all(minutes),
    cost: all(minutes) * costPerMinute,
  };
}

const pacerOf = ({ pacing }: ForecastSettings) => ownPacer(pacingOf(pacing));

export function forecast(population: Population, settings: ForecastSettings, list: List): Forecast {
  const numbers = Math.min(list.numbers, mostNumbers);
  const floor = floorOf(calleesOf(population, settings.seed), settings, mostMs);
  const course = simulate({ ...floor, list: { ...list, numbers } }, pacerOf(settings));
  const simulatedNumbers = numbers;
  return { ...figures(course, settings, numbers > 0 ? list.numbers / numbers : 0, course.endMs), simulatedNumbers };
}

/** The hours of `settings.day` once, with as many calls as the settings dial in them. */
export function replay(history: readonly PastCall[], settings: ForecastSettings): Omit<Forecast, "simulatedNumbers"> {
  const ms = settings.day.toMs - settings.day.fromMs;
  if (history.length === 0) throw new Error("a past day without calls cannot be replayed");
  return figures(simulate(floorOf(calleesOfHistory(history), settings, ms), pacerOf(settings)), settings, 1, ms);
}
