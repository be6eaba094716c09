/** What a call gives its flow, and the flow's voice its wordings. */
import { formatTime } from "@liantai/api/contract";
import type { FlowEffect, FlowEvent, Program, Values } from "@liantai/api/flows";
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

/** Wordings without a voice of their own are said with the flow's. */
export const voiced = (effects: readonly FlowEffect[], { voice }: Program): readonly FlowEffect[] =>
  voice === null
    ? effects
    : effects.map((effect) =>
        effect.do === "play"
          ? {
              ...effect,
              says: effect.says.map((said) =>
                said.kind === "text" && said.tts === "" ? { ...said, tts: JSON.stringify(voice) } : said,
              ),
            }
          : effect,
      );

/** Keys of who types in secret are no log's. */
export const shown = (event: FlowEvent, secret: boolean): FlowEvent =>
  secret && event.type === "digit" ? { ...event, digit: "*" } : event;
