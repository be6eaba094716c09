/** Keeps the bars of the agents in a call as the call is. */
import type { Broker } from "../../../ports/broker.ts";
import type { Clock } from "../../../ports/clock.ts";
import { publish } from "../../topics.ts";
import type { Call, CallEffect } from "../call/types.ts";
import { barCall, leftWith } from "./bar.ts";
import type { Desks } from "./desks.ts";

/** After a step of a call: what changed for whom it is, or was, with. */
export function tellBars(
  { desks, broker, clock }: { readonly desks: Desks; readonly broker: Broker; readonly clock: Clock },
  before: Call,
  call: Call,
  effects: readonly CallEffect[],
): void {
  const agents = new Set([before.near?.agentId, before.far.agentId, call.near?.agentId, call.far.agentId]);
  for (const agentId of agents) {
    const desk = agentId === undefined ? undefined : desks.get(call.compId, agentId);
    if (!desk || agentId === undefined) continue;
    const cause = leftWith(call, agentId, effects);
    if (cause) {
      desk.lastEnd = { callId: call.callId, cause };
      desk.bar = undefined;
      desks.tell(desk, "callEnd", { callId: call.callId, cause });
      continue;
    }
    const json = JSON.stringify(barCall(call, agentId, desk.hideNumbers));
    if (desk.bar?.json === json) continue;
    if (desk.bar?.callId !== call.callId)
      void publish(broker, "message.send", {
        to: { compId: desk.compId, agentId },
        message: { type: "sendCallId", callId: call.callId, agentId },
      });
    desk.bar = { callId: call.callId, json };
    desks.tell(desk, "call", { json, now: String(clock.now()) });
  }
}
