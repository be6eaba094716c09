/** What becomes of a call when a leg is made, answers, goes, or its device comes back. */
import type { HangupCause, Release } from "../../../ports/switch.ts";
import { askKey, asked, confirmDigit } from "./confirming.ts";
import { dialFar, farAnswered } from "./dialling.ts";
import type { Draft } from "./draft.ts";
import { dialCause } from "../../event-log/index.ts";
import { end, offerEnd } from "./ending.ts";
import { forwardMissed } from "./forwarding.ts";
import { leaveConference, meeting, memberNotReached } from "./conference.ts";
import { atDoor } from "./door.ts";
import { callerInFlowAgain } from "./flow.ts";
import { consultOver, handOver } from "./consulting.ts";
import { isPerson, type Party, type PartyId, type Person } from "./party.ts";
import { agentAnswered, awaitDevice, enqueue, offerOver, ringAgain } from "./queueing.ts";
import { route, welcome } from "./routing.ts";
import { backFromOutside } from "./flow-outside.ts";
import { takeOverInVain } from "./robot.ts";
import { namedBy, superviseEnd } from "./supervising.ts";
import { deviceAgain, giveUp, isCutOff, lose, redialLater, rejoin, rejoined, seek, stopSeeking } from "./losing.ts";
import { sentences } from "./limits.ts";
import { startTalking } from "./talking.ts";
import type { CallInput } from "./types.ts";
import { hungUpInMessage } from "./voicemail.ts";

export function originated(d: Draft, { attempt, leg, line }: Extract<CallInput, { type: "originated" }>): void {
  const party = d.find((p) => p.attempt === attempt);
  // A second leg of the same attempt is nobody's: the first would be forgotten.
  const back = d.find(({ rejoin }) => rejoin?.attempt === attempt && (rejoin.leg ?? leg) === leg);
  if (party) d.patch(party.id, { leg, attempt: undefined, line });
  else if (back) {
    const rejoin = { ...back.rejoin, attempt, leg, ...(line ? { line } : {}) };
    d.patch(back.id, { rejoin });
    if (rejoin.again) deviceAgain(d, { ...back, rejoin });
  } else d.do({ do: "hangup", leg, cause: "cancelled" });
}

export function originateFailed(
  d: Draft,
  { attempt, cause, screened }: Extract<CallInput, { type: "originateFailed" }>,
): void {
  const party = d.find((p) => p.attempt === attempt);
  const back = d.find((p) => p.rejoin?.attempt === attempt && p.rejoin.leg === undefined);
  if (party) {
    if (screened) d.note({ type: "screened", ok: false, text: screened });
    d.patch(party.id, { attempt: undefined, forwarding: undefined });
    // What came of ringing the seat itself is what came of the call.
    notReached(d, party, party.forwarding?.cause ?? cause);
  } else if (back) notBack(d, back);
}

/** The leg that was to bring somebody back came to nothing. */
function notBack(d: Draft, { id, rejoin: tried }: Party): void {
  d.patch(id, { rejoin: undefined });
  if (tried) redialLater(d, id, tried);
}

/** Whoever does not want to come back, or hangs up once more, is called no more. */
function wontComeBack(d: Draft, { id }: Party): void {
  d.patch(id, { rejoin: undefined });
  const party = d.party(id);
  if (party) giveUp(d, party, () => enqueue(d, true));
}

/** confirmed: the key that a line outside asks for was pressed. */
export function legUp(d: Draft, leg: string, confirmed = false): void {
  const back = d.find((p) => p.rejoin?.leg === leg);
  const answering = back ?? d.ofLeg(leg);
  const line = back ? back.rejoin?.line : answering?.line;
  if (answering && line?.confirm && !confirmed) return askKey(d, answering, leg);
  if (back) {
    rejoined(d, back);
    if (d.side(back) === "far" && d.call.phase.kind === "greeting") route(d);
    if (d.side(back) === "far" && d.call.phase.kind === "inFlow") callerInFlowAgain(d);
    return;
  }
  const party = d.ofLeg(leg);
  if (!party || party.up) return;
  d.patch(party.id, { up: true, upAt: d.now });
  const side = d.side(party);
  const { kind } = d.call.phase;
  if (party.role === "supervisor") return supervisorUp(d, party);
  if (party.id === d.call.consult?.with) return consultUp(d, party);
  if (party.role === "member") return atDoor(d, party);
  if (kind === "arriving" && side === "far") return welcome(d);
  if (kind === "offering" && (side === "near" || d.near?.up)) return agentAnswered(d);
  if (kind === "inFlow" && side === "near") return startTalking(d);
  if (kind === "preparing" && side === "near") {
    const agent = party.agentId ? { agentId: party.agentId } : {};
    if (d.call.dual) d.note({ type: "firstAnswered", to: party.number, ...agent }, d.actor(party));
    return dialFar(d);
  }
  if (kind === "dialling") return side === "far" ? farAnswered(d) : startTalking(d);
}

