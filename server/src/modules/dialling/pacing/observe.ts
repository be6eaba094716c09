/**
 * What a task has seen, as a pure reducer: the dialling engine and the simulation feed it the same events, and its state goes with
 * the task over a restart.
 *
 * Theta is steered like a quantile that is estimated as it comes: each answer multiplies it by e^(gain * target), each abandonment
 * by e^-gain, so that it stands still exactly where the share of abandoned is the target. That is stochastic approximation (Robbins
 * and Monro, Ann. Math. Statist. 22, 1951) on the logarithm, with a constant step because the ground moves.
 */
import { comingShare, endingWithin, meanBins, noEnds, reached, withEnd } from "./ends.ts";
import {
  bins,
  usualPacing,
  widthMs,
  type HourCount,
  type PacingEvent,
  type PacingParameters,
  type PacingState,
  type Tables,
} from "./types.ts";

const hourMs = 3_600_000;
/** Ends after which an end weighs 1/e. */
const memory = { calls: 400, talks: 200, wrapUps: 200 } as const;
/** A first theta above what it settles at spends the budget before much is known. */
const theta = { first: 0.02, least: 0.001, most: 0.6 } as const;
/** What is supposed where nothing has been seen. */
const supposed = { answered: 0.4, answerMs: 10_000, talkMs: 120_000 } as const;
/** Tables are made anew after so many ends. */
const staleAfter = 10;

type Curves = Pick<PacingState, "answers" | "failures" | "talks" | "wrapUps">;

/**
 * Who talks now is idle by then when the talk ends and the wrap-up after it does: the hazard of the talk at its age times the time
 * that would be left for the wrap-up, which is the sum of the wrap-up's distribution up to then. First order in the hazard: two ends
 * of one talk do not happen.
 */
function tablesOf({ answers, failures, talks, wrapUps }: Curves, { patienceMs }: PacingParameters): Tables {
  const answerMs = meanBins(answers, supposed.answerMs / widthMs.call) * widthMs.call;
  // Whoever answers waits that long for an agent.
  const aheadMs = answerMs + patienceMs;
  const wrappingUp = reached(wrapUps);
  const all = wrappingUp[0]!;
  let spare = 0;
  for (let second = 1; second <= aheadMs / 1_000; second++) spare += all > 0 ? 1 - wrappingUp[second]! / all : 0;
  const hazard = endingWithin(talks, 1, widthMs.talk / supposed.talkMs);
  return {
    answer: comingShare(answers, failures, supposed.answered),
    wrapUp: endingWithin(wrapUps, aheadMs / widthMs.wrapUp, 0),
    talk: hazard.map((share) => Math.min(1, (share * spare * 1_000) / widthMs.talk)),
    answerMs,
  };
}

const nothing: Curves = {
  answers: noEnds(bins.call),
  failures: noEnds(bins.call),
  talks: noEnds(bins.talk),
  wrapUps: noEnds(bins.wrapUp),
};

/** A task that has not dialled yet. */
export const newPacingState = (): PacingState => ({
  ...nothing,
  theta: theta.first,
  counters: { dialled: 0, ringing: 0, answered: 0, failed: 0, abandoned: 0, connected: 0, joined: 0, left: 0 },
  results: {},
  hours: [],
  tables: tablesOf(nothing, usualPacing),
  stale: 0,
});

const steered = (state: PacingState, by: number): number =>
  Math.min(theta.most, Math.max(theta.least, state.theta * Math.exp(by)));

const counted = (state: PacingState, what: keyof PacingState["counters"]): PacingState["counters"] => ({
  ...state.counters,
  [what]: state.counters[what] + 1,
});

function inHours(hours: readonly HourCount[], at: number, what: "answered" | "abandoned"): HourCount[] {
  const hour = Math.floor(at / hourMs);
  const kept = hours.filter((each) => each.hour > hour - 24);
  const last = kept.at(-1);
  if (last && last.hour >= hour) kept[kept.length - 1] = { ...last, [what]: last[what] + 1 };
  else kept.push({ hour, answered: 0, abandoned: 0, [what]: 1 });
  return kept;
}

/** New curves, and new tables when they are due. */
function learned(state: PacingState, curves: Partial<Curves>, parameters: PacingParameters): PacingState {
  const next = { ...state, ...curves, stale: state.stale + 1 };
  return next.stale < staleAfter ? next : { ...next, stale: 0, tables: tablesOf(next, parameters) };
}

const bin = (ms: number, width: number): number => Math.floor(Math.max(0, ms) / width);

export function observe(
  state: PacingState,
  event: PacingEvent,
  parameters: PacingParameters = usualPacing,
): PacingState {
  const { gain, target } = parameters;
  switch (event.type) {
    case "dialled":
    case "ringing":
      return { ...state, counters: counted(state, event.type) };
    case "agentJoined":
      return { ...state, counters: counted(state, "joined") };
    case "agentLeft":
      return { ...state, counters: counted(state, "left") };
    case "connected":
      return { ...state, counters: counted(state, "connected") };
    case "answeredByPerson": {
      const answers = withEnd(state.answers, memory.calls, bin(event.afterMs, widthMs.call));
      const curves = { answers, failures: withEnd(state.failures, memory.calls) };
      return {
        ...learned(state, curves, parameters),
        theta: steered(state, gain * target),
        counters: counted(state, "answered"),
        hours: inHours(state.hours, event.at, "answered"),
      };
    }
    case "failed": {
      const failures = withEnd(state.failures, memory.calls, bin(event.afterMs, widthMs.call));
      return {
        ...learned(state, { failures, answers: withEnd(state.answers, memory.calls) }, parameters),
        counters: counted(state, "failed"),
        results: { ...state.results, [event.result]: (state.results[event.result] ?? 0) + 1 },
      };
    }
    case "abandoned":
    case "misjudged":
      return {
        ...state,
        ...(event.type === "misjudged" ? { misjudged: (state.misjudged ?? 0) + 1 } : {}),
        theta: steered(state, -gain),
        counters: counted(state, "abandoned"),
        hours: inHours(state.hours, event.at, "abandoned"),
      };
    case "talkEnded":
      return learned(state, { talks: withEnd(state.talks, memory.talks, bin(event.talkMs, widthMs.talk)) }, parameters);
    case "wrapUpEnded": {
      const wrapUps = withEnd(state.wrapUps, memory.wrapUps, bin(event.wrapUpMs, widthMs.wrapUp));
      return learned(state, { wrapUps }, parameters);
    }
  }
}
