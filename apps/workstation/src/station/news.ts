/** What the bus is told when the call changes: pure. */
import type { BusCall, BusEvents } from "@liantai/bus";
import type { BarCall } from "@liantai/api/contract";

type CallEventName = "call.ringing" | "call.dialling" | "call.answered" | "call.held" | "call.resumed";
export type CallNews =
  | { readonly name: CallEventName; readonly payload: BusCall }
  | { readonly name: "call.ended"; readonly payload: BusEvents["call.ended"] };

const told = (call: BarCall, at: number): BusCall => ({
  callId: call.callId,
  direction: call.direction,
  number: call.number,
  at,
  ...(call.skillGroupName === undefined ? {} : { skillGroupName: call.skillGroupName }),
});

/** `cause` is used when `next` is null; `now` is the server's clock. */
export function callNews(
  before: BarCall | null,
  next: BarCall | null,
  cause: string,
  now: number,
): readonly CallNews[] {
  const news: CallNews[] = [];
  if (before && before.callId !== next?.callId)
    news.push({ name: "call.ended", payload: { callId: before.callId, cause } });
  if (!next) return news;
  const same = before?.callId === next.callId ? before : null;
  const talking = (phase: BarCall["phase"] | undefined) =>
    phase === "talking" || phase === "consulting" || phase === "conference";
  if (next.phase === "ringing" && same?.phase !== "ringing")
    news.push({ name: "call.ringing", payload: told(next, next.ringingAt) });
  if (next.phase === "dialling" && same?.phase !== "dialling")
    news.push({ name: "call.dialling", payload: told(next, next.ringingAt) });
  if (talking(next.phase) && !talking(same?.phase))
    news.push({ name: "call.answered", payload: told(next, next.answeredAt ?? now) });
  if (next.held && !same?.held) news.push({ name: "call.held", payload: told(next, now) });
  if (!next.held && same?.held) news.push({ name: "call.resumed", payload: told(next, now) });
  return news;
}
