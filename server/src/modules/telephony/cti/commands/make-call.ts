import { readCallData } from "@liantai/api/contract";
import { malformed, type CtiCommand } from "./command.ts";

/** Calls an extension or a registered customer; what is to travel with the call comes along. */
export const makeCall: CtiCommand = {
  name: "makeCall",
  run({ session, arrivals }, { number, callType = "1", callData = "" }) {
    const data = callData === "" ? undefined : readCallData(callData);
    if (!number || !/^\d{1,20}$/.test(number)) return malformed;
    if (callData !== "" && !data) return malformed;
    if (!/^\d{1,2}$/.test(callType)) return malformed;
    return arrivals.makeCall(session, number, { callType: Number(callType), callData: data });
  },
};
