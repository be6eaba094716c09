/**
 * The agent's state: pure. `transition` gives the next agent and what follows from it, or refuses. Every change names its
 * reason (goals.md, Trust).
 */
import { seatStatus, type AgentReason, type AgentState } from "@liantai/api/contract";
import type { Agent, AgentEffect, AgentInput, AgentStep, Rest } from "./agent-types.ts";

type CallEnded = Extract<AgentInput, { type: "callEnded" }>;

export const offlineAgent = (now: number): Agent => ({
  state: { kind: "offline", since: now },
  rest: { kind: "busy" },
  idleSince: now,
  misses: 0,
});

const callIdOf = (state: AgentState): string | undefined =>
  "callId" in state && state.kind !== "wrapUp" ? state.callId : undefined;
/** The call an agent is offered, dials or talks in: at most one. */
export const callOf = (agent: Agent): string | undefined => callIdOf(agent.state);
export const isFree = (agent: Agent): boolean =>
  agent.state.kind === "ready" || agent.state.kind === "busy" || agent.state.kind === "wrapUp";

const restOf = (agent: Agent): Rest => {
  const { state } = agent;
  if (state.kind === "busy") return agent.rest.kind === "busy" ? agent.rest : { kind: "busy" };
  return state.kind === "ready" ? { kind: "ready" } : agent.rest;
};

function to(
  { back: _, ...agent }: Agent,
  state: AgentState,
  reason: AgentReason,
  more: Partial<Agent> = {},
  ...effects: AgentEffect[]
): AgentStep {
  // Wherever a custom status with a limit is entered, at once or after a call, its time begins.
  const timed: AgentEffect[] =
    state.kind === "busy" && state.endsAt !== undefined ? [{ do: "statusTimer", at: state.endsAt }] : [];
  return { agent: { ...agent, state, ...more }, effects: [{ do: "changed", reason }, ...timed, ...effects] };
}

function restState(rest: Rest, now: number): AgentState {
  if (rest.kind === "ready") return { kind: "ready", since: now };
  const { customStatusMs, ...busy } = rest;
  return { ...busy, since: now, ...(customStatusMs === undefined ? {} : { endsAt: now + customStatusMs }) };
}
const toRest = (agent: Agent, reason: AgentReason, now: number): AgentStep =>
  to(agent, restState(agent.rest, now), reason, { idleSince: now });

function toWrapUp(
  agent: Agent,
  callId: string,
  now: number,
  { wrapUpMs, rules, reason = "ended" }: CallEnded,
): AgentStep {
  const more = {
    ...(rules?.ends === "time" ? { fixed: true } : {}),
    ...(rules?.extendMs && rules.ends !== "agent" ? { extendMs: rules.extendMs } : {}),
  };
  if (rules?.ends === "agent") return to(agent, { kind: "wrapUp", since: now, callId, ...more }, reason);
  const endsAt = now + wrapUpMs;
  return to(
    agent,
    { kind: "wrapUp", since: now, callId, endsAt, ...more },
    reason,
    {},
    { do: "wrapUpTimer", at: endsAt },
  );
}

/** With the moment of the hang-up before it, for the same reason. */
const hungUp = (step: AgentStep, reason: AgentReason): AgentStep =>
  step && { ...step, effects: [{ do: "moment", code: seatStatus.hangup, reason }, ...step.effects] };

/** Out of whatever it was in: of a call that it talked or dialled in, with the moment of its end. */
const out = ({ state }: Agent, step: AgentStep, reason: AgentReason): AgentStep =>
  state.kind === "engaged" || state.kind === "dialling" ? hungUp(step, reason) : step;

function callEnded(agent: Agent, input: CallEnded, now: number): AgentStep {
  const { reason = "ended", wrapUpMs } = input;
  const callId = callIdOf(agent.state);
  if (callId === undefined) return undefined;
  const wraps = agent.state.kind === "engaged" && wrapUpMs > 0;
  return hungUp(wraps ? toWrapUp(agent, callId, now, input) : toRest(agent, reason, now), reason);
}

const brokenInto = ({ state }: Agent): Pick<Agent, "back"> =>
  state.kind === "wrapUp" || (state.kind === "busy" && state.endsAt !== undefined) ? { back: state } : {};

/** A telephone that rang for nothing, or for a colleague: what it broke into goes on, and ends when it would have. */
function goOn(agent: Agent, reason: AgentReason, now: number): AgentStep {
  const { back } = agent;
  if (!back || (back.kind === "wrapUp" && back.endsAt !== undefined && back.endsAt <= now))
    return to(agent, restState(agent.rest, now), reason);
  const timed: AgentEffect[] =
    back.kind === "wrapUp" && back.endsAt !== undefined ? [{ do: "wrapUpTimer", at: back.endsAt }] : [];
  return to(agent, { ...back, since: now }, reason, {}, ...timed);
}

/** A phone that rang in vain: back to where it was, and busy when its group's limit is reached. */
function missed(agent: Agent, limit: number, now: number): AgentStep {
  const misses = agent.misses + 1;
  if (misses < limit) return to(agent, restState(agent.rest, now), "noAnswer", { misses, idleSince: now });
  return to(agent, { kind: "busy", since: now }, "noAnswer", { rest: { kind: "busy" }, misses: 0 });
}

