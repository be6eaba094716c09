import { toCall, type CtiCommand } from "./command.ts";

/** The other party hears music. */
export const hold: CtiCommand = {
  name: "hold",
  run: (context, fields) => toCall(context, fields, { type: "hold", agentId: context.session.agentId }),
};
