/** 挂起转 ends: with a result or without one, and the customer is with his agent again. */
import type { SuspendEnd } from "../../event-log/index.ts";
import { addData } from "./call-data.ts";
import type { Draft } from "./draft.ts";
import { limits, sentences } from "./limits.ts";
import { resumeQuiet } from "./recording.ts";
import { isQuiet, isSecret } from "./suspension.ts";

/** What is said to him is cut off. */
export function silence(d: Draft): void {
  const { leg } = d.far;
  if (d.call.playing?.what !== "suspended") return;
  d.set({ playing: undefined });
  if (leg) d.do({ do: "hush", leg });
}

/** What the agent reads. */
function tell(d: Draft, agentId: string, name: string, end: SuspendEnd, result: string): void {
  if (end === "done") d.do({ do: "tell", agentId, msg: sentences.suspendDone(name, result), level: "info" });
  if (end === "failed") d.do({ do: "tell", agentId, msg: sentences.suspendFailed(name) });
}

/** result: of who was asked; what is secret is in the engine's memory. */
export function finish(d: Draft, end: SuspendEnd, result = ""): void {
  const { suspended } = d.call;
  if (!suspended || suspended.over) return;
  const { agentId, target, count } = suspended;
  const { name, dataKey } = target;
  const secret = isSecret(target);
  const digits = end === "done" ? count : 0;
  silence(d);
  d.note({ type: "suspendEnded", agentId, name, end, ...(digits > 0 ? { digits } : {}) }, by(end, agentId));
  if (secret) d.do(digits > 0 ? { do: "secureKeep", agentId, name, key: dataKey } : { do: "secureForget" });
  else if (result !== "" && dataKey !== "" && !addData(d, agentId, { [dataKey]: result }))
    d.do({ do: "tell", agentId, msg: sentences.suspendTooLong });
  tell(d, agentId, name, end, target.ask.want === "choice" ? result : digits > 0 ? `已输入${digits}位` : "");
  if (!secret) return back(d);
  d.set({ suspended: { ...suspended, over: { end, until: d.now + limits.secureSettleMost } } });
  d.do({ do: "timer", name: "suspended", ms: limits.secureSettle });
}

const by = (end: SuspendEnd, agentId: string): string => (end === "takenBack" ? agentId : "engine");

/** The agent hears him again, and that he does. */
export function back(d: Draft): void {
  const { suspended, phase } = d.call;
  if (!suspended) return;
  const { by: id, target } = suspended;
  d.set({ suspended: undefined });
  d.do({ do: "clearTimer", name: "suspended" });
  const agent = d.party(id);
  if (phase.kind === "talking" && agent && d.far.heldBy === id) {
    d.patch(d.far.id, { heldBy: undefined });
    d.note({ type: "resumed", ...(agent.agentId ? { agentId: agent.agentId } : {}) }, d.actor(agent));
    if (agent.leg && agent.up && !agent.lost) d.do({ do: "tone", legs: [agent.leg], hz: limits.suspendTone });
  }
  if (isQuiet(target)) resumeQuiet(d, "suspended");
}

export function takeBack(d: Draft, agentId: string): void {
  const { suspended } = d.call;
  if (!suspended || suspended.agentId !== agentId) return d.refuse();
  // The second press comes while the mask settles: what is wanted is on its way.
  finish(d, "takenBack");
}

/** After every step: it ends with the talk, and when either of the two is out of it. */
export function dropSuspended(d: Draft): void {
  const { suspended, phase } = d.call;
  if (!suspended || phase.kind === "ended") return;
  const agent = d.party(suspended.by);
  const { far } = d;
  if (phase.kind !== "talking" || !agent || agent.agentId !== suspended.agentId) {
    finish(d, "agentGone");
    return back(d);
  }
  if (far.up && !far.lost) return;
  finish(d, "customerGone");
  back(d);
}

/** The call ends: told before its end. */
export function endSuspended(d: Draft, byCustomer: boolean): void {
  finish(d, byCustomer ? "customerGone" : "agentGone");
}
