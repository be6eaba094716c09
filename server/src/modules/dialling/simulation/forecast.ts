/**
 * What a list would come to under a task's settings (试算): the real pacing and the real retry rules over simulated hours, some times
 * over with rates and people drawn anew. What is told is the middle of the runs and where nine of ten lie above and below.
 */
import type { TaskSettings, TaskType } from "@liantai/api/contract/admin";
import { abandonedRestMs, afterResult, nextOpening, type DialHours } from "../checks/index.ts";
import type { HalfHours } from "../experiments/arms.ts";
import { pacingOf, usualPacing } from "../pacing/index.ts";
import { Draws } from "./draws.ts";
import type { Course, List } from "./floor.ts";
import { populationOf, type History } from "./known.ts";
import { OpenTime } from "./open-time.ts";
import { hoursByHalf, hoursByProvince, hoursOfAny, mixed, opening, type Hours, type RegionShare } from "./regional.ts";
import { ownPacer } from "./pacers.ts";
import { calleesOf } from "./population.ts";
import { scaleOf } from "./scale.ts";
import { simulate } from "./simulate.ts";

export interface ForecastAsked {
  readonly ftype: TaskType;
  readonly settings: TaskSettings;
  readonly hours: DialHours;
  readonly now: number;
  /** That are still to be dialled. */
  readonly numbers: number;
  /** Of them, by the provinces that the settings give hours to. */
  readonly regions?: readonly RegionShare[];
  /** Of an experiment by times of day that splits them, as if it went on to the end. */
  readonly halves?: readonly HalfHours[];
  /** Agents, or lines of a task without them. */
  readonly agents: number;
  /** Yuan, of a minute begun of the numbers that are shown. */
  readonly pricePerMinute: number;
  readonly history: History;
  readonly runs: number;
}

/** Of one run. */
export interface Outcome {
  readonly calls: number;
  readonly answered: number;
  readonly connected: number;
  /** Shares, 0 to 1: of answers; of the agents' time in talk and wrap-up, and in talk. */
  readonly abandoned: number;
  readonly occupancy: number;
  readonly talk: number;
  /** Of time in which it may dial. */
  readonly hours: number;
  readonly cost: number;
  /** Numbers that the task does not come to before its last hour. */
  readonly left: number;
  /** Epoch ms; null: it does not come to its end. */
  readonly endsAt: number | null;
}

export type Band = { readonly low: number; readonly middle: number; readonly high: number };
export type Forecast = { readonly [K in Exclude<keyof Outcome, "endsAt">]: Band } & {
  readonly endsAt: { readonly [K in keyof Band]: number | null };
  readonly runs: number;
};

/** Open time beyond which nobody plans. */
const mostMs = 60 * 24 * 3_600_000;
const wrapUpSpread = 0.5;
/** Kinds whose agents are people. */
const preview = 2;
const automatic = 3;

const share = (part: number, whole: number): number => (whole > 0 ? Math.min(1, part / whole) : 0);

/** What the task's rules make of each call of a number, as the engine asks them. */
export function listOf(
  asked: {
    readonly settings: TaskSettings;
    readonly hoursOf: Hours;
    /** Some numbers have hours of their own. */
    readonly waits: boolean;
  },
  numbers: number,
  clock: { readonly wall: (atMs: number) => number | null; readonly sim: (wall: number) => number },
): List {
  const had = new Map<number, { tries: Readonly<Record<string, number>>; calledAt: number[] }>();
  const midnight = (at: number): number => Math.floor((at + 8 * 3_600_000) / 86_400_000);
  const { settings, hoursOf, waits } = asked;
  return {
    numbers,
    ...(waits && { opens: (number, atMs) => opening(hoursOf(number), atMs, clock) }),
    again(number, attempts, code, atMs, missed) {
      const now = clock.wall(atMs);
      if (now === null) return undefined;
      const { tries, calledAt } = had.get(number) ?? { tries: {}, calledAt: [] };
      calledAt.push(now);
      const attemptsToday = calledAt.filter((at) => midnight(at) === midnight(now)).length;
      const hours = hoursOf(number);
      const after = afterResult({ settings, code, missed, tries, attempts, attemptsToday, now, calledAt, hours });
      had.set(number, { tries: after.tries, calledAt });
      if (after.nextAt === null || after.otherNumber) return undefined;
      // Who was abandoned rests, whatever the rule says (D4, D54).
      const nextAt =
        missed === "abandoned" ? nextOpening(hours, Math.max(after.nextAt, now + abandonedRestMs)) : after.nextAt;
      return nextAt === null ? undefined : clock.sim(nextAt);
    },
  };
}

