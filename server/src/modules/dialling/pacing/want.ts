/**
 * How many calls a task with agents dials now, with its reasons. Pure: the view and the parameters are plain data, and nothing else is read.
 *
 * progressive: never more in flight than idle agents, so nobody is ever abandoned.
 * ratio: so many in flight for each idle agent.
 * predictive (decision 090): one more while P(a person who answers it finds no agent) is at most theta. He finds none when the calls
 *   in flight that will be answered, with the agents who are busy and will not be idle by then, are at least all agents: a
 *   Poisson-binomial tail (tail.ts) over the calls by the observed answer curve and over the agents by the observed lengths of talk and
 *   wrap-up. Nothing is a level per agent, so agents who leave and an answer rate that changes act on the next decision.
 *   Samuelson (Interfaces 29:5, 1999) is the published ground for counting calls in flight against agents foreseen.
 * Whatever the mode, dialling is progressive until enough people have answered, and whenever one more abandonment could pass the
 * ceiling: of the last 24 hours, and since the task began.
 */
import { Tail } from "./tail.ts";
import type { Cap, PacedAgent, PacingParameters, Reason, View, Want } from "./types.ts";

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

const clamped = (table: readonly number[], at: number): number =>
  table[Math.min(Math.max(0, Math.floor(at)), table.length - 1)]!;

/** By the time a call dialled now is answered, and he who answers has no patience left. */
function freeByThen(
  { state, since, endsAt }: PacedAgent,
  { now, state: { tables } }: View,
  patienceMs: number,
): number {
  if (state === "idle") return 1;
  if (state === "talking") return clamped(tables.talk, (now - since) / 10_000);
  if (endsAt !== undefined) return endsAt <= now + tables.answerMs + patienceMs ? 1 : 0;
  return clamped(tables.wrapUp, (now - since) / 1_000);
}

const progressive = ({ idle, calls }: Counted): Room => ({
  dial: Math.max(0, idle - calls),
  reasons: [{ code: "progressive", idle, inFlight: calls }],
});

const byRatio = ({ idle, calls }: Counted, { ratio }: PacingParameters): Room => ({
  dial: Math.max(0, Math.floor(ratio * idle + 1e-9) - calls),
  reasons: [{ code: "ratio", ratio, idle, inFlight: calls }],
});

function predictive(view: View, counted: Counted, { patienceMs }: PacingParameters): Room {
  const { agents, inFlight, now, state, waiting } = view;
  const { theta, tables } = state;
  // As many as are idle are no risk at all: the tail is asked from there on.
  const safe = Math.max(0, counted.idle - counted.calls);
  const most = Math.ceil(agents.length / 10) - view.dialledLastSecond;
  if (most <= safe) {
    const pace: Reason = { code: "pace", most: Math.ceil(agents.length / 10), used: view.dialledLastSecond };
    return { dial: safe, reasons: [...progressive(counted).reasons, pace] };
  }
  const tail = new Tail();
  for (const agent of agents) if (agent.state !== "idle") tail.add(1 - freeByThen(agent, view, patienceMs));
  for (const { dialledAt } of inFlight) tail.add(clamped(tables.answer, (now - dialledAt) / 1_000));
  const everybody = agents.length - waiting;
  for (let dial = 0; ; dial++) {
    const probability = tail.atLeast(everybody);
    const risk: Reason = { code: "risk", probability, theta, inFlight: counted.calls + dial };
    if (probability > theta && dial >= safe) return { dial, reasons: [risk] };
    if (dial >= most)
      return {
        dial,
        reasons: [risk, { code: "pace", most: Math.ceil(agents.length / 10), used: view.dialledLastSecond }],
      };
    tail.add(tables.answer[0]!);
  }
}

/** Kept back beside those who wait already: the next one. */
const reserve = 1;

/** Why it must be progressive now; undefined: it need not be. */
function guarded({ waiting, state }: View, { ceiling, learning }: PacingParameters): Reason | undefined {
  const { counters, hours } = state;
  if (counters.answered < learning) return { code: "learning", answers: counters.answered, needed: learning };
  const day = { answered: 0, abandoned: 0 };
  for (const hour of hours) {
    day.answered += hour.answered;
    day.abandoned += hour.abandoned;
  }
  for (const { answered, abandoned } of [day, counters])
    if (abandoned + waiting + reserve > ceiling * answered)
      return { code: "budget", abandoned, waiting, reserve, answers: answered, ceiling };
  return undefined;
}

function roomOf(view: View, counted: Counted, parameters: PacingParameters): Room {
  if (parameters.mode === "progressive") return progressive(counted);
  const guard = guarded(view, parameters);
  if (guard) {
    const { dial, reasons } = progressive(counted);
    return { dial, reasons: [...reasons, guard] };
  }
  return parameters.mode === "ratio" ? byRatio(counted, parameters) : predictive(view, counted, parameters);
}

const left = ({ most, used }: Cap): number => Math.max(0, most - used);

export function want(view: View, parameters: PacingParameters): Want {
  const { agents, inFlight, waiting, caps } = view;
  const counted = {
    idle: agents.reduce((sum, { state }) => sum + (state === "idle" ? 1 : 0), 0),
    calls: inFlight.length + waiting,
  };
  if (agents.length === 0) return { dial: 0, surplus: inFlight.length, reasons: [{ code: "noAgents" }] };
  const room = roomOf(view, counted, parameters);
  const least = Math.min(room.dial, ...caps.map(left));
  const held = caps.filter((cap) => left(cap) === least && least < room.dial);
  return {
    dial: least,
    surplus:
      parameters.mode === "progressive" ? Math.max(0, Math.min(inFlight.length, counted.calls - counted.idle)) : 0,
    reasons: [...room.reasons, ...held.map(({ of, most, used }): Reason => ({ code: "cap", of, most, used }))],
  };
}
