import { toCall, type CtiCommand } from "./command.ts";

/** The asked party has the customer from now on, this agent is out. */
export const tranfer: CtiCommand = {
  name: "tranfer",
  run: (context, fields) => toCall(context, fields, { type: "tranfer", agentId: context.session.agentId }),
};
