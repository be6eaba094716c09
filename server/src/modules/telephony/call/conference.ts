/** 会议: several who all hear each other. Who made it owns it: he alone brings others in, mutes, removes and ends. */
import type { HangupCause, Release } from "../../../ports/switch.ts";
import { backToCustomer, letGo } from "./consulting.ts";
import type { Draft } from "./draft.ts";
import { end } from "./ending.ts";
import { limits } from "./limits.ts";
import type { Party } from "./party.ts";
import { talkersOf } from "./parties.ts";
import type { CallInput } from "./types.ts";

type Order<K extends CallInput["type"]> = Extract<CallInput, { type: K }>;

const who = ({ number, agentId }: Party) => ({ number, ...(agentId ? { agentId } : {}) });

/** Customer, agent and consulted party hear each other. */
export function meeting(d: Draft, agentId: string): void {
  const { consult: active } = d.call;
  const asked = active && d.party(active.with);
  const by = active && d.party(active.by);
  if (!active || by?.agentId !== agentId || !asked?.up || asked.lost) return d.refuse();
  d.patch(asked.id, { role: "member" });
  d.set({ consult: undefined, conference: { owner: by.id } });
  d.note({ type: "conferenceStarted", with: asked.number, agentId }, agentId);
  backToCustomer(d, by);
}

function ownerOf(d: Draft, agentId: string): Party | undefined {
  const { phase, conference } = d.call;
  const party = conference && d.party(conference.owner);
  return phase.kind === "talking" && party?.agentId === agentId ? party : undefined;
}

export function invite(d: Draft, { agentId, to }: Order<"invite">): void {
  if (!ownerOf(d, agentId) || talkersOf(d.call).length >= limits.conference) return d.refuse();
  const id = d.add({ ...to, role: "member" });
  d.note(
    {
      type: "memberInvited",
      to: to.number,
      ...(to.agentId ? { agentId: to.agentId } : {}),
      ...(to.displayed ? { displayed: to.displayed } : {}),
    },
    agentId,
  );
  d.originate(id, limits.consult, false);
}

export function memberUp(d: Draft, party: Party): void {
  d.note({ type: "memberJoined", ...who(party) }, d.actor(party));
}

/** Whoever was brought in and did not come. */
const inVain: Partial<Record<HangupCause, string>> = {
  busy: "正忙",
  rejected: "拒绝加入",
  "no-answer": "无人接听",
  "not-found": "号码不存在",
};

export function memberNotReached(d: Draft, party: Party, cause: HangupCause, release: Release = {}): void {
  const { conference } = d.call;
  const owner = conference && d.party(conference.owner);
  letGo(d, party, cause);
  d.note(
    { type: "notReached", to: party.number, cause, ...(party.agentId ? { agentId: party.agentId } : {}), ...release },
    d.actor(party),
  );
  if (owner?.agentId && cause !== "cancelled")
    d.do({ do: "tell", agentId: owner.agentId, msg: `${party.name ?? party.number}${inVain[cause] ?? "无法接通"}` });
  settle(d);
}

/** One of the conference other than its owner. */
function memberOf(d: Draft, { agentId, member }: Order<"muteMember" | "removeMember">): Party | undefined {
  const owner = ownerOf(d, agentId);
  const party = owner && talkersOf(d.call).find(({ id }) => id === member);
  return party === owner ? undefined : party;
}

export function muteMember(d: Draft, input: Order<"muteMember">): void {
  const party = memberOf(d, input);
  const { muted, agentId } = input;
  if (!party?.up) return d.refuse();
  if (party.muted === muted) return;
  d.patch(party.id, { muted });
  d.note({ type: "memberMuted", muted, ...who(party) }, agentId);
}

/** The customer is what the call is about: without him it ends. */
export function removeMember(d: Draft, input: Order<"removeMember">): void {
  const party = memberOf(d, input);
  if (!party || party.id === d.call.far) return d.refuse();
  if (party.up) return leaveConference(d, party, "normal", input.agentId);
  memberNotReached(d, party, "cancelled");
}

export function endMeeting(d: Draft, agentId: string): void {
  const owner = ownerOf(d, agentId);
  if (!owner) return d.refuse();
  d.note({ type: "hungup", side: d.side(owner), cause: "normal", agentId }, agentId);
  end(d, "completed", { by: owner });
}

/** Two who are left talk as before, and nobody could unmute them any more. */
function settle(d: Draft): void {
  if (!d.call.conference || talkersOf(d.call).length > 2) return;
  d.set({ conference: undefined });
  for (const { id, muted } of d.call.parties) if (muted) d.patch(id, { muted: false });
}

/** Somebody but the customer leaves; the others go on while two are left. by: who put him out. */
export function leaveConference(d: Draft, party: Party, cause: HangupCause, by?: string): void {
  if (!party.up) return memberNotReached(d, party, cause);
  const others = talkersOf(d.call).filter(({ id, up }) => up && id !== party.id && id !== d.call.far);
  const heir = others.find(({ agentId }) => agentId !== undefined) ?? others[0];
  d.note({ type: "partyLeft", cause, ...who(party) }, by ?? d.actor(party));
  // Whoever rings yet would come into a talk with the customer that nobody has.
  if (!heir) return end(d, "completed", { by: party });
  const input = party.id === d.call.near ? d.wrapUp : ({ type: "callEnded", wrapUpMs: 0 } as const);
  for (const leg of [party.leg, party.rejoin?.leg]) if (leg) d.do({ do: "hangup", leg, cause });
  if (party.lost) d.do({ do: "clearTimer", name: `lost-${party.id}` });
  d.remove(party.id);
  if (party.agentId) d.do({ do: "agent", agentId: party.agentId, input });
  if (party.id === d.call.near || d.call.near === undefined) {
    d.patch(heir.id, { role: "agent" });
    d.set({ near: heir.id, wrapUpMs: heir.wrapUpMs ?? 0 });
  }
  if (d.call.conference?.owner === party.id) d.set({ conference: { owner: heir.id } });
  settle(d);
}
