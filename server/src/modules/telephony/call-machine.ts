/**
 * One call: pure. `step` takes what happened and gives the next call and what to do about it; the engine does it. Inbound:
 * arriving, greeting, routing, waiting, offering, talking. Outbound and internal: preparing, dialling, talking. Every path leads to
 * `ended`, once, with one cause (docs/protocol.md, section Calls).
 */
import { atDevice, hangup, sendDigits, setData } from "./call/commands.ts";
import { engage } from "./call/agents.ts";
import { arrange } from "./call/audio.ts";
import { conferenceOrder } from "./call/conference.ts";
import type { RoomInput } from "./call/conference-orders.ts";
import { doorTimer, isRoomInput, roomInput } from "./call/door.ts";
import { nobodyCame } from "./call/meeting.ts";
import { consult, consultCancel, tranfer } from "./call/consulting.ts";
import { askSender } from "./call/coming-back.ts";
import { notFree } from "./call/not-free.ts";
import { sendAway } from "./call/transferring.ts";
import { begin } from "./call/beginning.ts";
import { divert, leadAway } from "./call/diverting.ts";
import { Draft } from "./call/draft.ts";
import { end } from "./call/ending.ts";
import { inform } from "./call/informing.ts";
import { keyMissed, legGone, legLost, legUp, originated, originateFailed } from "./call/legs.ts";
import { isPlacedInput, leaveWords, overdue, placedInput } from "./call/picked-up.ts";
import type { PlacedInput } from "./call/placed.ts";
import { movedUp } from "./call/priority.ts";
import {
  announce,
  enqueue,
  full,
  joinNext,
  notice,
  offer,
  offerOver,
  queued,
  release,
  served,
} from "./call/queueing.ts";
import { ringLost } from "./call/ringing-again.ts";
import { widen } from "./call/rings.ts";
import { callbackAsked, menuKeyMissed, offerMenu } from "./call/offer-menu.ts";
import { overflow } from "./call/overflow.ts";
import { digit } from "./call/pressing.ts";
import { pauseOver, recordControl } from "./call/recording.ts";
import { playDone } from "./call/played.ts";
import { routed } from "./call/routing.ts";
import { askAgain } from "./call/survey.ts";
import { startSurvey } from "./call/surveying.ts";
import { dropSecureEntry, isBarred, isSecureInput, secureEntry, secureTimer } from "./call/secure-entry.ts";
import type { SecureInput } from "./call/secure-input.ts";
import { isBarredBySuspension, isSuspendInput, suspendedTimer, suspending } from "./call/suspending.ts";
import { dropSuspended } from "./call/suspend-over.ts";
import type { SuspendInput } from "./call/suspension.ts";
import { sendOn } from "./call/sending-on.ts";
import { bySupervisor, isSupervisorInput } from "./call/supervisor.ts";
import type { SupervisorInput } from "./call/supervisor-input.ts";
import { dropSupervisors } from "./call/supervising.ts";
import { flowInput, flowTimer, isFlowInput } from "./call/flow.ts";
import { talkOutsideOver } from "./call/flow-outside.ts";
import type { FlowInput } from "./call/flow-types.ts";
import { forwarded } from "./call/forwarding.ts";
import { found, giveUp, redial } from "./call/losing.ts";
import { hold, unhold } from "./call/talking.ts";
import { endMessage } from "./call/voicemail.ts";
import type { Party } from "./call/party.ts";
import type { Call, CallEffect, CallInput } from "./call/types.ts";

export interface CallStep {
  readonly call: Call;
  readonly effects: readonly CallEffect[];
  /** The command does not fit the state. */
  readonly refused: boolean;
}

