import { toCall, type CtiCommand } from "./command.ts";

export const unhold: CtiCommand = {
  name: "unhold",
  run: (context, fields) => toCall(context, fields, { type: "unhold", agentId: context.session.agentId }),
};
