/** 会议: several who all hear each other. Who made it owns it: he alone brings others in, mutes, removes and ends. */
import type { HangupCause, Release } from "../../../ports/switch.ts";
import { backToCustomer, leaveInput, letGo } from "./consulting.ts";
import type { Draft } from "./draft.ts";
import { end } from "./ending.ts";
import { limits } from "./limits.ts";
import type { Party } from "./party.ts";
import { cutOffBy, entered, leaveMeeting, muteAll } from "./meeting.ts";
import { isIn, leadsIt, memberName, talkersOf, wrapUpOf } from "./parties.ts";
import type { ConferenceOrder } from "./conference-orders.ts";
import type { Call, CallInput } from "./types.ts";

type Order<K extends CallInput["type"]> = Extract<CallInput, { type: K }>;

/** Customer, agent and consulted party hear each other. */
export function meeting(d: Draft, agentId: string, { atAnswer = false } = {}): void {
  const { consult: active } = d.call;
  const asked = active && d.party(active.with);
  const by = active && d.party(active.by);
  if (!active || by?.agentId !== agentId || !asked?.up || asked.lost) return d.refuse();
  d.patch(asked.id, { role: "member" });
  d.set({ consult: undefined, conference: { owner: by.id } });
  d.note({ type: "conferenceStarted", with: asked.number, agentId, ...(atAnswer ? { atAnswer: true } : {}) }, agentId);
  backToCustomer(d, by);
}

/** Whether an agent may lead: the owner, of a meeting a host who is there, or somebody whose rights were asked outside the call. */
function leads(d: Draft, { agentId, by }: { readonly agentId: string; readonly by?: string }): boolean {
  const { phase, conference, meeting } = d.call;
  if (phase.kind !== "talking" || !conference) return false;
  if (by !== undefined) return meeting !== undefined;
  const party = d.ofAgent(agentId);
  return party?.up === true && leadsIt(d.call, party);
}

export const mostOf = ({ meeting }: Pick<Call, "meeting">): number => meeting?.max ?? limits.conference;

function invite(d: Draft, { agentId, by, to, autoAnswer = false }: Order<"invite">): void {
  if (!leads(d, { agentId, ...(by === undefined ? {} : { by }) }) || talkersOf(d.call).length >= mostOf(d.call))
    return d.refuse();
  const id = d.add({ ...to, role: "member" });
  d.note(
    {
      type: "memberInvited",
      to: to.number,
      ...(to.agentId ? { agentId: to.agentId } : {}),
      ...(to.displayed ? { displayed: to.displayed } : {}),
      ...(to.skillGroupId ? { skillGroupId: to.skillGroupId } : {}),
      ...(to.name && d.call.meeting ? { name: to.name } : {}),
      ...(to.host ? { host: true } : {}),
    },
    by ?? agentId,
  );
  d.originate(id, limits.consult, autoAnswer);
}

export function memberUp(d: Draft, party: Party): void {
  d.note({ type: "memberJoined", ...memberName(party) }, d.actor(party));
  entered(d, party);
}

/** Whoever was brought in and did not come. */
const inVain: Partial<Record<HangupCause, string>> = {
  busy: "正忙",
  rejected: "拒绝加入",
  "no-answer": "无人接听",
  "not-found": "号码不存在",
};

export function memberNotReached(d: Draft, party: Party, cause: HangupCause, release: Release = {}): void {
  const leaders = talkersOf(d.call).filter((leader) => leader !== party && leader.up && leadsIt(d.call, leader));
  letGo(d, party, cause);
  d.note(
    { type: "notReached", to: party.number, cause, ...(party.agentId ? { agentId: party.agentId } : {}), ...release },
    d.actor(party),
  );
  for (const { agentId } of leaders)
    if (agentId && cause !== "cancelled")
      d.do({ do: "tell", agentId, msg: `${party.name ?? party.number}${inVain[cause] ?? "无法接通"}` });
  settle(d);
}

/** One of the conference other than who leads it. */
function memberOf(d: Draft, order: Order<"muteMember" | "removeMember">): Party | undefined {
  const party = leads(d, order) ? talkersOf(d.call).find(({ id }) => id === order.member) : undefined;
  return party?.agentId !== undefined && party.agentId === order.agentId ? undefined : party;
}

