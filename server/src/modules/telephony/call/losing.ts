/** Parties that are lost and come back: each has its grace, in which the others keep its place. */
import type { Release } from "../../../ports/switch.ts";
import { asked } from "./confirming.ts";
import { leaveConference } from "./conference.ts";
import { consultOver, handOver } from "./consulting.ts";
import type { Draft } from "./draft.ts";
import { end, farewell } from "./ending.ts";
import { limits, sentences } from "./limits.ts";
import { isOurs, type Party, type PartyId, type Rejoin } from "./party.ts";
import { superviseEnd } from "./supervising.ts";
import type { CalledAgain, MoveDevice } from "./leg-input.ts";
import { queueOf, type Call } from "./types.ts";

/**
 * Q.850 causes of a line outside that its network cut: subscriber absent, destination or network out of order, temporary failure,
 * congestion, no channel, no resource, recovery on timer expiry. Any other end is somebody's who hung up.
 */
const cutOffs: ReadonlySet<number> = new Set([20, 27, 38, 41, 42, 44, 47, 102]);
export const isCutOff = ({ line }: Party, { q850 }: Release): boolean =>
  line !== undefined && q850 !== undefined && cutOffs.has(q850);

/** Nothing is heard of a party's device any more. Its leg, where there still is one, waits for the device to come back. */
export function lose(d: Draft, party: Party): void {
  const { agentId } = party;
  if (party.lost) return;
  d.patch(party.id, { lost: true });
  d.do({ do: "timer", name: `lost-${party.id}`, ms: isOurs(party) ? limits.agentLost : limits.callerLost });
  if (agentId) d.note({ type: "agentLost", agentId });
  else if (!isOurs(party)) d.note({ type: "callerLost" });
  seek(d, party.id);
}

/** Nothing registers at a line outside, and a leg that is over is found by nobody: its telephone is called again. */
export function seek(d: Draft, id: PartyId): void {
  const party = d.party(id);
  if (party && isOurs(party) && (party.line || party.leg === undefined)) redial(d, party);
}

/** Its telephone was called in vain: until the grace is over there is another try, at once where a device has come meanwhile. */
export function redialLater(d: Draft, id: PartyId, { again, moves, at }: Rejoin): void {
  const party = d.party(id);
  if (!party) return;
  if (moves && party.agentId) d.do({ do: "tell", agentId: party.agentId, msg: movedInVain[at ?? "own"] });
  if (again && !moves) return rejoin(d, party);
  if (party.lost && isOurs(party)) d.do({ do: "timer", name: `redial-${id}`, ms: limits.redial });
}

export function redial(d: Draft, party: Party): void {
  if (party.lost && !party.rejoin) rejoin(d, party);
}

/** The leg that was on its way to it is not wanted any more. */
function dropRejoin(d: Draft, party: Party): void {
  const { rejoin: pending } = party;
  if (pending?.leg === undefined) return;
  d.do({ do: "hangup", leg: pending.leg, cause: "cancelled" });
  if (party.asking === pending.leg) asked(d, party);
}

/** It is back, or hangs up: no telephone of it rings on, and nobody calls it any more. */
export function stopSeeking(d: Draft, party: Party): void {
  dropRejoin(d, party);
  d.waitNoMore(party.id);
  d.patch(party.id, { lost: false, rejoin: undefined });
}

function back(d: Draft, party: Party, moved: boolean): void {
  const { agentId } = party;
  if (agentId) d.note({ type: moved ? "mediaMoved" : "agentBack", agentId }, agentId);
  else if (!isOurs(party)) d.note({ type: "callerBack" }, d.actor(party));
}

/** The same leg hears again: whatever was to replace it is not needed. */
export function found(d: Draft, party: Party): void {
  if (!party.lost) return;
  if (party.rejoin?.moves) {
    d.waitNoMore(party.id);
    d.patch(party.id, { lost: false });
  } else stopSeeking(d, party);
  back(d, party, false);
}

export function rejoin(d: Draft, party: Party): void {
  d.originateAgain(party.id);
}

/** The device of a party came while another leg was on its way to it: that one may lead to where nobody is any more. */
export function deviceAgain(d: Draft, party: Party): void {
  const { rejoin: pending } = party;
  if (!pending || !party.lost || party.line) return;
  if (pending.leg === undefined) return void d.patch(party.id, { rejoin: { ...pending, again: true } });
  dropRejoin(d, party);
  rejoin(d, party);
}

