import { toCall, wrong, type CtiCommand } from "./command.ts";

/** Key presses to the other party, one a 100 ms. */
export const dtmf: CtiCommand = {
  name: "dtmf",
  run: (context, fields) =>
    /^[0-9*#A-D]{1,64}$/.test(fields["digits"] ?? "")
      ? toCall(context, fields, { type: "dtmf", agentId: context.session.agentId, digits: fields["digits"] as string })
      : wrong("digits"),
};
