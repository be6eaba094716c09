/** What the bus is told when the call changes: pure. */
import type { BusCall, BusEvents } from "@liantai/bus";
import type { AgentCallView } from "@liantai/api/contract";

type CallEventName = "call.ringing" | "call.dialling" | "call.answered" | "call.held" | "call.resumed";
export type CallEvent =
  | { readonly name: CallEventName; readonly payload: BusCall }
  | { readonly name: "call.ended"; readonly payload: BusEvents["call.ended"] };

const busCall = (
  { callId, direction, number, skillGroupName, skillGroupId, accessNumber, callData, supervises }: AgentCallView,
  at: number,
): BusCall => ({
  callId,
  direction,
  number,
  at,
  ...(skillGroupName === undefined ? {} : { skillGroupName }),
  ...(skillGroupId === undefined ? {} : { groupId: skillGroupId }),
  ...(accessNumber === undefined ? {} : { accessNumber }),
  ...(callData === undefined ? {} : { callData }),
  ...(supervises === undefined ? {} : { supervised: true }),
});

/** `cause` is used when `next` is null; `now` is the server's clock. */
export function callEvents(
  before: AgentCallView | null,
  next: AgentCallView | null,
  cause: string,
  now: number,
): readonly CallEvent[] {
  const events: CallEvent[] = [];
  if (before && before.callId !== next?.callId)
    events.push({ name: "call.ended", payload: { callId: before.callId, cause } });
  if (!next) return events;
  const same = before?.callId === next.callId ? before : null;
  const talking = (phase: AgentCallView["phase"] | undefined) =>
    phase === "talking" || phase === "consulting" || phase === "conference";
  if (next.phase === "ringing" && same?.phase !== "ringing")
    events.push({ name: "call.ringing", payload: busCall(next, next.ringingAt) });
  if (next.phase === "dialling" && same?.phase !== "dialling")
    events.push({ name: "call.dialling", payload: busCall(next, next.ringingAt) });
  // Who heard another's call and takes it over answers it then.
  const takenOver = same?.supervises !== undefined && next.supervises === undefined;
  if (talking(next.phase) && (!talking(same?.phase) || takenOver))
    events.push({ name: "call.answered", payload: busCall(next, next.answeredAt ?? now) });
  if (next.held && !same?.held) events.push({ name: "call.held", payload: busCall(next, now) });
  if (!next.held && same?.held) events.push({ name: "call.resumed", payload: busCall(next, now) });
  return events;
}
