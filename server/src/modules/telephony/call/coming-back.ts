/** A call that was sent on and that nobody took. */
import type { EndCause } from "@liantai/api/contract";
import { abandoned } from "./abandoning.ts";
import type { Draft } from "./draft.ts";
import { farewell } from "./ending.ts";
import { backToFlow } from "./flow.ts";
import { resultOf } from "./flow-led.ts";
import { limits, sentences } from "./limits.ts";
import type { SentBy } from "./sent-by.ts";
import { queueOf, type Call } from "./types.ts";

/** It waits in a queue that it was sent to: whoever rings in vain meanwhile is not the one it was sent to. */
export const waitsWhereSent = (call: Call): boolean => call.sentBy?.before !== undefined && queueOf(call) !== undefined;

/** Nobody took the call that was sent on: the agent who sent it gets it back. cause: what came of it. */
export function comeBack(d: Draft, cause: EndCause): void {
  const { sentBy } = d.call;
  if (!sentBy) return;
  const { agentId, number, before } = sentBy;
  d.note({ type: "transferFailed", to: number, agentId });
  if (before) d.set({ routed: before.routed, joined: 0, rings: {}, ahead: undefined });
  d.set({ sentBy: undefined });
  const sender = { agentId, until: d.now + limits.sender, number, cause };
  d.phase({ kind: "routing", cause: "unreachable", back: true, sender });
  d.do({ do: "callBack", agentId });
}

/** Nobody takes the call: back to who sent it on, where somebody did; else its end. */
export function inVain(d: Draft, cause: EndCause): void {
  if (d.call.sentBy) comeBack(d, cause);
  else if (backToFlow(d, resultOf(d, cause))) return;
  else if (!abandoned(d)) farewell(d, cause);
}

/** He is not free: looked at again until his time is over. True: it is waited for. gone: he cannot become free. */
export function awaitSender(d: Draft, gone: boolean): boolean {
  const { phase } = d.call;
  if (phase.kind !== "routing" || !phase.sender || gone || d.now >= phase.sender.until) return false;
  d.do({ do: "timer", name: "sender", ms: Math.min(limits.senderEvery, phase.sender.until - d.now) });
  return true;
}

export function askSender(d: Draft): void {
  const { phase } = d.call;
  if (phase.kind === "routing" && phase.sender) d.do({ do: "callBack", agentId: phase.sender.agentId });
}

/** What the agent reads whose transfer succeeded; not where a supervisor took the call from him, or he answers it himself. */
export function transferDone(d: Draft, { agentId, byMonitor }: SentBy, answeredBy?: string): void {
  if (byMonitor || agentId === answeredBy) return;
  d.do({ do: "tell", agentId, msg: sentences.transferred, level: "info" });
}

/** What the agent reads whose transfer failed, once it is known where the customer is. before: while he was waited for. */
export function tellSender(d: Draft, before: Call["phase"]): void {
  if (before.kind !== "routing" || !before.sender) return;
  const { agentId, number, cause } = before.sender;
  const where = { offering: "back", waiting: "queue", routing: "elsewhere" } as const;
  const { kind } = d.call.phase;
  const now = kind === "offering" || kind === "waiting" || kind === "routing" ? where[kind] : "over";
  d.do({ do: "tell", agentId, msg: sentences.transferFailed(number, cause, now) });
}
