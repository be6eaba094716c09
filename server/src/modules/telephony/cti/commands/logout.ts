import { callOf } from "../../agent-machine.ts";
import { notNow, ok, type CtiCommand } from "./command.ts";

/** Signs the agent out of the call centre. Not in a call: hang up first. */
export const logout: CtiCommand = {
  name: "logout",
  run({ session, sessions }) {
    if (callOf(session.agent) !== undefined) return notNow;
    sessions.apply(session, { type: "leave", reason: "signOut" }, session.agentId);
    return ok;
  },
};
