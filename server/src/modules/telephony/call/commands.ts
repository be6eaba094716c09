/** What agents order in a call from their bars; holding is in talking.ts. */
import type { LegId } from "../../../ports/switch.ts";
import { addData } from "./call-data.ts";
import { leaveConference } from "./conference.ts";
import { consultOver } from "./consulting.ts";
import type { Draft } from "./draft.ts";
import { keyAtDoor } from "./door.ts";
import { end } from "./ending.ts";
import { registered } from "./legs.ts";
import { sentences } from "./limits.ts";
import { calledAgain, moveDevice } from "./losing.ts";
import type { Party } from "./party.ts";
import { takeOverInVain } from "./robot.ts";
import { superviseEnd } from "./supervising.ts";
import { offerOver } from "./queueing.ts";
import type { CallInput } from "./types.ts";

function moveMedia(d: Draft, agentId: string, isRegistered: boolean): void {
  const party = d.ofAgent(agentId);
  const { kind } = d.call.phase;
  // What is said and heard at the other telephone stays there, whatever becomes of pages.
  if (!party || party.at || (kind !== "talking" && !(kind === "offering" && party === d.near))) return d.refuse();
  d.patch(party.id, { moving: true });
  if (isRegistered) registered(d, party.user);
}

/** Somebody's telephone is there, or is to be another one. */
export function atDevice(
  d: Draft,
  input: Extract<CallInput, { type: "registered" | "calledAgain" | "moveMedia" | "moveDevice" }>,
): void {
  if (input.type === "registered") return registered(d, input.user);
  if (input.type === "calledAgain") return calledAgain(d, input);
  return input.type === "moveMedia" ? moveMedia(d, input.agentId, input.registered) : moveDevice(d, input);
}

/** The agent leaves more than the call. */
function leaving(d: Draft, agentId: string, why: Extract<CallInput, { type: "hangup" }>["why"]): void {
  if (why)
    d.do({ do: "agent", agentId, input: why === "recovered" ? { type: "recover" } : { type: "leave", reason: why } });
}

export function hangup(d: Draft, { agentId, why }: Extract<CallInput, { type: "hangup" }>): void {
  const party = d.ofAgent(agentId);
  if (!party) return d.refuse();
  const { kind } = d.call.phase;
  const leaves = why ? { leaves: { agentId, why } } : {};
  const side = d.side(party);
  if (kind === "offering" && side === "near") {
    offerOver(d, "declined", agentId);
    return leaving(d, agentId, why);
  }
  if (kind === "inFlow" && side === "near") {
    takeOverInVain(d, "cancelled");
    return leaving(d, agentId, why);
  }
  if (party.role === "supervisor") {
    superviseEnd(d, party, "normal");
    return leaving(d, agentId, why);
  }
  // Hanging up in a consultation ends it and never cuts the customer off.
  const { consult } = d.call;
  if (kind === "talking" && !why && consult?.by === party.id) {
    consultOver(d, "cancelled", "asker");
    return d.do({ do: "tell", agentId, msg: sentences.consultCancelled, level: "info" });
  }
  if (kind === "talking" && consult?.with === party.id) {
    consultOver(d, "normal", "asked");
    return leaving(d, agentId, why);
  }
  if (kind === "talking" && d.call.conference && party.id !== d.call.far) {
    leaveConference(d, party, "normal");
    return leaving(d, agentId, why);
  }
  if (kind === "talking") {
    d.note({ type: "hungup", side, cause: "normal", agentId }, agentId);
    return end(d, "completed", { by: party, ...leaves });
  }
  if (side === "far" && d.call.direction === "inbound")
    return end(
      d,
      kind === "waiting" || kind === "routing"
        ? "abandonedInQueue"
        : kind === "offering"
          ? "abandonedRinging"
          : "abandonedInGreeting",
      { by: party, ...leaves },
    );
  end(d, side === "near" ? "cancelled" : "rejected", { by: party, ...leaves });
}

/** The leg that an agent's keys are for: of the one asked while he asks, else of the other side; a monitor's are for nobody (P9). */
export function keysGoTo(d: Draft, party: Party): LegId | undefined {
  if (party.role === "supervisor") return undefined;
  const { consult, suspended } = d.call;
  // The customer answers a voice.
  if (suspended) return undefined;
  const heard = consult?.by === party.id ? d.party(consult.with) : d.other(party);
  return heard?.up ? heard.leg : undefined;
}

export function sendDigits(d: Draft, party: Party, digits: string): void {
  if (party.door) return [...digits].forEach((digit) => keyAtDoor(d, d.party(party.id) ?? party, digit));
  const leg = keysGoTo(d, party);
  if (d.call.phase.kind !== "talking" || !leg) return d.refuse();
  d.do({ do: "sendDigits", leg, digits });
  d.note({ type: "digits", digits, from: "agent" }, d.actor(party));
}

/** Whoever talks in the call may add to what travels with it. */
export function setData(d: Draft, { agentId, data }: Extract<CallInput, { type: "setData" }>): void {
  const party = d.ofAgent(agentId);
  if (!party || party.role === "supervisor" || !addData(d, agentId, data)) d.refuse();
}
