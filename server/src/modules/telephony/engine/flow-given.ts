/** What a call gives its flow, and what its log may have of it. */
import { formatTime } from "@liantai/api/contract";
import type { FlowEvent, Values } from "@liantai/api/flows";
import type { Clock } from "../../../ports/clock.ts";
import { farOf } from "../call/parties.ts";
import type { Call } from "../call/types.ts";
import type { FlowPort } from "../flows.ts";

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