/** A key at a leg that is asked for one. */
export function keyAtLine(d: Draft, party: Party, digit: string): void {
  const { asking } = party;
  if (asking === undefined || digit !== confirmDigit) return;
  asked(d, party);
  d.do({ do: "hush", leg: asking });
  legUp(d, asking, true);
}

/** Nobody pressed it. */
export function keyMissed(d: Draft, party: Party): void {
  const { asking, rejoin } = party;
  if (asking === undefined) return;
  asked(d, party);
  d.do({ do: "hangup", leg: asking, cause: "no-answer" });
  if (rejoin?.leg === asking) return notBack(d, party);
  d.patch(party.id, { leg: undefined });
  notReached(d, party, "no-answer");
}

/** A party that had not answered yet is out. */
function notReached(d: Draft, party: Party, cause: HangupCause, release: Release = {}): void {
  const { kind } = d.call.phase;
  const side = d.side(party);
  if (party.role === "supervisor") return superviseEnd(d, party, cause);
  if (kind !== "offering" && forwardMissed(d, party, cause)) return;
  if (party.id === d.call.consult?.with) return consultOver(d, cause, "asked", release);
  if (party.role === "member") return memberNotReached(d, party, cause, release);
  if (kind === "offering" && side === "near")
    return offerOver(d, offerEnd(cause), cause === "rejected" || cause === "busy" ? d.actor(party) : "engine", {
      cause,
      ...release,
    });
  if (kind === "inFlow" && side === "near") return takeOverInVain(d, cause);
  if (kind === "arriving") return end(d, "abandonedInGreeting", { by: d.far });
  // Of a dual call both are called.
  if (side === "far" || d.call.dual) {
    const agent = party.agentId ? { agentId: party.agentId } : {};
    d.note({ type: "notReached", to: party.number, ...agent, cause, ...release });
    return end(d, dialCause(cause), { by: party });
  }
  return cause === "normal" || cause === "cancelled" || cause === "rejected"
    ? end(d, "cancelled", { by: party })
    : end(d, "failed");
}

export function legGone(d: Draft, { leg, cause, release = {} }: Extract<CallInput, { type: "legGone" }>): void {
  const back = d.find((p) => p.rejoin?.leg === leg);
  if (back?.asking === leg) asked(d, back);
  const declined = (cause === "rejected" || cause === "normal") && !back?.rejoin?.moves;
  if (back) return declined ? wontComeBack(d, back) : notBack(d, back);
  const party = d.ofLeg(leg);
  if (!party) return;
  if (party.asking === leg) asked(d, party);
  d.patch(party.id, { leg: undefined });
  const { phase } = d.call;
  const cut = cause === "lost" || cause === "failed" || isCutOff(party, release);
  const side = d.side(party);
  // Answered or not: who was offered the call has it only once both can talk.
  const isOffered = phase.kind === "offering" && side === "near";
  if (isOffered || !(party.up || party.lifted)) {
    // The page that rang was closed or reloaded, or hands over to another tab.
    if (isOffered && (party.moving || cause === "unreachable" || cause === "lost")) return awaitDevice(d);
    return notReached(d, party, cause, release);
  }
  if (!party.up && cut) return neverHeard(d, party, cause, release);
  if (phase.kind === "farewell") return end(d, phase.cause, { by: party });
  if (phase.kind === "voicemail") return hungUpInMessage(d, party);
  // Whoever does not want to answer hangs up.
  if (isSurveyed(d)) return end(d, "completed", { by: party });
  // A device that went without a word may come back; who says goodbye does not.
  if (party.lost && cause !== "normal") return seek(d, party.id);
  if (party.lost) stopSeeking(d, party);
  else if ((party.moving || cut) && (side === "far" || phase.kind === "talking")) return lose(d, party);
  if (phase.kind === "talking" && furtherGone(d, party, cause)) return;
  d.note(
    {
      type: "hungup",
      side,
      cause,
      ...(party.agentId ? { agentId: party.agentId } : {}),
      ...release,
    },
    d.actor(party),
  );
  if (phase.kind === "talking" && side === "near" && backFromOutside(d)) return;
  switch (phase.kind) {
    case "detecting":
      return end(d, phase.waits ? "machineAnswered" : "abandonedInGreeting", { by: party });
    case "arriving":
    case "greeting":
      return end(d, "abandonedInGreeting", { by: party });
    case "inFlow":
      return end(d, "abandonedInFlow", { by: party });
    case "routing":
    case "waiting":
    case "callback":
      return end(d, "abandonedInQueue", { by: party });
    case "offering":
      return end(d, "abandonedRinging", { by: party });
    case "preparing":
    case "dialling":
      return end(d, side === "near" ? "cancelled" : dialCause(cause), { by: party });
    default:
      return end(d, "completed", { by: party });
  }
}

