import { stateFields } from "../../engine/agent-session.ts";
import { type CtiCommand } from "./command.ts";

export const getAgentState: CtiCommand = {
  name: "getAgentState",
  run({ session, clock }) {
    // In a response `code` says how the command went.
    const { code: state = "", ...fields } = stateFields(session, clock.now());
    return { code: 1, fields: { ...fields, state, registered: session.registered ? "1" : "0" } };
  },
};
