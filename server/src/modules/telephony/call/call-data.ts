/** 随路数据 of the call grows. */
import { callDataFits, mergeCallData, type CallData } from "@liantai/api/contract";
import type { Draft } from "./draft.ts";

/** agentId: none where a flow does it. False: it would be more than may travel with a call. */
export function addData(d: Draft, agentId: string | undefined, data: CallData): boolean {
  const callData = mergeCallData(d.call.callData ?? {}, data);
  if (!callDataFits(callData)) return false;
  d.set({ callData });
  d.note({ type: "dataSet", data, ...(agentId === undefined ? {} : { agentId }) }, agentId);
  return true;
}