/** Its length is not the agent's to choose: what is wanted instead begins when it is over. */
const isFixed = ({ state }: Agent, reason: AgentReason): boolean =>
  state.kind === "wrapUp" && state.fixed === true && reason === "byAgent";

/** What was chosen comes in place of what a ring broke into, but for a wrap-up that is not the agent's to end. */
function remembered({ back, ...agent }: Agent, rest: Rest): AgentStep {
  const stays = back?.kind === "wrapUp" && back.fixed ? { back } : {};
  return { agent: { ...agent, ...stays, rest }, effects: [{ do: "rest" }] };
}

/** Where the agent goes when the present call, or a wrap-up of a fixed length, is over. undefined: it is in neither. */
export const restAfter = ({ state, rest }: Agent): Rest | undefined =>
  callIdOf(state) !== undefined || (state.kind === "wrapUp" && state.fixed) ? rest : undefined;

/** undefined: the event does not fit the state, nothing changes. */
export function transition(agent: Agent, input: AgentInput, now: number): AgentStep {
  const { state } = agent;
  const inCall = callIdOf(state) !== undefined;
  switch (input.type) {
    case "signIn":
      return state.kind === "offline"
        ? to(agent, { kind: "busy", since: now }, "signIn", { rest: { kind: "busy" } })
        : undefined;
    case "leave":
      return state.kind === "offline"
        ? undefined
        : out(
            agent,
            to(agent, { kind: "offline", since: now }, input.reason, { rest: { kind: "busy" } }),
            input.reason,
          );
    case "setReady":
      if (state.kind === "offline" || state.kind === "ready") return undefined;
      if (inCall || isFixed(agent, input.reason)) return remembered(agent, { kind: "ready" });
      return to(agent, { kind: "ready", since: now }, input.reason, {
        rest: { kind: "ready" },
        idleSince: now,
        misses: 0,
      });
    case "setBusy": {
      const rest: Rest = {
        kind: "busy",
        ...(input.customStatusId ? { customStatusId: input.customStatusId } : {}),
        ...(input.customStatusName ? { customStatusName: input.customStatusName } : {}),
        ...(input.customStatusMs ? { customStatusMs: input.customStatusMs } : {}),
      };
      if (state.kind === "offline") return undefined;
      if (inCall || isFixed(agent, input.reason)) return remembered(agent, rest);
      return to(agent, restState(rest, now), input.reason, { rest });
    }
    case "offer":
      return isFree(agent)
        ? to(agent, { kind: "offered", since: now, callId: input.callId, rings: false }, "offer", {
            rest: restOf(agent),
            ...brokenInto(agent),
          })
        : undefined;
    case "offerEnded": {
      if (state.kind !== "offered") return undefined;
      if (input.restore || input.reason === "customerGone") return goOn(agent, input.reason, now);
      // A phone that nobody answers is set busy, or the queue would ring it again and again.
      if (input.reason === "noAnswer") return missed(agent, input.missLimit ?? 1, now);
      return to(agent, { kind: "busy", since: now }, input.reason, { rest: { kind: "busy" } });
    }
    case "dial":
      return isFree(agent)
        ? to(agent, { kind: "dialling", since: now, callId: input.callId }, "dial", { rest: restOf(agent) })
        : undefined;
    case "rings":
      return state.kind === "offered" && !state.rings
        ? to(agent, { ...state, rings: true }, "rings", agent.back ? { back: agent.back } : {})
        : undefined;
    case "engage": {
      const { activity, reason } = input;
      if (state.kind !== "offered" && state.kind !== "dialling" && state.kind !== "engaged") return undefined;
      return state.kind === "engaged" && state.activity === activity
        ? undefined
        : to(agent, { kind: "engaged", since: now, callId: state.callId, activity }, reason, { misses: 0 });
    }
    case "moment":
      return state.kind === "engaged"
        ? { agent, effects: [{ do: "moment", code: seatStatus.consultHungUp, reason: input.reason }] }
        : undefined;
    case "callEnded":
      return callEnded(agent, input, now);
    case "seeTo": {
      if (state.kind !== "ready") return undefined;
      const endsAt = now + input.ms;
      const wrapUp = { kind: "wrapUp", since: now, callId: input.callId, endsAt } as const;
      return to(agent, wrapUp, "messageTaken", { rest: { kind: "ready" } }, { do: "wrapUpTimer", at: endsAt });
    }
    case "finishWrapUp":
      return state.kind === "wrapUp" && !state.fixed ? toRest(agent, "wrapUpDone", now) : undefined;
    case "extendWrapUp": {
      if (state.kind !== "wrapUp" || state.endsAt === undefined || !state.extendMs) return undefined;
      const { extendMs, ...rest } = state;
      const endsAt = state.endsAt + extendMs;
      return to(agent, { ...rest, endsAt }, "wrapUpExtended", {}, { do: "wrapUpTimer", at: endsAt });
    }
    case "wrapUpTimeout":
      return state.kind === "wrapUp" && state.endsAt !== undefined && now >= state.endsAt
        ? toRest(agent, "wrapUpTimeout", now)
        : undefined;
    case "recover":
      return state.kind === "offline"
        ? undefined
        : out(agent, to(agent, { kind: "busy", since: now }, "recovered", { rest: { kind: "busy" } }), "recovered");
  }
}
