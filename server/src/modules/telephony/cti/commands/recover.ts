import { callOf } from "../../agent-machine.ts";
import { notNow, ok, type CtiCommand } from "./command.ts";

/** Forced reset: whatever call there is ends, and the agent is busy. */
export const recover: CtiCommand = {
  name: "recover",
  run({ desk, desks, calls }) {
    const callId = callOf(desk.agent);
    if (callId !== undefined) calls.dispatch(callId, { type: "hangup", agentId: desk.agentId, why: "recovered" });
    // The call knows nothing of this agent any more, or there is none.
    if (callId === undefined || callOf(desk.agent) !== undefined)
      return desks.apply(desk, { type: "recover" }, desk.agentId) ? ok : notNow;
    return ok;
  },
};
