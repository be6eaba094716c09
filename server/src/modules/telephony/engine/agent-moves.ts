/** What a call does to an agent. */
import { callOf } from "../agent-machine.ts";
import { nearOf } from "../call/parties.ts";
import type { Call, CallEffect } from "../call/types.ts";
import type { AgentSessions } from "./agent-sessions.ts";

export function moveAgent(sessions: AgentSessions, call: Call, e: Extract<CallEffect, { do: "agent" }>): void {
  const session = sessions.get(call.compId, e.agentId);
  if (!session) return;
  // Only the call an agent is in may move it; leaving and resetting are the agent's own.
  if (e.input.type !== "leave" && e.input.type !== "recover" && callOf(session.agent) !== call.callId) return;
  if (
    e.input.type === "engage" &&
    e.input.reason === "answered" &&
    call.direction === "inbound" &&
    nearOf(call)?.agentId === e.agentId
  )
    sessions.took(session);
  sessions.apply(session, e.input);
}

/** A sentence in the bar of an agent who is signed in. */
export function tellAgent(
  sessions: AgentSessions,
  { compId }: Pick<Call, "compId">,
  { agentId, msg, level = "warning" }: Omit<Extract<CallEffect, { do: "tell" }>, "do">,
): void {
  const session = sessions.get(compId, agentId);
  if (session) sessions.notify(session, "notice", { level, msg });
}