/** A kind without agents is dialled as if each line were one: a line has a call from its dialling to its end. */
export function floorOf({ ftype, settings }: Pick<ForecastAsked, "ftype" | "settings">, seed: number) {
  const { mode, ratio, ceiling, wrapUpS, readS } = settings;
  const seats = ftype === automatic || ftype === preview;
  return {
    pacer: ownPacer(pacingOf({ mode: ftype === automatic ? mode : "progressive", ratio, ceiling: ceiling / 100 })),
    wrapUp: { meanMs: seats ? wrapUpS * 1_000 : 0, spread: wrapUpSpread },
    beforeMs: ftype === preview ? readS * 1_000 : 0,
    patienceMs: usualPacing.patienceMs,
    seed,
  };
}

function runOnce(asked: ForecastAsked, seed: number): Outcome {
  const { ftype, settings, agents, numbers, hours, now, history, pricePerMinute, regions = [], halves = [] } = asked;
  const scale = scaleOf(agents, numbers, ftype === automatic && settings.mode === "predictive");
  const { times, floors } = scale;
  const open = new OpenTime(hoursOfAny(hours, halves), now);
  const { pacer, beforeMs, ...floor } = floorOf(asked, seed);
  const clock = {
    wall: (atMs: number) => open.at(atMs * times),
    sim: (wall: number) => open.passed(wall) / times,
  };
  const population = populationOf(history, { ringMs: settings.ringS * 1_000, beforeMs }, new Draws(seed, 4));
  const untilMs = open.upTo(mostMs) / times;
  const byProvince = hoursByProvince(hours, settings.regions, mixed(regions));
  const course = simulate(
    {
      ...{ ...floor, callees: calleesOf(population, seed), agents: scale.agents, untilMs },
      dayMs: (atMs) => ((clock.wall(atMs) ?? now) + 8 * 3_600_000) % 86_400_000,
      list: listOf(
        { settings, hoursOf: hoursByHalf(byProvince, halves), waits: settings.regions.length + halves.length > 0 },
        scale.numbers,
        clock,
      ),
      most: {
        calls: Math.max(1, Math.ceil(settings.concurrency / floors)),
        aSecond: Math.max(1, Math.ceil(settings.perSecond / floors)),
      },
    },
    pacer,
  );
  return outcomeOf(course, { whole: times * floors, times, agents: scale.agents, pricePerMinute, open });
}

interface Measure {
  readonly whole: number;
  readonly times: number;
  readonly agents: number;
  readonly pricePerMinute: number;
  readonly open: OpenTime;
}

function outcomeOf(course: Course, { whole, times, agents, pricePerMinute, open }: Measure): Outcome {
  const { dialEndMs, endMs, talkMs, busyMs, answered, abandoned } = course;
  const all = (figure: number): number => Math.round(figure * whole);
  // The last calls end once, however many times as long the whole is.
  const ms = dialEndMs * times + Math.max(0, endMs - dialEndMs);
  return {
    ...{ calls: all(course.dialled), answered: all(answered), connected: all(course.connected) },
    abandoned: share(abandoned, answered),
    occupancy: share(busyMs, agents * endMs),
    talk: share(talkMs, agents * endMs),
    hours: ms / 3_600_000,
    cost: course.minutes * whole * pricePerMinute,
    left: all(course.left),
    endsAt: course.left > 0 ? null : open.at(ms),
  };
}

/** The middle of the runs, and the values that a tenth of them lie below and above: of so few runs the second from each end. */
function bandOf(values: readonly number[]): Band {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (q: number): number => sorted[Math.round(q * (sorted.length - 1))]!;
  return { low: at(0.1), middle: at(0.5), high: at(0.9) };
}

export function forecast(asked: ForecastAsked): Forecast {
  const runs = Array.from({ length: asked.runs }, (_, run) => runOnce(asked, run + 1));
  const band = (of: Exclude<keyof Outcome, "endsAt">) => bandOf(runs.map((run) => run[of]));
  const ends = bandOf(runs.map(({ endsAt }) => endsAt ?? Infinity));
  const ending = (at: number): number | null => (at === Infinity ? null : at);
  return {
    ...{ calls: band("calls"), answered: band("answered"), connected: band("connected") },
    ...{ abandoned: band("abandoned"), occupancy: band("occupancy"), talk: band("talk") },
    ...{ hours: band("hours"), cost: band("cost"), left: band("left") },
    endsAt: { low: ending(ends.low), middle: ending(ends.middle), high: ending(ends.high) },
    runs: runs.length,
  };
}
