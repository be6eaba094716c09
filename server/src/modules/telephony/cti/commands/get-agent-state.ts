import { stateFields } from "../../engine/agent-session.ts";
import { type CtiCommand } from "./command.ts";

export const getAgentState: CtiCommand = {
  name: "getAgentState",
  run: ({ session, clock }) => ({
    code: 1,
    fields: { ...stateFields(session, clock.now()), registered: session.registered ? "1" : "0" },
  }),
};
