/** Whoever dials a room's code: asked for its pin by keys, then a member of its meeting. */
import type { ConferenceOrder } from "./conference-orders.ts";
import { memberNotReached, memberUp, mostOf } from "./conference.ts";
import type { Draft } from "./draft.ts";
import { limits, sentences } from "./limits.ts";
import type { Party } from "./party.ts";
import { memberName, talkersOf } from "./parties.ts";

const tries = 3;

export function enter(d: Draft, { to }: Extract<ConferenceOrder, { type: "enter" }>): void {
  if (!d.call.meeting || talkersOf(d.call).length >= mostOf(d.call)) return d.refuse();
  const id = d.add({ ...to, role: "member", dials: true });
  const { number, ...more } = memberName(to);
  d.note({ type: "memberInvited", to: number, ...more, ...(to.host ? { host: true } : {}) }, to.agentId);
  if (!to.leg) return d.originate(id, limits.ownLeg, true);
  d.do({ do: "ring", leg: to.leg });
  d.do({ do: "answer", leg: to.leg });
}

/** His telephone is up: the pin is asked for, where one is. */
export function atDoor(d: Draft, party: Party): void {
  if (!party.door || !party.leg) return memberUp(d, party);
  d.do({ do: "prompt", leg: party.leg, text: party.door.tries > 0 ? sentences.pinAgain : sentences.pin });
  d.do({ do: "timer", name: `door-${party.id}`, ms: limits.door });
}

const putOff = (d: Draft, party: Party): void => memberNotReached(d, party, "rejected");

/** Keys up to a #, or as many as the pin has. */
export function keyAtDoor(d: Draft, party: Party, digit: string): void {
  const { meeting } = d.call;
  if (!party.door || !party.leg || !meeting) return;
  const keys = digit === "#" ? party.door.keys : `${party.door.keys}${digit}`.slice(0, 8);
  const right = keys === meeting.memberPin || (meeting.hostPin !== "" && keys === meeting.hostPin);
  const asked = Math.max(meeting.memberPin.length, meeting.hostPin.length);
  if (!right && digit !== "#" && keys.length < asked) return d.patch(party.id, { door: { ...party.door, keys } });
  d.do({ do: "hush", leg: party.leg });
  d.do({ do: "clearTimer", name: `door-${party.id}` });
  if (right) {
    const host = keys === meeting.hostPin;
    d.patch(party.id, { door: undefined, ...(host ? { host: true } : {}) });
    return memberUp(d, { ...party, door: undefined, ...(host ? { host: true } : {}) });
  }
  const wrong = party.door.tries + 1;
  d.patch(party.id, { door: { keys: "", tries: wrong } });
  if (wrong >= tries) return putOff(d, party);
  atDoor(d, { ...party, door: { keys: "", tries: wrong } });
}

export const doorClosed = (d: Draft, party: Party): void => (party.door ? putOff(d, party) : undefined);