function muteMember(d: Draft, input: Order<"muteMember">): void {
  const party = memberOf(d, input);
  const { muted, agentId, by } = input;
  if (!party?.up) return d.refuse();
  if (party.muted === muted) return;
  d.patch(party.id, { muted });
  d.note({ type: "memberMuted", muted, ...memberName(party) }, by ?? agentId);
}

/** The customer is what the call is about: without him it ends. */
function removeMember(d: Draft, input: Order<"removeMember">): void {
  const party = memberOf(d, input);
  if (!party || party.id === d.call.far) return d.refuse();
  if (party.up) return leaveConference(d, party, "normal", input.by ?? input.agentId);
  memberNotReached(d, party, "cancelled");
}

function endMeeting(d: Draft, order: Order<"endMeeting">): void {
  if (!leads(d, order)) return d.refuse();
  const { agentId, by = agentId } = order;
  const owner = d.ofAgent(agentId);
  if (owner) d.note({ type: "hungup", side: d.side(owner), cause: "normal", agentId }, by);
  end(d, "completed", owner ? { by: owner } : { actor: by });
}

/** Two who are left talk as before, and nobody could unmute them any more. */
function settle(d: Draft): void {
  if (!d.call.conference || d.call.meeting || talkersOf(d.call).length > 2) return;
  d.set({ conference: undefined });
  for (const { id, muted, agentId } of d.call.parties) {
    if (muted) d.patch(id, { muted: false });
    if (agentId) d.why.set(agentId, "conferenceOver");
  }
}

/** The conference is his now. He alone may unmute, and nobody unmutes himself. */
function inherit(d: Draft, heir: Party): void {
  d.set({ conference: { owner: heir.id } });
  if (!heir.muted) return;
  d.patch(heir.id, { muted: false });
  d.note({ type: "memberMuted", muted: false, ...memberName(heir) });
}

/** Somebody but the customer leaves; the others go on while two are left. by: who put him out. */
export function leaveConference(d: Draft, party: Party, cause: HangupCause, by?: string): void {
  if (!isIn(party)) return memberNotReached(d, party, cause);
  if (d.call.meeting) return leaveMeeting(d, party, cause, by);
  const others = talkersOf(d.call).filter(({ id, up }) => up && id !== party.id && id !== d.call.far);
  const agents = others.filter(({ agentId }) => agentId !== undefined);
  const heir = agents.find(({ lost }) => !lost) ?? agents[0] ?? others[0];
  d.note({ type: "partyLeft", cause, ...memberName(party) }, by ?? d.actor(party), cutOffBy(by));
  // Whoever rings yet would come into a talk with the customer that nobody has; or the enterprise wants it so of its owner.
  const ends = d.call.conference?.owner === party.id && party.endsConference && cause !== "lost";
  if (!heir || ends) return end(d, "completed", { by: party });
  const own = party.id === d.call.near && cause !== "lost";
  const input = own ? { ...d.wrapUp, reason: "leftConference" as const } : leaveInput(party, cause);
  d.dropLegs(party, cause);
  d.remove(party.id);
  if (party.agentId) d.do({ do: "agent", agentId: party.agentId, input });
  if (party.id === d.call.near || d.call.near === undefined) {
    d.patch(heir.id, { role: "agent" });
    d.set({ near: heir.id, ...wrapUpOf(heir) });
  }
  if (d.call.conference?.owner === party.id) inherit(d, heir);
  settle(d);
}

/** What its owner orders, a host of a meeting, or whoever may from outside. */
export function conferenceOrder(d: Draft, input: ConferenceOrder): void {
  switch (input.type) {
    case "meeting":
      return meeting(d, input.agentId);
    case "invite":
      return invite(d, input);
    case "muteMember":
      return muteMember(d, input);
    case "muteAll":
      return leads(d, input) ? muteAll(d, input) : d.refuse();
    case "removeMember":
      return removeMember(d, input);
    case "endMeeting":
      return endMeeting(d, input);
  }
}
