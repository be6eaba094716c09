import { callOf } from "../../agent-machine.ts";
import { notNow, ok, type CtiCommand } from "./command.ts";

/** Signs the agent out of the call centre. Not in a call: hang up first. */
export const logout: CtiCommand = {
  name: "logout",
  run({ desk, desks }) {
    if (callOf(desk.agent) !== undefined) return notNow;
    desks.apply(desk, { type: "leave", reason: "signOut" }, desk.agentId);
    return ok;
  },
};
