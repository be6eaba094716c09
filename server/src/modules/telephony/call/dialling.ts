/** Calls that an agent begins: the own leg first, then the other party. */
import { secondMs } from "@liantai/api/contract";
import type { Draft } from "./draft.ts";
import { calledBack } from "./calling-back.ts";
import { end } from "./ending.ts";
import { limits } from "./limits.ts";
import { pickedUp } from "./picked-up.ts";
import { startTalking } from "./talking.ts";

/** From the bar: the agent's browser answers by itself. From a SIP client: its leg is there and rings. */
export function beginDialling(d: Draft): void {
  const { near } = d;
  if (!near) return end(d, "failed");
  if (near.leg) {
    d.do({ do: "ring", leg: near.leg });
    return dialFar(d);
  }
  d.phase({ kind: "preparing" });
  // Who asked from the bar is there; who is called first of a dual call has to answer.
  d.originate(near.id, d.call.dual ? limits.dial : limits.ownLeg, !d.call.dual);
}

export function dialFar(d: Draft): void {
  const { far, near } = d;
  const { displayed } = d.call;
  d.phase({ kind: "dialling" });
  d.note(
    {
      type: "dialled",
      to: far.number,
      ...(far.agentId ? { agentId: far.agentId } : {}),
      ...(displayed ? { displayed } : {}),
    },
    near ? d.actor(near) : "engine",
    "dialledDirectly",
  );
  const { callbackOf, callId, task } = d.call;
  if (callbackOf?.abandoned && near?.agentId) d.do(calledBack(callbackOf.callId, callId, near.agentId));
  d.originate(far.id, task?.ringS === undefined ? limits.dial : task.ringS * secondMs, false);
}

export function farAnswered(d: Draft): void {
  const { near } = d;
  const { placed } = d.call;
  if (placed) return pickedUp(d, placed);
  if (!near?.leg) return end(d, "cancelled");
  if (near.up) return startTalking(d);
  d.do({ do: "answer", leg: near.leg });
  d.do({ do: "timer", name: "connect", ms: limits.ownLeg });
}
