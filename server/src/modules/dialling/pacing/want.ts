/**
 * How many calls a task with agents dials now, with its reasons. Pure: the view and the parameters are plain data, and nothing else
 * is read.
 *
 * progressive: never more in flight than idle agents, so nobody is ever abandoned.
 * ratio: so many in flight for each idle agent.
 * predictive (decision 090): one more while P(a person who answers it finds no agent) is at most theta. He finds none when the calls
 *   in flight that will be answered, and the agents who are busy and will not be idle by then, are together at least all agents: a
 *   Poisson-binomial tail (tail.ts) over the calls by the observed answer curve and over the agents by the observed lengths of talk
 *   and wrap-up. Nothing is a level per agent, so agents who leave and an answer rate that changes act on the next decision. That calls
 *   in flight are weighed against agents foreseen is Samuelson's (Interfaces 29:5, 1999); the probability and its steering are ours.
 * Whatever the mode, dialling is progressive until enough people have answered, and whenever one more abandonment could pass the
 * ceiling: of the last 24 hours, or since the task began.
 */
import { Tail } from "./tail.ts";
import {
  widthMs,
  type Cap,
  type PacedAgent,
  type PacingParameters,
  type Reason,
  type View,
  type Want,
} from "./types.ts";

interface Counted {
  readonly idle: number;
  /** In flight, or answered and waiting. */
  readonly calls: number;
}

/** How many a mode allows, and why so many and no more. */
interface Room {
  readonly dial: number;
  readonly reasons: readonly Reason[];
}

/** What may still be abandoned. */
interface Budget {
  readonly left: number;
  /** Why nothing may be risked. */
  readonly spent?: Reason;
}

/** Kept back beside those who wait already: the next one. */
const reserve = 1;
/** With this probability a further call may lead to more abandoned than the budget has left. */
const overdraw = 0.0002;

const inTable = (table: readonly number[], at: number): number =>
  table[Math.min(Math.max(0, Math.floor(at)), table.length - 1)]!;

/** Busy until a person who answers a call that is dialled now has no patience left: the probability of it. */
function stillBusy({ state, since, endsAt }: PacedAgent, { now, state: { tables } }: View, patienceMs: number): number {
  if (state === "talking") return 1 - inTable(tables.talk, (now - since) / widthMs.talk);
  if (endsAt !== undefined) return endsAt <= now + tables.answerMs + patienceMs ? 0 : 1;
  return 1 - inTable(tables.wrapUp, (now - since) / widthMs.wrapUp);
}

const progressive = ({ idle, calls }: Counted): Room => ({
  dial: Math.max(0, idle - calls),
  reasons: [{ code: "progressive", idle, inFlight: calls }],
});

const byRatio = ({ idle, calls }: Counted, { ratio }: PacingParameters): Room => ({
  // 1.1 times 10 is a little more than 11 in floating point, 1.2 times 5 may be a little less than 6.
  dial: Math.max(0, Math.floor(ratio * idle + 1e-9) - calls),
  reasons: [{ code: "ratio", ratio, idle, inFlight: calls }],
});

function demand(view: View, patienceMs: number): Tail {
  const { agents, inFlight, now, state } = view;
  const tail = new Tail();
  for (const agent of agents) if (agent.state !== "idle") tail.add(stillBusy(agent, view, patienceMs));
  for (const { dialledAt } of inFlight) tail.add(inTable(state.tables.answer, (now - dialledAt) / widthMs.call));
  return tail;
}

function predictive(view: View, counted: Counted, { left }: Budget, { patienceMs }: PacingParameters): Room {
  const { agents, state, waiting, dialledLastSecond } = view;
  const { theta, tables } = state;
  const safe = progressive(counted);
  const pace: Reason = { code: "pace", most: Math.ceil(agents.length / 10), used: dialledLastSecond };
  const most = pace.most - dialledLastSecond;
  // What progressive dialling would do is no risk and is not held to the pace.
  if (most <= safe.dial) return { dial: safe.dial, reasons: [...safe.reasons, pace] };
  const tail = demand(view, patienceMs);
  const least = agents.length - waiting;
  for (let dial = 0; ; dial++) {
    const probability = tail.atLeast(least);
    const risk: Reason = { code: "risk", probability, theta, inFlight: counted.calls + dial };
    if (dial >= safe.dial) {
      if (probability > theta) return { dial, reasons: [risk] };
      const more = tail.atLeast(least + left);
      if (more > overdraw) return { dial, reasons: [risk, { code: "overdraw", left, probability: more }] };
      if (dial >= most) return { dial, reasons: [risk, pace] };
    }
    tail.add(tables.answer[0]!);
  }
}

function budgetOf({ waiting, state }: View, { ceiling, learning }: PacingParameters): Budget {
  const { counters, hours } = state;
  const day = { answered: 0, abandoned: 0 };
  for (const hour of hours) {
    day.answered += hour.answered;
    day.abandoned += hour.abandoned;
  }
  const allowed = (of: typeof day): number => ceiling * of.answered - of.abandoned - waiting;
  const tighter = allowed(day) < allowed(counters) ? day : counters;
  const left = Math.floor(allowed(tighter) + 1e-9);
  if (counters.answered < learning)
    return { left, spent: { code: "learning", answers: counters.answered, needed: learning } };
  if (left >= reserve) return { left };
  const { answered: answers, abandoned } = tighter;
  return { left, spent: { code: "budget", abandoned, waiting, reserve, answers, ceiling } };
}

function roomOf(view: View, counted: Counted, parameters: PacingParameters): Room {
  const safe = progressive(counted);
  if (parameters.mode === "progressive") return safe;
  const budget = budgetOf(view, parameters);
  if (budget.spent) return { dial: safe.dial, reasons: [...safe.reasons, budget.spent] };
  return parameters.mode === "ratio" ? byRatio(counted, parameters) : predictive(view, counted, budget, parameters);
}

const left = ({ most, used }: Cap): number => Math.max(0, most - used);

export function want(view: View, parameters: PacingParameters): Want {
  const { agents, inFlight, waiting, caps } = view;
  if (agents.length === 0) return { dial: 0, surplus: inFlight.length, reasons: [{ code: "noAgents" }] };
  let idle = 0;
  for (const { state } of agents) if (state === "idle") idle++;
  const counted = { idle, calls: inFlight.length + waiting };
  const room = roomOf(view, counted, parameters);
  const dial = Math.min(room.dial, ...caps.map(left));
  const holding = caps.filter((cap) => left(cap) === dial && dial < room.dial);
  const beyond = Math.max(0, Math.min(inFlight.length, counted.calls - idle));
  return {
    dial,
    surplus: parameters.mode === "progressive" ? beyond : 0,
    reasons: [...room.reasons, ...holding.map(({ of, most, used }): Reason => ({ code: "cap", of, most, used }))],
  };
}
