/**
 * Whoever dials a room's code, or a number that leads there: asked for its pin by keys, then a member of its meeting. A caller is asked in
 * his own call, and goes over when he is let in.
 */
import type { RoomInput } from "./conference-orders.ts";
import { memberNotReached, memberUp, mostOf } from "./conference.ts";
import type { Draft } from "./draft.ts";
import { limits, sentences } from "./limits.ts";
import { end, farewell } from "./ending.ts";
import type { Party } from "./party.ts";
import { memberName, talkersOf } from "./parties.ts";
import type { CallFact } from "../../event-log/index.ts";
import type { Target } from "../../numbers/index.ts";
import type { Call, CallInput } from "./types.ts";

type RoomTarget = Extract<Target, { kind: "meetingRoom" }>;
type Refused = Extract<CallFact, { type: "meetingRefused" }>;

const tries = 3;

function enter(d: Draft, { to, asked }: Extract<RoomInput, { type: "enter" }>): void {
  if (!d.call.meeting || isFull(d.call)) return d.refuse();
  const id = d.add({ ...to, role: "member", dials: true });
  const { number, ...more } = memberName(to);
  const shown = to.displayed ? { displayed: to.displayed } : {};
  d.note({ type: "memberInvited", to: number, ...more, ...shown, ...(to.host ? { host: true } : {}) }, to.agentId);
  if (asked) {
    d.patch(id, { up: true, upAt: d.now });
    const party = d.party(id);
    return party && memberUp(d, party);
  }
  if (!to.leg) return d.originate(id, limits.ownLeg, true);
  d.do({ do: "ring", leg: to.leg });
  d.do({ do: "answer", leg: to.leg });
}

/** No place is left. */
const isFull = (call: Call): boolean => talkersOf(call).length >= mostOf(call);

/** In a call of ours already. */
const inOurCall = ({ agentId, role }: Party): boolean => agentId !== undefined || role === "room";

/** A caller's number leads to a room; who is in a call of ours already is asked to dial its code. */
export function callIn(d: Draft, { room }: RoomTarget): void {
  const { far } = d;
  d.phase({ kind: "greeting" });
  if (!room) return turnAway(d, "closed");
  if (inOurCall(far)) return turnAway(d, "internal");
  const { hostPin, memberPin } = room;
  const door = memberPin === "" ? undefined : { keys: "", tries: 0, hostPin, memberPin };
  d.patch(far.id, { door });
  atDoor(d, { ...far, door });
}

/** What the caller is told who does not come in. */
function turnAway(d: Draft, why: Refused["why"]): void {
  const { target } = d.call.routed ?? {};
  if (target?.kind !== "meetingRoom") return;
  d.patch(d.call.far, { door: undefined });
  d.note({ type: "meetingRefused", roomId: target.id, name: target.name, why });
  farewell(d, "meetingRefused", undefined, sentences.meeting[why]);
}

/** His leg is a member of the meeting's call from now on. */
function leaveFor(d: Draft, { meetingId }: Extract<RoomInput, { type: "wentIn" }>): void {
  const { target } = d.call.routed ?? {};
  const { far } = d;
  // Who was turned away stays where he is.
  if (target?.kind !== "meetingRoom" || !far.leg || inOurCall(far)) return d.refuse();
  d.note({ type: "meetingEntered", roomId: target.id, name: target.name, meetingId });
  d.do({ do: "inform", leg: far.leg, stage: { stage: "meeting", agent: target.room?.code ?? "" } });
  d.patch(far.id, { leg: undefined });
  end(d, "meetingEntered");
}

/** Of a conference or a meeting he is in; who was let in in his own call is to go over. */
function inside(d: Draft, party: Party): void {
  const { target } = d.call.routed ?? {};
  if (d.call.meeting || target?.kind !== "meetingRoom") return memberUp(d, party);
  if (!target.room || !party.leg) return;
  d.do({ do: "goIn", leg: party.leg, room: target.room, host: party.host === true });
}

/** He is asked for nothing any more. */
export function awayFromDoor(d: Draft, { id, leg }: Party): void {
  if (leg) d.do({ do: "hush", leg });
  d.do({ do: "clearTimer", name: `door-${id}` });
  d.patch(id, { door: undefined });
}

