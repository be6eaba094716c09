/**
 * 试算 in closed form, from what the enterprise's tasks of the kind did lately. Pure, and the one place where a forecast is made: a
 * simulation of the list can take its place.
 */
import type { TaskSettings, TaskType } from "@liantai/api/contract/admin";

export interface History {
  readonly calls: number;
  readonly answered: number;
  readonly talkS: number;
  readonly ringS: number;
  /** Thousandths of a yuan, of an attempt. */
  readonly cost: number;
  readonly abandoned: number;
  readonly unanswered: readonly { readonly code: number; readonly count: number }[];
}

export interface Estimate {
  readonly answerRate: number;
  readonly talkS: number;
  readonly expectedCalls: number;
  readonly expectedAnswers: number;
  readonly hours: number;
  /** Percent of the agents', or lines', time in talk and wrap-up. */
  readonly occupancy: number;
  readonly abandonedPct: number;
  /** Yuan. */
  readonly cost: number;
}

export interface ListAsked {
  readonly ftype: TaskType;
  readonly settings: TaskSettings;
  /** Numbers that are still to be dialled. */
  readonly numbers: number;
  readonly agents: number;
}

/** Where fewer calls are known than this, the usual figures stand in. */
export const enoughCalls = 30;
const usual: History = {
  calls: 0,
  answered: 0,
  talkS: 60,
  ringS: 20,
  cost: 0,
  abandoned: 0,
  unanswered: [{ code: 594, count: 1 }],
};
const usualAnswerRate = 0.35;
/** How much of progressive dialling's waiting for an answer remains, as measured in the simulation of pacing (inventory C8). */
const predictiveWait = 0.35;
const usualAbandonedPct = 1.8;

const round = (value: number, digits = 1): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** Share of the unanswered calls that some rule dials again, and how often at the most. */
function retrying({ retries, inAll }: TaskSettings, unanswered: History["unanswered"]) {
  const all = unanswered.reduce((sum, { count }) => sum + count, 0);
  const again = unanswered.reduce(
    (sum, { code, count }) => sum + (retries.some(({ codes }) => codes.includes(code)) ? count : 0),
    0,
  );
  const times = retries.reduce((most, rule) => Math.max(most, rule.times), 0);
  return { share: all > 0 ? again / all : 0, times: Math.min(times, inAll - 1) };
}

/** Seconds between two answers of one agent or line, without the talk itself. */
function waiting({ ftype, settings }: ListAsked, ringS: number, answerRate: number): number {
  const untilAnswer = ringS / Math.max(answerRate, 0.01);
  if (ftype === 2) return untilAnswer + settings.readS / Math.max(answerRate, 0.01);
  if (ftype !== 3 || settings.mode === "progressive") return untilAnswer;
  return settings.mode === "ratio" ? untilAnswer / settings.ratio : untilAnswer * predictiveWait;
}

function abandonedOf({ ftype, settings }: ListAsked, known: History): number {
  if (ftype !== 3 || settings.mode === "progressive") return 0;
  const seen = known.answered > 0 ? (known.abandoned / known.answered) * 100 : usualAbandonedPct;
  return Math.min(seen, settings.ceiling);
}

export function estimate(asked: ListAsked, history: History): Estimate {
  const { ftype, settings, numbers, agents } = asked;
  const known = history.calls >= enoughCalls ? history : usual;
  const answerRate = known === usual ? usualAnswerRate : known.answered / known.calls;
  const { share, times } = retrying(settings, known.unanswered);
  const again = (1 - answerRate) * share;
  const callsEach = Array.from({ length: times + 1 }, (_, k) => again ** k).reduce((sum, part) => sum + part, 0);
  const calls = numbers * callsEach;
  const answers = calls * answerRate;
  const busy = known.talkS + (ftype === 2 || ftype === 3 ? settings.wrapUpS : 0);
  const wait = waiting(asked, known.ringS, answerRate);
  const lines = Math.min(ftype === 1 ? settings.lines : settings.concurrency, settings.concurrency);
  const servers = ftype === 2 || ftype === 3 ? agents : lines;
  const seconds = Math.max((answers * (busy + wait)) / Math.max(servers, 1), calls / settings.perSecond);
  const worked = answers * busy;
  return {
    answerRate: round(answerRate * 100),
    talkS: round(known.talkS),
    expectedCalls: Math.round(calls),
    expectedAnswers: Math.round(answers),
    hours: round(seconds / 3_600, 2),
    occupancy: seconds > 0 ? round(Math.min(100, (worked / (seconds * Math.max(servers, 1))) * 100)) : 0,
    abandonedPct: round(abandonedOf(asked, known), 2),
    cost: round((calls * known.cost) / 1_000, 2),
  };
}
