/** The call as an agent's bar shows it. */
import {
  maskPhone,
  minuteMs,
  type AgentCallView,
  type CallData,
  type CallDirection,
  type ConferenceMember,
  type EndCause,
} from "@liantai/api/contract";
import { callLineLimits } from "@liantai/api/contract/call-lines";
import type { Party } from "../call/party.ts";
import { ownBoostOf } from "../call/priority.ts";
import { agentOf, holds, leadsIt, otherOf, partyOf, sideOf, talkersOf } from "../call/parties.ts";
import type { Call, CallEffect } from "../call/types.ts";
import { maskNumbers } from "../../../http/privacy.ts";
import { numberPlace } from "../../numbers/index.ts";

/** Masked where the agent may not see customers' numbers. */
export const shown = (number: string, hide: boolean): string => (hide ? maskPhone(number) : number);

/** What came from a network or an interface is not bounded by a form of ours. */
const shownShort = (number: string, hide: boolean): string => shown(number.slice(0, callLineLimits.number), hide);
const short = (name: string): string => name.slice(0, callLineLimits.name);

function phaseOf(call: Call, party: Party): AgentCallView["phase"] {
  const { consult, conference } = call;
  if (party.supervises) return party.up ? "conference" : "dialling";
  if (call.phase.kind === "talking") {
    if (conference) return party.up ? "conference" : party.dials ? "dialling" : "ringing";
    if (consult?.by === party.id) return "consulting";
    if (consult?.with !== party.id) return "talking";
    return party.up ? "consulting" : "ringing";
  }
  const side = sideOf(call, party);
  const called = side === "far" && call.direction === "internal" && !party.up;
  return ((call.phase.kind === "offering" || call.phase.kind === "inFlow") && side === "near") || called
    ? "ringing"
    : "dialling";
}

/** As this party sees it: a colleague's question comes from inside. */
function directionOf(call: Call, party: Party): CallDirection {
  if (call.consult?.with === party.id || (party.role === "member" && !party.up)) return "internal";
  return sideOf(call, party) === "far" && call.direction === "inbound" ? "outbound" : call.direction;
}

/** Of the one who asks, and of the one who is asked. */
function consultOf(call: Call, party: Party, hide: boolean): Pick<AgentCallView, "consult"> {
  const { consult } = call;
  const asked = consult && partyOf(call, consult.with);
  const by = consult && partyOf(call, consult.by);
  if (!asked || !by || (party.id !== asked.id && party.id !== by.id)) return {};
  const mine = party.id === by.id;
  return { consult: { number: shownShort((mine ? asked : by).number, hide && !asked.agentId), up: asked.up, mine } };
}

function supervisionOf(call: Call, { supervises }: Party): Pick<AgentCallView, "supervises"> {
  const agentId = supervises && partyOf(call, supervises.party)?.agentId;
  return supervises && agentId ? { supervises: { agentId, mode: supervises.mode } } : {};
}

function secureOf({ secure }: Call, { id }: Party): Pick<AgentCallView, "secure"> {
  if (!secure || secure.over) return {};
  const { name, most, count, endsAt, by } = secure;
  return { secure: { name: short(name), most, count, endsAt, mine: id === by } };
}

/** Whose pause it is, is nobody's business. */
function recordingOf({ recorder }: Call): NonNullable<AgentCallView["recording"]> {
  const { state, auto } = recorder;
  return recorder.state === "paused" ? { state, auto, until: recorder.until } : { state, auto };
}

function suspendedOf({ suspended, playing }: Call, { id }: Party): Pick<AgentCallView, "suspended"> {
  if (!suspended) return {};
  const { target, since, turn, count, by, over } = suspended;
  const turns = target.ask.want === "nothing" ? 1 : target.ask.turns;
  const step = over ? "closing" : playing?.what === "suspended" ? "listening" : "keys";
  return { suspended: { name: short(target.name), since, step, turn, turns, count, mine: id === by } };
}

function membersOf(call: Call, me: Party, hide: boolean): Pick<AgentCallView, "members"> {
  const { conference } = call;
  if (!conference) return {};
  const member = (party: Party): ConferenceMember => memberShown(call, party, me, hide);
  return { members: talkersOf(call).map(member) };
}

function memberShown(call: Call, party: Party, me: Party, hide: boolean): ConferenceMember {
  const { id, number, name, role, agentId, muted, upAt } = party;
  return {
    id,
    number: shownShort(number, hide && agentId === undefined),
    ...(name === undefined ? {} : { name: short(name) }),
    role: agentId !== undefined ? "agent" : role === "customer" ? "customer" : "outside",
    owner: leadsIt(call, party),
    me: id === me.id,
    muted,
    ...(upAt === undefined ? {} : { since: upAt }),
  };
}