/** His telephone is up: the pin is asked for, where one is. */
export function atDoor(d: Draft, party: Party): void {
  if (!party.door || !party.leg) return inside(d, party);
  d.do({ do: "prompt", leg: party.leg, text: party.door.tries > 0 ? sentences.pinAgain : sentences.pin });
  d.do({ do: "timer", name: `door-${party.id}`, ms: limits.door });
  if (party.door.tries === 0) knock(d, party);
}

/** Asks how often others were wrong at this room. */
function knock(d: Draft, { id }: Party, right?: boolean): void {
  const { meeting, routed } = d.call;
  const room = meeting ?? (routed?.target.kind === "meetingRoom" ? routed.target.room : undefined);
  if (!room) return;
  const { roomId, name } = room;
  d.do({ do: "knock", party: id, room: { roomId, name }, ...(right === undefined ? {} : { right }) });
}

function putOff(d: Draft, party: Party, why: "pin" | "shut"): void {
  if (!d.call.meeting) return turnAway(d, why);
  if (why === "shut" && party.agentId) d.do({ do: "tell", agentId: party.agentId, msg: sentences.doorShut });
  memberNotReached(d, party, "rejected");
}

/** Keys up to a #, or as many as a pin may have. */
export function keyAtDoor(d: Draft, party: Party, digit: string): void {
  const { door } = party;
  if (!door || door.judged || !party.leg) return;
  const keys = digit === "#" ? door.keys : `${door.keys}${digit}`;
  const typed = { ...party, door: { ...door, keys } };
  if (digit === "#" || keys.length >= limits.pinDigits) return judge(d, typed);
  d.patch(party.id, { door: typed.door });
  d.do({ do: "timer", name: `door-${party.id}`, ms: limits.doorKey });
}

/** What he typed is right or wrong; he is told when the room has said how often others were wrong. */
function judge(d: Draft, party: Party): void {
  const { door, leg } = party;
  if (!door || !leg) return;
  const { keys, hostPin, memberPin } = door;
  const host = hostPin !== "" && keys === hostPin;
  const right = host || keys === memberPin;
  d.do({ do: "hush", leg });
  // An engine that comes to nothing meanwhile is asked for it again.
  d.do({ do: "timer", name: `door-${party.id}`, ms: limits.doorAnswer });
  d.patch(party.id, { door: { ...door, judged: { right, host } } });
  knock(d, party, right);
}

function knocked(d: Draft, { party: id, wrong, shut }: Extract<RoomInput, { type: "knocked" }>): void {
  const party = d.party(id);
  const { door } = party ?? {};
  if (!party || !door) return d.refuse();
  if (shut) {
    if (party.leg) d.do({ do: "hush", leg: party.leg });
    d.do({ do: "clearTimer", name: `door-${id}` });
    return putOff(d, party, "shut");
  }
  const { judged } = door;
  if (!judged || judged.late) return;
  if (wrong < limits.slowPins) return verdict(d, party);
  d.patch(id, { door: { ...door, judged: { ...judged, late: true } } });
  d.do({ do: "timer", name: `door-${id}`, ms: limits.doorAnswer });
}

/** He is let in, asked once more, or put off. */
function verdict(d: Draft, party: Party): void {
  const { door } = party;
  if (!door?.judged) return;
  const { right, host, late } = door.judged;
  d.do({ do: "clearTimer", name: `door-${party.id}` });
  if (right) {
    d.patch(party.id, { door: undefined, ...(host ? { host } : {}) });
    return inside(d, { ...party, door: undefined, ...(host ? { host } : {}) });
  }
  const again = { ...door, keys: "", tries: door.tries + 1, judged: undefined };
  d.patch(party.id, { door: again });
  if (late || again.tries >= tries) return putOff(d, party, "pin");
  atDoor(d, { ...party, door: again });
}

/** No further key came, or no answer of the room, or he has waited for it long enough. */
export function doorTimer(d: Draft, party: Party): void {
  const { door } = party;
  if (!door) return;
  if (door.judged?.late) return verdict(d, party);
  return door.judged || door.keys !== "" ? judge(d, party) : putOff(d, party, "pin");
}

export const isRoomInput = (input: CallInput): input is RoomInput =>
  ["enter", "wentIn", "roomFull", "knocked"].includes(input.type);

export function roomInput(d: Draft, input: RoomInput): void {
  switch (input.type) {
    case "enter":
      return enter(d, input);
    case "wentIn":
      return leaveFor(d, input);
    case "roomFull":
      return turnAway(d, "full");
    case "knocked":
      return knocked(d, input);
  }
}