export function step(call: Call, input: CallInput, now: number): CallStep {
  const d = new Draft(call, now);
  if (call.phase.kind !== "ended") {
    if (isBarred(d, input) || isBarredBySuspension(d, input)) d.refuse();
    else if (isSecureInput(input)) secureEntry(d, input);
    else if (isSuspendInput(input)) suspending(d, input);
    else if (isRoomInput(input)) roomInput(d, input);
    else if (isFlowInput(input)) flowInput(d, input);
    else if (isPlacedInput(input)) placedInput(d, input);
    else if (isSupervisorInput(input)) bySupervisor(d, input);
    else react(d, input);
    dropSecureEntry(d);
    dropSuspended(d);
    leadAway(d);
    dropSupervisors(d);
    if (!isOver(d)) arrange(d, call);
    engage(d);
    inform(d);
  }
  // A leg that was asked for before the end.
  else if (input.type === "originated") d.do({ do: "hangup", leg: input.leg, cause: "cancelled" });
  else d.refuse();
  return { call: d.call, effects: tonesLast(d.effects), refused: d.refused };
}

/** Where a leg is to hear something else its playback ends: what sounds once comes after the plan. */
const tonesLast = (effects: readonly CallEffect[]): readonly CallEffect[] => [
  ...effects.filter((e) => e.do !== "tone" && e.do !== "whisper"),
  ...effects.filter((e) => e.do === "tone" || e.do === "whisper"),
];

function react(
  d: Draft,
  input: Exclude<CallInput, SecureInput | SuspendInput | RoomInput | FlowInput | PlacedInput | SupervisorInput>,
): void {
  switch (input.type) {
    case "begin":
      return begin(d, input);
    case "routed":
      return routed(d, input);
    case "served":
      return served(d, input.groups);
    case "notFree":
      return notFree(d, input);
    case "originated":
      return originated(d, input);
    case "originateFailed":
      return originateFailed(d, input);
    case "forwarded":
      return forwarded(d, input);
    case "legRinging":
      return ofParty(d, input.leg, (party) => rings(d, party));
    case "legProgress":
      return ofParty(d, input.leg, ({ id, up }) => up || d.patch(id, { early: true }));
    case "legUp":
      return legUp(d, input.leg);
    case "legGone":
      return legGone(d, input);
    case "ringLost":
      return ringLost(d, input);
    case "legLost":
    case "legFound":
      return ofParty(d, input.leg, (party) => (input.type === "legLost" ? legLost : found)(d, party));
    case "deviceHold":
      return ofParty(d, input.leg, (party) => (input.held ? hold(d, party) : unhold(d, party)));
    case "digit":
      return digit(d, input);
    case "playDone":
      return playDone(d, input);
    case "queued":
      return queued(d, input);
    case "position":
      return d.call.phase.kind === "waiting" ? d.set({ ahead: input.ahead }) : undefined;
    case "movedUp":
      return movedUp(d, input);
    case "queueFull":
      return full(d);
    case "callbackAsked":
      return callbackAsked(d, input);
    case "offer":
      return offer(d, input);
    case "timer":
      return timer(d, input);
    case "registered":
    case "calledAgain":
    case "moveMedia":
    case "moveDevice":
      return atDevice(d, input);
    case "hangup":
      return hangup(d, input);
    case "hold":
    case "unhold":
    case "dtmf":
      return command(d, input.agentId, (party) => atTelephone(d, party, input));
    case "consult":
      return consult(d, input);
    case "consultCancel":
    case "tranfer":
      return (input.type === "tranfer" ? tranfer : consultCancel)(d, input.agentId);
    case "meeting":
    case "invite":
    case "muteMember":
    case "muteAll":
    case "removeMember":
    case "endMeeting":
      return conferenceOrder(d, input);
    case "setData":
      return setData(d, input);
    case "survey":
      return startSurvey(d, input);
    case "recordControl":
      return recordControl(d, input);
    case "transfer":
    case "transferTo":
      return sendAway(d, input);
    case "sendOn":
      return sendOn(d, input);
    case "divert":
      return divert(d, input);
    case "fault":
    case "shutdown":
      return end(d, input.type === "fault" ? "failed" : "serverRestart");
  }
}

