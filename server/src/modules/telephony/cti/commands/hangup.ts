import { toCall, type CtiCommand } from "./command.ts";

/** Ends the call, gives up dialling, or declines what rings. */
export const hangup: CtiCommand = {
  name: "hangup",
  run: (context, fields) => toCall(context, fields, { type: "hangup", agentId: context.session.agentId }),
};