/** Of those who talk with its customer; a monitor's own seat is in no task. */
function taskOf({ task }: Call, { supervises }: Party): Pick<AgentCallView, "tasktype" | "taskid" | "taskIdentity"> {
  return task && !supervises ? { tasktype: task.type, taskid: task.id, taskIdentity: short(task.identity) } : {};
}

/** Minutes as the queue list counts them. */
function priorityOf(call: Call): Pick<AgentCallView, "vip" | "priorityMin"> {
  const priorityMin = Math.round((ownBoostOf(call) / minuteMs) * 10) / 10;
  return {
    ...(call.plan?.boosts?.vip ? { vip: true } : {}),
    ...(priorityMin > 0 ? { priorityMin } : {}),
  };
}

/** Since when this party talks: whoever was asked or invited since he answered. A supervisor reads how long the talk is. */
function answeredOf({ phase, near, far }: Call, { id, role, upAt }: Party): Pick<AgentCallView, "answeredAt"> {
  if (phase.kind !== "talking") return {};
  if (id === near || id === far || role === "supervisor") return { answeredAt: phase.answeredAt };
  return upAt === undefined ? {} : { answeredAt: upAt };
}

/** A text may name the customer's number. */
const dataShown = (data: CallData, hide: boolean): CallData =>
  hide ? Object.fromEntries(Object.entries(data).map(([key, text]) => [key, maskNumbers(text)])) : data;

/** otherPhone: of the agent's seat. */
export function agentCallView(
  call: Call,
  agentId: string,
  hide: boolean,
  otherPhone?: string,
): AgentCallView | undefined {
  const party = agentOf(call, agentId);
  const view = party && partyCallView(call, party, hide);
  if (!view || otherPhone === undefined || call.phase.kind !== "talking" || !party?.up) return view;
  return {
    ...view,
    device: { number: otherPhone, at: party.at ?? "own", moving: party.rejoin?.moves === true },
  };
}

export function partyCallView(call: Call, party: Party, hides: boolean): AgentCallView | undefined {
  if (call.phase.kind === "ended") return undefined;
  const hide = hides || call.task?.hidden === true;
  const side = sideOf(call, party);
  const other = otherOf(call, party);
  const { phase } = call;
  const number = side === "far" && call.direction === "inbound" ? call.callee : (other?.number ?? "");
  const { meeting } = call;
  const place = other?.agentId || meeting ? "" : numberPlace(number);
  return {
    callId: call.callId,
    direction: directionOf(call, party),
    phase: phaseOf(call, party),
    number: shownShort(number, hide && !meeting),
    ...(meeting ? { meetingName: short(meeting.name) } : {}),
    ...(place ? { place } : {}),
    ...(call.group ? { skillGroupName: short(call.group.name), skillGroupId: call.group.id } : {}),
    ...(call.accessNumber === undefined ? {} : { accessNumber: call.accessNumber }),
    ...priorityOf(call),
    ...(party.id === call.near && call.queuedAt !== undefined
      ? { waitedMs: Math.max(0, call.ringingAt - call.queuedAt) }
      : {}),
    ringingAt: call.ringingAt,
    ...answeredOf(call, party),
    held: phase.kind === "talking" && holds(call, party),
    ...(phase.kind === "talking" ? { recording: recordingOf(call) } : {}),
    ...secureOf(call, party),
    ...suspendedOf(call, party),
    ...supervisionOf(call, party),
    ...consultOf(call, party, hide),
    ...membersOf(call, party, hide),
    ...taskOf(call, party),
    ...(call.callData ? { callData: dataShown(call.callData, hide) } : {}),
    agentLost: party.lost,
  };
}

const offerEnds: Readonly<Record<string, EndCause>> = {
  noAnswer: "noAnswer",
  declined: "rejected",
  customerGone: "abandonedRinging",
  pickedUp: "cancelled",
  deviceGone: "unreachable",
};

/** Why an agent is out of a call, or undefined when it is still in it. */
export function leftWith(call: Call, agentId: string, effects: readonly CallEffect[]): EndCause | undefined {
  if (call.phase.kind === "ended") return call.phase.cause;
  if (agentOf(call, agentId)) return undefined;
  for (const e of effects) {
    if (e.do !== "agent" || e.agentId !== agentId) continue;
    if (e.input.type === "offerEnded") return offerEnds[e.input.reason];
    if (e.input.type === "callEnded") return "completed";
  }
  return "agentLost";
}

/** Quality codes of realtime.md section 4: 0 normal, 1 poor, 2 good, 3 and 4 excellent, -1 broken. */
export function qualityLevel(loss: number, jitterMs: number): number {
  if (loss >= 0.5) return -1;
  if (loss >= 0.1 || jitterMs >= 120) return 1;
  if (loss >= 0.03 || jitterMs >= 60) return 0;
  if (loss >= 0.01 || jitterMs >= 30) return 2;
  return loss > 0.002 || jitterMs >= 10 ? 3 : 4;
}