function atTelephone(d: Draft, party: Party, input: Extract<CallInput, { type: "hold" | "unhold" | "dtmf" }>): void {
  if (input.type === "dtmf") sendDigits(d, party, input.digits);
  else (input.type === "hold" ? hold : unhold)(d, party);
}

function rings(d: Draft, party: Party): void {
  const { phase, consult: active } = d.call;
  const dialled = phase.kind === "dialling" && party.id === d.call.far;
  d.patch(party.id, { rings: true });
  if (dialled) d.note({ type: "farRinging" });
  const invited = party.role === "member" && !party.up;
  const number = { to: party.number, ...(party.agentId ? { agentId: party.agentId } : {}) };
  // Of a seat that is offered a call the offer itself says so.
  const first = d.call.dual && phase.kind === "preparing";
  const lineOut = phase.kind === "offering" && party.id === d.call.near && !party.agentId;
  const instead = dialled && party.forwardedBy !== undefined;
  if (first || invited || lineOut || instead || party.id === active?.with) d.note({ type: "partyRinging", ...number });
  const offered =
    dialled || (phase.kind === "offering" && party.id === d.call.near) || party.id === active?.with || invited;
  if (offered && party.agentId) d.do({ do: "agent", agentId: party.agentId, input: { type: "rings" } });
}

const isOver = (d: Draft): boolean => d.call.phase.kind === "ended";

function ofParty(d: Draft, leg: string, run: (party: Party) => void): void {
  const party = d.ofLeg(leg);
  if (party) run(party);
}

function command(d: Draft, agentId: string, run: (party: Party) => void): void {
  const party = d.ofAgent(agentId);
  if (party) run(party);
  else d.refuse();
}

function timer(d: Draft, input: Extract<CallInput, { type: "timer" }>): void {
  const { name, ahead = 0 } = input;
  const { phase } = d.call;
  switch (name) {
    case "detect":
    case "sound":
      return overdue(d, name);
    case "machineTone":
      return leaveWords(d);
    case "arrive":
      return phase.kind === "arriving" ? end(d, "failed") : undefined;
    case "announce":
      return phase.kind === "waiting" ? announce(d, ahead, input) : undefined;
    case "maxWait":
      if (phase.kind === "waiting") return overflow(d, "wait");
      return phase.kind === "offering" ? d.phase({ ...phase, expired: true }) : undefined;
    case "notice":
      return phase.kind === "waiting" ? notice(d) : undefined;
    case "menu":
      return phase.kind === "waiting" ? offerMenu(d) : undefined;
    case "voicemail":
      return endMessage(d);
    case "menuKey":
      return menuKeyMissed(d);
    case "nobodyCame":
      return nobodyCame(d);
    case "nextGroup":
      return joinNext(d);
    case "survey":
      return askAgain(d);
    case "secureEntry":
      return secureTimer(d);
    case "outsideTalk":
      return talkOutsideOver(d);
    case "suspended":
      return suspendedTimer(d);
    case "recordPause":
      return pauseOver(d);
    case "ring":
      return widen(d);
    case "sticky":
      return release(d);
    case "sender":
      return askSender(d);
    case "farewell":
      return phase.kind === "farewell" ? end(d, phase.cause) : undefined;
    case "connect":
      if (phase.kind === "offering") return offerOver(d, "deviceGone");
      return phase.kind === "dialling" ? end(d, "failed") : undefined;
    default: {
      if (name.startsWith("flow-")) return flowTimer(d, name);
      const asking = name.startsWith("confirm-") ? d.party(name.slice("confirm-".length)) : undefined;
      if (asking) return keyMissed(d, asking);
      const outside = name.startsWith("door-") ? d.party(name.slice("door-".length)) : undefined;
      if (outside) return doorTimer(d, outside);
      const cutOff = name.startsWith("redial-") ? d.party(name.slice("redial-".length)) : undefined;
      if (cutOff) return redial(d, cutOff);
      const party = d.party(name.slice("lost-".length));
      return party ? giveUp(d, party, () => enqueue(d, true)) : undefined;
    }
  }
}
