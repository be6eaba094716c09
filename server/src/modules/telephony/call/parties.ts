/** The parties of a call, and who is who among them. */
import type { LegId } from "../../../ports/switch.ts";
import type { Call } from "./types.ts";

/** Unique within its call; never used again for somebody else. */
export type PartyId = string;

/** far: the customer's side, left channel; near: the agent's side, right channel. */
export type SideName = "near" | "far";

export type PartyRole =
  | "customer"
  /** Has the call, or is rung to have it. In internal calls both are agents. */
  | "agent"
  /** Asked by the agent while the customer waits. */
  | "consulted"
  /** Joined a conference. */
  | "member"
  /** Listens, whispers or joins in. */
  | "supervisor";

export interface Party {
  readonly id: PartyId;
  readonly role: PartyRole;
  readonly number: string;
  /** SIP user that rings or comes back into the call. */
  readonly user: string;
  readonly agentId?: string;
  readonly leg?: LegId;
  /** The leg was answered. */
  readonly up: boolean;
  /** Its phone rings, as its network said. */
  readonly rings: boolean;
  readonly lost: boolean;
  /** Nobody hears it. */
  readonly muted: boolean;
  /** It waits with music for the party that put it there. */
  readonly heldBy?: PartyId;
  /** Originate whose answer is awaited. */
  readonly attempt?: number;
  /** A further leg that is to replace `leg`: after a loss, or when another browser tab takes the audio. */
  readonly rejoin?: { readonly attempt: number; readonly leg?: LegId };
  /** The audio is to move to the browser tab that registers next. */
  readonly moving: boolean;
}

/** What is known of a party when it joins. */
export type NewParty = Pick<Party, "role" | "number" | "user"> & Partial<Pick<Party, "agentId" | "leg">>;

export const makeParty = (id: PartyId, party: NewParty): Party => ({
  up: false,
  rings: false,
  lost: false,
  muted: false,
  moving: false,
  ...party,
  id,
});

type Parties = Pick<Call, "parties">;

/** The first party, the one the call is about, and the agent's. */
export function firstParties(far: NewParty, near?: NewParty): Pick<Call, "parties" | "far" | "near" | "made"> {
  const parties = [far, ...(near ? [near] : [])].map((party, i) => makeParty(`p${i + 1}`, party));
  return { parties, far: "p1", made: parties.length, ...(near ? { near: "p2" } : {}) };
}

export const partyOf = ({ parties }: Parties, id: PartyId | undefined): Party | undefined =>
  parties.find((party) => party.id === id);

/** Whom the call is about: the customer, or the colleague that is called. */
export function farOf(call: Pick<Call, "parties" | "far">): Party {
  const party = partyOf(call, call.far);
  if (!party) throw new Error("a call without its far party");
  return party;
}

/** The agent who has the call, or is rung to have it. */
export const nearOf = (call: Pick<Call, "parties" | "near">): Party | undefined => partyOf(call, call.near);

export const sideOf = (call: Pick<Call, "far">, party: Party): SideName => (party.id === call.far ? "far" : "near");

/** The one whom a party called or was called by. */
export const otherOf = (call: Call, party: Party): Party | undefined =>
  party.id === call.far ? nearOf(call) : farOf(call);

export const agentOf = ({ parties }: Parties, agentId: string): Party | undefined =>
  parties.find((party) => party.agentId === agentId);

export const ofLeg = ({ parties }: Parties, leg: LegId): Party | undefined =>
  parties.find((party) => party.leg === leg);

/** The party that keeps another one waiting. */
export const holderOf = ({ parties }: Parties): PartyId | undefined => parties.find((party) => party.heldBy)?.heldBy;

export const holds = (call: Parties, party: Party): boolean => call.parties.some(({ heldBy }) => heldBy === party.id);

/** It can hear and be heard. */
export const present = (party: Party): party is Party & { leg: LegId } =>
  party.leg !== undefined && party.up && !party.lost;
