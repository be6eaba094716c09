import { toCall, type CtiCommand } from "./command.ts";

/** Customer, agent and asked party hear each other. */
export const meeting: CtiCommand = {
  name: "meeting",
  run: (context, fields) => toCall(context, fields, { type: "meeting", agentId: context.session.agentId }),
};
