/** What a call gives its flow, and what its log may have of it. */
import { formatTime } from "@liantai/api/contract";
import type { FlowEvent, FlowState, Program, Values } from "@liantai/api/flows";
import type { Clock } from "../../../ports/clock.ts";
import { farOf } from "../call/parties.ts";
import type { Call } from "../call/types.ts";
import type { AskedBy, FlowPort } from "../flows.ts";

/** Read-only to flows. */
export function systemOf(
  { flows, clock }: { readonly flows: Pick<FlowPort, "place">; readonly clock: Clock },
  call: Call,
): Values {
  return {
    ...flows.place(farOf(call).number),
    caller: call.caller,
    callee: call.callee,
    accessNumber: call.accessNumber ?? "",
    callId: call.callId,
    now: formatTime(clock.now()),
    taskId: call.task?.id ?? "",
  };
}

/** Keys of who types in secret are no log's. */
export const shown = (event: FlowEvent, secret: boolean): FlowEvent =>
  secret && event.type === "digit" ? { ...event, digit: "*" } : event;

/** Whose question it is; the key is the same whichever process asks it. */
export const askedBy = (call: Call, { flowId, versionId }: Program, { frames }: FlowState, id: string): AskedBy => ({
  compId: call.compId,
  callId: call.callId,
  flowId,
  versionId,
  nodeId: frames.at(-1)?.node ?? "",
  caller: farOf(call).number,
  key: `${call.callId}:${id}`,
});
