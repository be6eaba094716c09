/** Parties hear each other: hold, loss and return, hand-over of the audio. */
import { waitingLegs } from "./audio.ts";
import { leaveConference } from "./conference.ts";
import { consultOver, handOver } from "./consulting.ts";
import type { Draft } from "./draft.ts";
import { end, waitTimers } from "./ending.ts";
import { limits, sentences } from "./limits.ts";
import type { Party, PartyId } from "./party.ts";
import { holderOf, holds } from "./parties.ts";
import { recordByItself } from "./recording.ts";
import { superviseEnd } from "./supervising.ts";
import { queueOf } from "./types.ts";

export function startTalking(d: Draft): void {
  const { near, far } = d;
  if (!near?.leg || !far.leg) return end(d, "failed");
  for (const name of [...waitTimers, "connect"] as const) d.do({ do: "clearTimer", name });
  d.phase({ kind: "talking", answeredAt: d.now });
  const { sentBy, talked } = d.call;
  d.set({ playing: undefined, talked: true });
  recordByItself(d);
  const agent = near.agentId ? { agentId: near.agentId } : {};
  if (sentBy) {
    d.set({ sentBy: undefined });
    d.note({ type: "transferred", mode: "blind", from: sentBy.agentId, to: near.number, ...agent }, d.actor(near));
  } else
    d.note(
      { type: talked ? "answeredAgain" : "answered", ...agent },
      d.actor(d.call.direction === "inbound" ? near : far),
    );
}

/** Two talk, and nobody else has a part in it: in consultations and conferences nobody is held. */
const inPair = (d: Draft): boolean => d.call.phase.kind === "talking" && !d.call.consult && !d.call.conference;

export function hold(d: Draft, holder: Party): void {
  const other = d.other(holder);
  // A second press comes before the first one's answer is on the screen: what is wanted is so already.
  if (d.call.phase.kind === "talking" && holds(d.call, holder)) return;
  if (!inPair(d) || holderOf(d.call) || holder.lost || !other?.leg) return d.refuse();
  d.patch(other.id, { heldBy: holder.id });
  d.note({ type: "held", ...(holder.agentId ? { agentId: holder.agentId } : {}) }, d.actor(holder));
}

export function unhold(d: Draft, holder: Party): void {
  const other = d.other(holder);
  if (d.call.phase.kind === "talking" && !holderOf(d.call)) return;
  if (!inPair(d) || !holds(d.call, holder) || !holder.leg || holder.lost || !other?.leg) return d.refuse();
  d.patch(other.id, { heldBy: undefined });
  d.note({ type: "resumed", ...(holder.agentId ? { agentId: holder.agentId } : {}) }, d.actor(holder));
}

/** Nothing is heard of a party's browser any more. Its leg waits for the browser to come back. */
export function lose(d: Draft, party: Party): void {
  const { agentId } = party;
  const ours = agentId !== undefined || party.administrator !== undefined;
  if (party.lost) return;
  d.patch(party.id, { lost: true });
  d.do({ do: "timer", name: `lost-${party.id}`, ms: ours ? limits.agentLost : limits.callerLost });
  if (agentId) d.note({ type: "agentLost", agentId });
  else if (!ours) d.note({ type: "callerLost" });
  const text = ours ? sentences.agentGone : sentences.callerGone;
  for (const leg of waitingLegs(d.call)) d.do({ do: "comfort", leg, text });
  // Nothing registers at a line outside: it is dialled again.
  if (party.line && !party.rejoin) rejoin(d, party);
}

/** A line outside was dialled again in vain: until the grace is over there is another try. */
export function redialLater(d: Draft, id: PartyId): void {
  const party = d.party(id);
  if (party?.line && party.lost && !party.rejoin) d.do({ do: "timer", name: `redial-${id}`, ms: limits.redial });
}

export function redial(d: Draft, party: Party): void {
  if (party.line && party.lost && !party.rejoin) rejoin(d, party);
}

function back(d: Draft, party: Party, moved: boolean): void {
  const { agentId } = party;
  if (agentId) d.note({ type: moved ? "mediaMoved" : "agentBack", agentId }, agentId);
  else if (!party.administrator) d.note({ type: "callerBack" }, d.actor(party));
  for (const name of [`lost-${party.id}`, `redial-${party.id}`] as const) d.do({ do: "clearTimer", name });
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

const isUp = (d: Draft, id: PartyId): boolean => d.find((p) => p.id === id && p.up && !p.lost) !== undefined;

/** The consulted party has the customer now; the agent who asked does not come back. */
function leftBehind(d: Draft, agentId: string | undefined): void {
  handOver(d);
  if (agentId) d.do({ do: "agent", agentId, input: { type: "leave", reason: "legLost" } });
}

/** The grace is over. An inbound caller waits again, first in line; anything else ends. */
export function giveUp(d: Draft, party: Party, requeue: () => void): void {
  if (!party.lost) return;
  const { agentId } = party;
  const queue = queueOf(d.call);
  if (party.role === "supervisor") return superviseEnd(d, party, "lost");
  if (d.call.consult?.with === party.id) return consultOver(d, "lost", "asked");
  if (d.call.consult?.by === party.id) {
    // Somebody is there for the customer: better than a queue.
    if (isUp(d, d.call.consult.with)) return leftBehind(d, agentId);
    consultOver(d, "lost", "engine");
  } else if (d.call.conference && party.id !== d.call.far) return leaveConference(d, party, "lost");
  if (party.id === d.near?.id && agentId && queue && d.call.phase.kind === "talking") {
    for (const leg of [party.leg, party.rejoin?.leg]) if (leg) d.do({ do: "hangup", leg, cause: "lost" });
    d.patch(d.far.id, { heldBy: undefined });
    d.dropNear();
    d.note({ type: "hungup", side: "near", cause: "lost", agentId });
    d.note({ type: "requeued", skillGroupId: d.call.group?.id ?? queue.groups[0]?.id ?? "" }, "engine", "afterLoss");
    d.do({ do: "agent", agentId, input: { type: "leave", reason: "legLost" } });
    return requeue();
  }
  end(
    d,
    agentId || party.administrator ? "agentLost" : "callerLost",
    agentId ? { leaves: { agentId, why: "legLost" } } : {},
  );
}
