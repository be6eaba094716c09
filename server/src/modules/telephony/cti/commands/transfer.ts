import { askedFor } from "./asked.ts";
import type { CtiCommand } from "./command.ts";

/** Sends the call on without asking. Nobody answers: it comes back. */
export const transfer: CtiCommand = {
  name: "transfer",
  run(context, fields) {
    const found = askedFor(context, fields, ["number", "agentId", "skillGroup", "dispatchGroup"]);
    return "code" in found ? found : context.asking.transfer(context.session, found.callId, found.asked);
  },
};