/** Whose call this leg is: somebody's who is lost at a line outside, and who calls by himself instead of waiting for ours. */
export const mayReturn = (call: Pick<Call, "phase" | "parties">, agentId: string): boolean =>
  call.phase.kind === "talking" && call.parties.some((p) => p.agentId === agentId && p.lost && p.line !== undefined);

/** He takes his place again. Whoever calls is no mailbox: no key is asked for. */
export function calledAgain(d: Draft, { agentId, leg }: CalledAgain): void {
  const party = d.ofAgent(agentId);
  if (!party || !mayReturn(d.call, agentId)) return d.refuse();
  dropRejoin(d, party);
  const at = party.at ? { at: party.at } : {};
  d.patch(party.id, { rejoin: { attempt: d.next(), leg, line: { confirm: false }, ...at } });
  d.do({ do: "answer", leg });
}

const movedInVain = {
  phone: "另一部电话未接通，通话仍在本机",
  own: "本机未接通，通话仍在另一部电话",
} as const;

/** Its agent goes on at the other one of his telephones, once it is answered; everybody hears him where he is until then. */
export function moveDevice(d: Draft, { agentId, to }: MoveDevice): void {
  const party = d.ofAgent(agentId);
  const { kind } = d.call.phase;
  if (!party?.up || party.door || kind !== "talking" || (party.at ?? "own") === to || party.rejoin?.moves)
    return d.refuse();
  dropRejoin(d, party);
  d.originateAgain(party.id, { moves: true });
}

/** The device answered its new leg: it takes the old one's place. */
export function rejoined(d: Draft, party: Party): void {
  const { leg, line, at, moves = false } = party.rejoin ?? {};
  if (!leg) return;
  if (party.leg) d.do({ do: "hangup", leg: party.leg, cause: party.lost ? "lost" : "normal" });
  d.patch(party.id, { rejoin: undefined });
  stopSeeking(d, { ...party, rejoin: undefined });
  d.patch(party.id, { leg, up: true, moving: false, line, at });
  if (!moves || party.lost) back(d, party, party.moving && !party.lost);
  if (moves && party.agentId) d.note({ type: "deviceMoved", agentId: party.agentId, to: at ?? "own" }, party.agentId);
}

const isUp = (d: Draft, id: PartyId): boolean => d.find((p) => p.id === id && p.up && !p.lost) !== undefined;

/** The consulted party has the customer now; the agent who asked does not come back. */
function leftBehind(d: Draft, agentId: string | undefined): void {
  handOver(d);
  if (agentId) d.do({ do: "agent", agentId, input: { type: "leave", reason: "legLost" } });
}

/** Whoever has nobody to talk to any more waits again, first in line, or hears why the call ends. */
function withoutAgent(d: Draft, party: Party, requeue: () => void): void {
  const { agentId } = party;
  const queue = queueOf(d.call);
  d.dropLegs(party, "lost");
  d.patch(d.far.id, { heldBy: undefined });
  d.dropNear();
  d.note({ type: "hungup", side: "near", cause: "lost", ...(agentId ? { agentId } : {}) });
  if (queue)
    d.note({ type: "requeued", skillGroupId: d.call.group?.id ?? queue.groups[0]?.id ?? "" }, "engine", "afterLoss");
  if (agentId) d.do({ do: "agent", agentId, input: { type: "leave", reason: "legLost" } });
  if (queue) return requeue();
  farewell(d, "agentLost", undefined, sentences.agentLost(d.call.direction));
}

/** The grace is over. A caller without his agent goes on or hears why he cannot; anything else ends. */
export function giveUp(d: Draft, party: Party, requeue: () => void): void {
  if (!party.lost) return;
  const { agentId } = party;
  if (party.role === "supervisor") return superviseEnd(d, party, "lost");
  if (d.call.consult?.with === party.id) return consultOver(d, "lost", "asked");
  if (d.call.consult?.by === party.id) {
    // Somebody is there for the customer: better than a queue.
    if (isUp(d, d.call.consult.with)) return leftBehind(d, agentId);
    consultOver(d, "lost", "engine");
  } else if (d.call.conference && party.id !== d.call.far) return leaveConference(d, party, "lost");
  const stays = queueOf(d.call) !== undefined || isUp(d, d.call.far);
  if (party.id === d.near?.id && isOurs(party) && stays && d.call.phase.kind === "talking")
    return withoutAgent(d, party, requeue);
  end(
    d,
    agentId || party.administrator ? "agentLost" : "callerLost",
    agentId ? { leaves: { agentId, why: "legLost" } } : {},
  );
}
