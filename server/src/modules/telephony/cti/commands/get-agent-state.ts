import { stateFields } from "../../engine/roster.ts";
import { type CtiCommand } from "./command.ts";

export const getAgentState: CtiCommand = {
  name: "getAgentState",
  run: ({ desk, clock }) => ({ code: 1, fields: stateFields(desk, clock.now()) }),
};
