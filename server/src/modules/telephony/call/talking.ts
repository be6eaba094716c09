/** Parties begin to hear each other; hold. */
import { answersItself } from "./answering.ts";
import { transferDone } from "./coming-back.ts";
import type { Draft } from "./draft.ts";
import { end, waitTimers } from "./ending.ts";
import { answeredFromFlow } from "./flow.ts";
import { limits } from "./limits.ts";
import type { Party } from "./party.ts";
import { holderOf, holds } from "./parties.ts";
import { recordByItself } from "./recording.ts";
import { takeBack } from "./suspend-over.ts";

export function startTalking(d: Draft): void {
  const { near, far } = d;
  if (!near?.leg || !far.leg) return end(d, "failed");
  for (const name of [...waitTimers, "connect"] as const) d.do({ do: "clearTimer", name });
  answeredFromFlow(d);
  d.phase({ kind: "talking", answeredAt: d.now });
  const { sentBy, talked } = d.call;
  // Nobody lifted a telephone: who hears somebody all at once has heard a tone before.
  if (near.agentId && answersItself(d.call)) d.do({ do: "tone", legs: [near.leg], hz: limits.taskTone });
  d.set({ playing: undefined, talked: true });
  recordByItself(d);
  const agent = near.agentId ? { agentId: near.agentId } : {};
  if (sentBy) {
    d.set({ sentBy: undefined });
    transferDone(d, sentBy, near.agentId);
    d.note({ type: "transferred", mode: "blind", from: sentBy.agentId, to: near.number, ...agent }, d.actor(near));
  } else
    d.note(
      { type: talked ? "answeredAgain" : "answered", ...agent },
      d.actor(d.call.direction === "inbound" ? near : far),
    );
}

/** Two talk, and nobody else has a part in it: in consultations and conferences nobody is held. */
const inPair = (d: Draft): boolean => d.call.phase.kind === "talking" && !d.call.consult && !d.call.conference;

/** Nobody is held by whoever listens in, joins in or whispers: the talk is not his, and he leaves it as he likes (K22). */
export function hold(d: Draft, holder: Party): void {
  if (holder.role === "supervisor") return d.refuse();
  const other = d.other(holder);
  // A second press comes before the first one's answer is on the screen: what is wanted is so already.
  if (d.call.phase.kind === "talking" && holds(d.call, holder)) return;
  if (!inPair(d) || holderOf(d.call) || holder.lost || !other?.leg) return d.refuse();
  d.patch(other.id, { heldBy: holder.id });
  d.note({ type: "held", ...(holder.agentId ? { agentId: holder.agentId } : {}) }, d.actor(holder));
}

export function unhold(d: Draft, holder: Party): void {
  if (holder.role === "supervisor") return d.refuse();
  const other = d.other(holder);
  if (d.call.phase.kind === "talking" && !holderOf(d.call)) return;
  const { suspended } = d.call;
  if (suspended && suspended.by === holder.id) return takeBack(d, suspended.agentId);
  if (!inPair(d) || !holds(d.call, holder) || !holder.leg || holder.lost || !other?.leg) return d.refuse();
  d.patch(other.id, { heldBy: undefined });
  d.note({ type: "resumed", ...(holder.agentId ? { agentId: holder.agentId } : {}) }, d.actor(holder));
}
