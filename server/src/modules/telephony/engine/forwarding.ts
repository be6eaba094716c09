/** 呼转: whom the transfer number of a seat reaches now. */
import { endCauses, type EndCause } from "@liantai/api/contract";
import type { HangupCause } from "../../../ports/switch.ts";
import type { ForwardEffect } from "../call/forward-types.ts";
import type { NewParty } from "../call/party.ts";
import { partyOf } from "../call/parties.ts";
import type { Call } from "../call/types.ts";
import { agentParty } from "./agent-party.ts";
import type { AgentSession } from "./agent-session.ts";
import type { StartDeps } from "./call-start.ts";
import { findTarget, isFull } from "./dialling.ts";

/** A call goes from seat to seat so often at most. */
const most = 3;

const unreached: Partial<Record<EndCause, HangupCause>> = {
  busy: "busy",
  overConcurrency: "busy",
  barred: "rejected",
  blacklisted: "rejected",
  numberUnknown: "not-found",
};

interface Refusal {
  readonly cause: HangupCause;
  readonly screened?: string;
}

type Found = { readonly far: NewParty; readonly colleague?: AgentSession } | Refusal;

const refusal = (cause: EndCause, text = `呼转不成功：${endCauses[cause]}`): Refusal => ({
  cause: unreached[cause] ?? "unreachable",
  screened: text,
});

/** Where the calls of a seat go now, whatever they are told when this began. */
async function find(deps: StartDeps, compId: string, agentId: string, by: readonly string[]): Promise<Found> {
  const seat = await deps.numbers.seat(compId, agentId);
  if (!seat?.forward) return { cause: "unreachable" };
  const { extension, forward } = seat;
  const { far, begin, displayed, service } = await findTarget(deps, { compId, agentId, extension }, forward.to);
  if (begin.cause) return refusal(begin.cause, begin.screened?.ok === false ? begin.screened.text : undefined);
  if (isFull(deps, compId, service)) return refusal("overConcurrency");
  const colleague = deps.sessions.byUser(far.user);
  const next = far.forwards?.agentId ?? colleague?.agentId;
  if (next !== undefined && by.includes(next))
    return refusal("unreachable", `呼转形成循环：${[...by, next].join("→")}`);
  if (far.forwarding && by.length >= most) return refusal("unreachable", `呼转超过${most}次：${by.join("→")}`);
  const there = colleague && colleague.agent.state.kind !== "offline" ? { colleague } : {};
  return { far: { ...far, ...(displayed ? { displayed } : {}) }, ...there };
}

/** Answers the call, which waits for it; whoever is to be rung is reserved in one turn with its step. */
export async function forward(deps: StartDeps, call: Call, { attempt, party }: ForwardEffect): Promise<void> {
  const { calls, sessions, logger } = deps;
  const { callId, compId } = call;
  const { forwards, forwardedBy = [] } = partyOf(call, party) ?? {};
  if (!forwards) return;
  const by = [...forwardedBy, forwards.agentId];
  const fail = (why: Refusal) => void calls.dispatch(callId, { type: "originateFailed", attempt, ...why });
  const found = await find(deps, compId, forwards.agentId, by).catch((error: unknown): Refusal => {
    logger.error({ error, callId }, "where a seat's calls are forwarded could not be looked up");
    return { cause: "failed" };
  });
  if ("cause" in found) return fail(found);
  const { far, colleague } = found;
  if (colleague && !sessions.apply(colleague, { type: "offer", callId })) return fail(refusal("busy"));
  const { role: _, ...known } = far;
  const to = { ...known, ...(colleague ? agentParty(colleague) : {}) };
  if (calls.dispatch(callId, { type: "forwarded", attempt, to, by })) return;
  if (colleague) sessions.apply(colleague, { type: "offerEnded", reason: "customerGone", restore: true });
}
