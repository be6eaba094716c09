/** Keeps the bars of the agents in a call as the call is. */
import { callLines, type CallLines } from "@liantai/api/contract/call-lines";
import type { Clock } from "../../../ports/clock.ts";
import type { Call, CallEffect } from "../call/types.ts";
import { agentCallView, leftWith } from "./agent-call-view.ts";
import { callEvents, isSame } from "./call-events.ts";
import type { AgentSession } from "./agent-session.ts";
import type { AgentSessions } from "./agent-sessions.ts";

const linesFor = ({ agentId, hideNumbers, seat }: AgentSession, call: Call): CallLines | undefined => {
  const view = agentCallView(call, agentId, hideNumbers, seat.otherPhone?.phone);
  return view && callLines(view);
};

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
    const lines = linesFor(session, call);
    if (!lines || (session.callView && isSame(session.callView, lines))) continue;
    const { callId } = call;
    if (session.callView?.callId !== callId) sessions.message(session, { type: "sendCallId", callId, agentId });
    session.callView = { callId, ...lines };
    for (const { name, fields } of callEvents(callId, lines, clock.now())) sessions.notify(session, name, fields);
  }
}

/** The bars have it already: nothing is told. */
export function restoreAgentCallViews(sessions: AgentSessions, call: Call): void {
  for (const { agentId } of call.parties) {
    const session = agentId === undefined ? undefined : sessions.get(call.compId, agentId);
    if (!session || agentId === undefined) continue;
    const lines = linesFor(session, call);
    if (lines) session.callView = { callId: call.callId, ...lines };
  }
}
