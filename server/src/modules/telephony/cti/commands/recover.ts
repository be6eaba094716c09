import { callOf } from "../../agent-machine.ts";
import { notNow, ok, type CtiCommand } from "./command.ts";

/** Forced reset: whatever call there is ends, and the agent is busy. */
export const recover: CtiCommand = {
  name: "recover",
  run({ session, sessions, calls }) {
    const callId = callOf(session.agent);
    if (callId !== undefined) calls.dispatch(callId, { type: "hangup", agentId: session.agentId, why: "recovered" });
    // The call knows nothing of this agent any more, or there is none.
    if (callId === undefined || callOf(session.agent) !== undefined)
      return sessions.apply(session, { type: "recover" }, session.agentId) ? ok : notNow;
    return ok;
  },
};
