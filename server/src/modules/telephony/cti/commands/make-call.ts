import { isCallNumber, readCallData } from "@liantai/api/contract";
import type { CallTask } from "../../tasks.ts";
import { noNumber, wrong, type CtiCommand } from "./command.ts";

/**
 * Calls an extension or a registered customer; what is to travel with the call comes along. task, referred: as the gateway says them
 * (../tasks.ts, ../references.ts).
 */
export const makeCall: CtiCommand = {
  name: "makeCall",
  run({ session, arrivals }, { number, callType = "1", callData = "", task, referred }) {
    const data = callData === "" ? undefined : readCallData(callData);
    if (!number) return wrong("number");
    if (!isCallNumber(number)) return noNumber;
    if (callData !== "" && !data) return wrong("callData");
    if (!/^\d{1,2}$/.test(callType)) return wrong("callType");
    return arrivals.makeCall(session, number, {
      callType: Number(callType),
      referred: referred === "1",
      callData: data,
      task: task === undefined ? undefined : (JSON.parse(task) as CallTask),
    });
  },
};
