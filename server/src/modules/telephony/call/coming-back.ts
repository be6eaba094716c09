/** A call that was sent on and that nobody took. */
import type { Draft } from "./draft.ts";

/** Nobody took the call that was sent on: the agent who sent it gets it back. */
export function comeBack(d: Draft): void {
  const { sentBy } = d.call;
  if (!sentBy) return;
  d.note({ type: "transferFailed", to: sentBy.number, agentId: sentBy.agentId });
  d.set({ sentBy: undefined });
  d.phase({ kind: "routing", cause: "unreachable", back: true });
  d.do({ do: "callBack", agentId: sentBy.agentId });
}
