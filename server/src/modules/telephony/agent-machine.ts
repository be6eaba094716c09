/**
 * The agent's state: pure. `transition` gives the next agent and what follows from it, or refuses. Every change names its
 * reason (goals.md, Trust).
 */
import {
  seatStatus,
  type AgentReason,
  type AgentState,
  type EngagedActivity,
  type SeatStatusCode,
} from "@liantai/api/contract";
import type { WrapUpRules } from "../numbers/index.ts";

/** Where an agent goes when the present call is over. */
/** customStatusMs: how long a custom status may last. */
type Rest =
  | { readonly kind: "ready" }
  | {
      readonly kind: "busy";
      readonly customStatusId?: string;
      readonly customStatusName?: string;
      readonly customStatusMs?: number;
    };

export interface Agent {
  readonly state: AgentState;
  readonly rest: Rest;
  /** What an offer breaks into, as far as it has an end of its own: a wrap-up, a custom status with a limit. */
  readonly back?: Extract<AgentState, { readonly kind: "wrapUp" | "busy" }>;
  /** Since when the agent waits for a call; an offer that ended without the agent's doing keeps it. */
  readonly idleSince: number;
  /** Calls left ringing in a row. */
  readonly misses: number;
}

type CallEnded = Extract<AgentInput, { type: "callEnded" }>;

/** Why an offer ended without an answer. */
export type OfferEnd = Extract<AgentReason, "noAnswer" | "declined" | "customerGone" | "deviceGone" | "pickedUp">;

export type AgentInput =
  | { readonly type: "signIn" }
  | {
      readonly type: "leave";
      readonly reason: Extract<
        AgentReason,
        "signOut" | "forcedOut" | "byMonitor" | "socketLost" | "legLost" | "seatDisabled" | "serverRestart"
      >;
    }
  | { readonly type: "setReady"; readonly reason: Extract<AgentReason, "byAgent" | "byMonitor" | "statusOver"> }
  | {
      readonly type: "setBusy";
      readonly reason: Extract<AgentReason, "byAgent" | "byMonitor" | "deviceGone" | "statusOver">;
      readonly customStatusId?: string;
      readonly customStatusName?: string;
      readonly customStatusMs?: number;
    }
  | { readonly type: "offer"; readonly callId: string }
  /** restore: go back to what the agent was doing whatever the reason (a colleague's call is no reason to be set busy). */
  | { readonly type: "offerEnded"; readonly reason: OfferEnd; readonly restore: boolean; readonly missLimit?: number }
  | { readonly type: "dial"; readonly callId: string }
  /** Its telephone rings. */
  | { readonly type: "rings" }
  /** What it does in its call from now on. */
  | {
      readonly type: "engage";
      readonly activity: EngagedActivity;
      readonly reason: Extract<
        AgentReason,
        "answered" | "held" | "resumed" | "supervising" | "consulting" | "consultOver" | "joined" | "transferred"
      >;
    }
  /** Somebody else left: told at once, with no length of its own. */
  | { readonly type: "moment"; readonly reason: Extract<AgentReason, "consultHungUp"> }
  | {
      readonly type: "callEnded";
      readonly wrapUpMs: number;
      readonly rules?: WrapUpRules;
      /** Why, where the call goes on without this agent. */
      readonly reason?: Extract<AgentReason, "ended" | "takenOver">;
    }
  /** It sees to a message for so long, as in a wrap-up of the call in which that was left. */
  | { readonly type: "seeTo"; readonly callId: string; readonly ms: number }
  | { readonly type: "finishWrapUp" }
  /** Once, by what its group allows. */
  | { readonly type: "extendWrapUp" }
  | { readonly type: "wrapUpTimeout" }
  | { readonly type: "recover" };

type AgentEffect =
  | { readonly do: "changed"; readonly reason: AgentReason }
  /** The code of a moment: the state that follows comes with an effect of its own, or is as before. */
  | { readonly do: "moment"; readonly code: SeatStatusCode; readonly reason: AgentReason }
  /** Nothing changed but where the agent goes afterwards. */
  | { readonly do: "rest" }
  /** Wake the agent with wrapUpTimeout at this time. */
  | { readonly do: "wrapUpTimer"; readonly at: number }
  /** The custom status lasts too long at this time. */
  | { readonly do: "statusTimer"; readonly at: number };

export type AgentStep = { readonly agent: Agent; readonly effects: readonly AgentEffect[] } | undefined;

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
        : to(agent, { kind: "offline", since: now }, input.reason, { rest: { kind: "busy" } });
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
    case "callEnded": {
      const callId = callIdOf(state);
      if (callId === undefined) return undefined;
      const next =
        state.kind !== "engaged" || input.wrapUpMs <= 0
          ? toRest(agent, input.reason ?? "ended", now)
          : toWrapUp(agent, callId, now, input);
      return (
        next && { ...next, effects: [{ do: "moment", code: seatStatus.hangup, reason: "ended" }, ...next.effects] }
      );
    }
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
        : to(agent, { kind: "busy", since: now }, "recovered", { rest: { kind: "busy" } });
  }
}
