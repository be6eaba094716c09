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
  const { door } = party;
  if (!door || !party.leg) return;
  const { hostPin, memberPin } = door;
  const keys = digit === "#" ? door.keys : `${door.keys}${digit}`.slice(0, 8);
  const right = keys === memberPin || (hostPin !== "" && keys === hostPin);
  const asked = Math.max(memberPin.length, hostPin.length);
  if (!right && digit !== "#" && keys.length < asked) return d.patch(party.id, { door: { ...door, keys } });
  d.do({ do: "hush", leg: party.leg });
  d.do({ do: "clearTimer", name: `door-${party.id}` });
  if (right) {
    const host = keys === hostPin;
    d.patch(party.id, { door: undefined, ...(host ? { host: true } : {}) });
    return memberUp(d, { ...party, door: undefined, ...(host ? { host: true } : {}) });
  }
  const again = { ...door, keys: "", tries: door.tries + 1 };
  d.patch(party.id, { door: again });
  if (again.tries >= tries) return putOff(d, party);
  atDoor(d, { ...party, door: again });
}

export const doorClosed = (d: Draft, party: Party): void => (party.door ? putOff(d, party) : undefined);
