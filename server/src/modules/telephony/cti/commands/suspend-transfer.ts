import { noCall, toCall, wrong, type CtiCommand } from "./command.ts";
import { callOf } from "../../agent-machine.ts";

/** 挂起转: the customer goes to a voice and comes back by himself, or is fetched back. */
export const suspendTransfer: CtiCommand = {
  name: "suspendTransfer",
  run(context, fields) {
    const { session, asking } = context;
    const { action, target = "" } = fields;
    if (action === "takeBack") return toCall(context, fields, { type: "takeBack", agentId: session.agentId });
    if (action !== "start") return wrong("action");
    if (!/^[\w-]{1,40}$/.test(target)) return wrong("target");
    const callId = callOf(session.agent);
    if (callId === undefined || fields["callId"] !== callId) return noCall;
    return asking.suspend(session, callId, target);
  },
};
