import { askedFor } from "./asked.ts";
import { wrong, type CtiCommand } from "./command.ts";

/** Asks a seat, an extension, a number outside, or the ready agent of a skill group who has waited longest. */
export const consult: CtiCommand = {
  name: "consult",
  run(context, fields) {
    const found = askedFor(context, fields, ["number", "agentId", "skillGroup"]);
    if ("code" in found) return found;
    const then = fields["then"] ?? "";
    if (then !== "" && then !== "transfer" && then !== "meeting") return wrong("then");
    return context.asking.consult(context.session, found.callId, found.asked, then === "" ? undefined : then);
  },
};
