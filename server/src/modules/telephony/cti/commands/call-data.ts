/** 随路数据 of the own call. */
import { callDataFits, callDataTooLong, mergeCallData, readCallData } from "@liantai/api/contract";
import { callOf } from "../../agent-machine.ts";
import { noCall, toCall, wrong, type CommandContext, type CtiCommand, type CtiFields } from "./command.ts";

const own = ({ session, calls }: CommandContext, { callId = "" }: CtiFields) =>
  callOf(session.agent) === callId ? calls.get(callId) : undefined;

const set: CtiCommand = {
  name: "setCallData",
  run(context, fields) {
    const data = readCallData(fields["callData"] ?? "");
    if (!data) return wrong("callData");
    const call = own(context, fields);
    if (call && !callDataFits(mergeCallData(call.callData ?? {}, data))) return { code: -403, msg: callDataTooLong };
    return toCall(context, fields, { type: "setData", agentId: context.session.agentId, data });
  },
};

/** As the agent may see it. */
const get: CtiCommand = {
  name: "getCallData",
  run(context, fields) {
    const { callView } = context.session;
    if (!own(context, fields) || !callView) return noCall;
    const { callData = {} } = JSON.parse(callView.json) as { callData?: object };
    return { code: 1, fields: { callData: JSON.stringify(callData) } };
  },
};

export const callDataCommands = [set, get] as const;
