/** Keeps the bars of the agents in a call as the call is. */
import type { Clock } from "../../../ports/clock.ts";
import type { Call, CallEffect } from "../call/types.ts";
import { agentCallView, leftWith } from "./agent-call-view.ts";
import type { AgentSession } from "./agent-session.ts";
import type { AgentSessions } from "./agent-sessions.ts";

const viewOf = ({ agentId, hideNumbers, seat }: AgentSession, call: Call): string =>
  JSON.stringify(agentCallView(call, agentId, hideNumbers, seat.otherPhone?.phone));

/** After a step of a call: what changed for whom it is, or was, with. */
export function updateAgentCallViews(
  { sessions, clock }: { readonly sessions: AgentSessions; readonly clock: Clock },
  before: Call,
  call: Call,
  effects: readonly CallEffect[],
): void {
  const agents = new Set([...before.parties, ...call.parties].map(({ agentId }) => agentId));
  for (const agentId of agents) {
    const session = agentId === undefined ? undefined : sessions.get(call.compId, agentId);
    if (!session || agentId === undefined) continue;
    sessions.touch(session);
    const cause = leftWith(call, agentId, effects);
    if (cause) {
      session.lastEnd = { callId: call.callId, cause };
      session.callView = undefined;
      session.level = undefined;
      sessions.notify(session, "callEnd", { callId: call.callId, cause });
      continue;
    }
    const json = viewOf(session, call);
    if (session.callView?.json === json) continue;
    if (session.callView?.callId !== call.callId)
      sessions.message(session, { type: "sendCallId", callId: call.callId, agentId });
    session.callView = { callId: call.callId, json };
    sessions.notify(session, "call", { json, now: String(clock.now()) });
  }
}

/** The bars have it already: nothing is told. */
export function restoreAgentCallViews(sessions: AgentSessions, call: Call): void {
  for (const { agentId } of call.parties) {
    const session = agentId === undefined ? undefined : sessions.get(call.compId, agentId);
    if (!session || agentId === undefined) continue;
    session.callView = { callId: call.callId, json: viewOf(session, call) };
  }
}
