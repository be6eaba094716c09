/** Parties hear each other: hold, loss and return, hand-over of the audio. */
import type { Draft } from "./draft.ts";
import { end, waitTimers } from "./ending.ts";
import { limits } from "./limits.ts";
import { holderOf, holds, type Party } from "./parties.ts";
import { queueOf } from "./types.ts";

export function startTalking(d: Draft): void {
  const { near, far } = d;
  if (!near?.leg || !far.leg) return end(d, "failed");
  for (const name of [...waitTimers, "connect"] as const) d.do({ do: "clearTimer", name });
  d.phase({ kind: "talking", answeredAt: d.now });
  d.set({ playing: undefined });
  d.note(
    { type: "answered", ...(near.agentId ? { agentId: near.agentId } : {}) },
    d.actor(d.call.direction === "inbound" ? near : far),
  );
  for (const { agentId } of [near, far]) if (agentId) d.do({ do: "agent", agentId, input: { type: "answered" } });
}

export function hold(d: Draft, holder: Party): void {
  const other = d.other(holder);
  // A second press comes before the first one's answer is on the screen: what is wanted is so already.
  if (d.call.phase.kind === "talking" && holds(d.call, holder)) return;
  if (d.call.phase.kind !== "talking" || holderOf(d.call) || holder.lost || !other?.leg) return d.refuse();
  d.patch(other.id, { heldBy: holder.id });
  d.note({ type: "held", ...(holder.agentId ? { agentId: holder.agentId } : {}) }, d.actor(holder));
  if (holder.agentId) d.do({ do: "agent", agentId: holder.agentId, input: { type: "held" } });
}

export function unhold(d: Draft, holder: Party): void {
  const other = d.other(holder);
  if (d.call.phase.kind === "talking" && !holderOf(d.call)) return;
  if (d.call.phase.kind !== "talking" || !holds(d.call, holder) || !holder.leg || holder.lost || !other?.leg)
    return d.refuse();
  d.patch(other.id, { heldBy: undefined });
  d.note({ type: "resumed", ...(holder.agentId ? { agentId: holder.agentId } : {}) }, d.actor(holder));
  if (holder.agentId) d.do({ do: "agent", agentId: holder.agentId, input: { type: "resumed" } });
}

/** Nothing is heard of a party's browser any more. Its leg waits for the browser to come back. */
export function lose(d: Draft, party: Party): void {
  const { agentId } = party;
  if (party.lost) return;
  d.patch(party.id, { lost: true });
  d.do({ do: "timer", name: `lost-${party.id}`, ms: agentId ? limits.agentLost : limits.callerLost });
  if (agentId) d.note({ type: "agentLost", agentId });
  else d.note({ type: "callerLost" });
}

function back(d: Draft, party: Party, moved: boolean): void {
  const { agentId } = party;
  if (agentId) d.note({ type: moved ? "mediaMoved" : "agentBack", agentId }, agentId);
  else d.note({ type: "callerBack" }, d.actor(party));
  d.do({ do: "clearTimer", name: `lost-${party.id}` });
}

/** The same leg hears again. */
export function found(d: Draft, party: Party): void {
  if (!party.lost) return;
  // Its network only blinked: the leg that was to replace this one is not needed.
  if (party.rejoin?.leg) d.do({ do: "hangup", leg: party.rejoin.leg, cause: "cancelled" });
  d.patch(party.id, { lost: false, rejoin: undefined });
  back(d, party, false);
}

export function rejoin(d: Draft, party: Party): void {
  d.originateAgain(party.id, limits.rejoin);
}

/** The browser answered its new leg: it takes the old one's place. */
export function rejoined(d: Draft, party: Party): void {
  const leg = party.rejoin?.leg;
  if (!leg) return;
  d.patch(party.id, { leg, up: true, lost: false, moving: false, rejoin: undefined });
  if (party.leg) d.do({ do: "hangup", leg: party.leg, cause: party.lost ? "lost" : "normal" });
  back(d, party, party.moving && !party.lost);
}

/** The grace is over. An inbound caller waits again, first in line; anything else ends. */
export function giveUp(d: Draft, party: Party, requeue: () => void): void {
  if (!party.lost) return;
  const { agentId } = party;
  const queue = queueOf(d.call);
  if (party === d.near && agentId && queue && d.call.phase.kind === "talking") {
    for (const leg of [party.leg, party.rejoin?.leg]) if (leg) d.do({ do: "hangup", leg, cause: "lost" });
    d.patch(d.far.id, { heldBy: undefined });
    d.dropNear();
    d.note({ type: "hungup", side: "near", cause: "lost", agentId });
    d.note({ type: "requeued", skillGroupId: d.call.group?.id ?? queue.groups[0]?.id ?? "" }, "engine", "afterLoss");
    d.do({ do: "agent", agentId, input: { type: "leave", reason: "legLost" } });
    return requeue();
  }
  end(d, agentId ? "agentLost" : "callerLost", agentId ? { leaves: { agentId, why: "legLost" } } : {});
}