/** He lifted his telephone, and nobody could be heard in it: abandoned, whatever the reason. */
function neverHeard(d: Draft, party: Party, cause: HangupCause, release: Release): void {
  d.note({ type: "abandoned" });
  d.note({ type: "hungup", side: d.side(party), cause, ...release }, d.actor(party));
  end(d, "failed", { by: party });
}

/** Somebody of a consultation or a conference hung up, and the customer did not. False: there is neither. */
function furtherGone(d: Draft, party: Party, cause: HangupCause): boolean {
  const { consult, conference } = d.call;
  if (party.role === "supervisor") superviseEnd(d, party, cause);
  else if (consult?.with === party.id) consultOver(d, cause, "asked");
  // A desk telephone's hook: who was asked takes over, as telephones do it.
  else if (consult?.by === party.id && isThere(d, consult.with)) handOver(d);
  else if (conference && party.id !== d.call.far) leaveConference(d, party, cause);
  else return false;
  return true;
}

const isThere = (d: Draft, id: PartyId): boolean => {
  const party = d.party(id);
  return party !== undefined && party.up && !party.lost;
};

function supervisorUp(d: Draft, party: Party): void {
  const mode = party.supervises?.mode ?? "listen";
  d.note({ type: "supervisionAnswered", ...namedBy(party), mode }, d.actor(party));
}

function consultUp(d: Draft, party: Party): void {
  d.note(
    { type: "consultAnswered", to: party.number, ...(party.agentId ? { agentId: party.agentId } : {}) },
    d.actor(party),
  );
  const { then, by: id } = d.call.consult ?? {};
  const by = d.party(id ?? "");
  if (!then || !by?.agentId) return;
  if (then === "meeting") return meeting(d, by.agentId, { atAnswer: true });
  d.do({ do: "tell", agentId: by.agentId, msg: sentences.transferred, level: "info" });
  handOver(d, "success");
}

/** By the built-in question, or by a flow. */
const isSurveyed = ({ call: { phase, flow } }: Draft): boolean =>
  phase.kind === "survey" || (phase.kind === "inFlow" && flow?.survey === true);

export function legLost(d: Draft, party: Party): void {
  const { kind } = d.call.phase;
  const side = d.side(party);
  if (!party.up || (kind === "offering" && side === "near")) {
    if (party.leg) d.do({ do: "hangup", leg: party.leg, cause: "lost" });
    if (kind === "offering" && side === "near") return awaitDevice(d);
    d.patch(party.id, { leg: undefined });
    return notReached(d, party, "lost");
  }
  // The talk is over: nobody waits for him to come back.
  if (isSurveyed(d)) return end(d, "completed", { by: party });
  if (kind === "voicemail") return hungUpInMessage(d, party);
  if (side === "near" && (kind === "preparing" || kind === "dialling")) return end(d, "agentLost");
  lose(d, party);
}

/** Somebody without a seat hangs up, at whatever telephone. */
export function leave(d: Draft, by: Person): void {
  const party = d.find((each) => isPerson(each, by));
  if (!party) return d.refuse();
  if (party.supervises) return superviseEnd(d, party, "normal");
  if (party.leg) d.do({ do: "hangup", leg: party.leg, cause: "normal" });
  stopSeeking(d, party);
  d.patch(party.id, { attempt: undefined });
  if (party.leg) return legGone(d, { type: "legGone", leg: party.leg, cause: "normal" });
  notReached(d, { ...party, attempt: undefined }, "rejected");
}

export function registered(d: Draft, user: string): void {
  const party = d.find((p) => p.user === user && (p.lost || p.moving) && p.attempt === undefined);
  if (!party) return;
  if (party.rejoin) return deviceAgain(d, party);
  if (d.call.phase.kind === "offering" && d.side(party) === "near") ringAgain(d);
  else rejoin(d, party);
}
