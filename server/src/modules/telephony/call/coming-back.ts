/** A call that was sent on and that nobody took. */
import type { Draft } from "./draft.ts";
import { limits } from "./limits.ts";

/** Nobody took the call that was sent on: the agent who sent it gets it back. */
export function comeBack(d: Draft): void {
  const { sentBy } = d.call;
  if (!sentBy) return;
  d.note({ type: "transferFailed", to: sentBy.number, agentId: sentBy.agentId });
  d.set({ sentBy: undefined });
  const { agentId } = sentBy;
  d.phase({ kind: "routing", cause: "unreachable", back: true, sender: { agentId, until: d.now + limits.sender } });
  d.do({ do: "callBack", agentId });
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
