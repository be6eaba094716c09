import { toCall, type CtiCommand } from "./command.ts";

/** The asked party goes, the customer is back. */
export const consultCancel: CtiCommand = {
  name: "consultCancel",
  run: (context, fields) => toCall(context, fields, { type: "consultCancel", agentId: context.session.agentId }),
};
