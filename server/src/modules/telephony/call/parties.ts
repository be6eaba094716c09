/** The parties of a call, and who is who among them. */
import type { LegId } from "../../../ports/switch.ts";
import { isPerson, type NewParty, type Party, type PartyId, type Person, type SideName } from "./party.ts";
import type { Call } from "./types.ts";

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

export const farId: PartyId = "p1";

/** The first party, the one the call is about, and the agent's. */
export function firstParties(far: NewParty, near?: NewParty): Pick<Call, "parties" | "far" | "near" | "made"> {
  const parties = [far, ...(near ? [near] : [])].map((party, i) => makeParty(`p${i + 1}`, party));
  return { parties, far: farId, made: parties.length, ...(near ? { near: "p2" } : {}) };
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

/** Who talks or is to: all but supervisors. */
export const talkersOf = ({ parties }: Parties): readonly Party[] =>
  parties.filter(({ supervises, role }) => !supervises && role !== "room");

/** How facts name one of a conference. */
export const memberName = ({ number, agentId, name }: Pick<Party, "number" | "agentId" | "name">) => ({
  number,
  ...(agentId ? { agentId } : {}),
  ...(name ? { name } : {}),
});

/** Leads the conference: who made it, or a host of the meeting. */
export const leadsIt = ({ conference, meeting }: Pick<Call, "conference" | "meeting">, party: Party): boolean =>
  meeting ? party.host === true : party.id === conference?.owner;

/** The one whom a party called or was called by. */
export function otherOf(call: Call, party: Party): Party | undefined {
  if (party.role === "member" && !party.up) return partyOf(call, call.conference?.owner);
  if (party.id === call.far) return nearOf(call);
  return party.id === call.consult?.with ? partyOf(call, call.consult.by) : farOf(call);
}

export const agentOf = ({ parties }: Parties, agentId: string): Party | undefined =>
  parties.find((party) => party.agentId === agentId);

export const ofLeg = ({ parties }: Parties, leg: LegId): Party | undefined =>
  parties.find((party) => party.leg === leg);

/** Whose talk this supervisor hears; undefined: he hears nobody's here. */
export function heardBy(call: Parties, by: Person): Party | undefined {
  const ear = call.parties.find((party) => party.supervises && isPerson(party, by));
  return partyOf(call, ear?.supervises?.party);
}

/** Every leg there is, or is to be: of the parties, of those that come back, of lines that wait for their key. */
export const legsOf = ({ parties }: Parties): LegId[] =>
  parties.flatMap(({ leg, rejoin, asking }) => [leg, rejoin?.leg, asking].filter((each) => each !== undefined));

/** The party that keeps another one waiting. */
export const holderOf = ({ parties }: Parties): PartyId | undefined => parties.find((party) => party.heldBy)?.heldBy;

export const holds = (call: Parties, party: Party): boolean => call.parties.some(({ heldBy }) => heldBy === party.id);

/** Whether `ear` hears what `voice` says, apart from hold and loss. */
export function mayHear(ear: Party, voice: Party): boolean {
  if (voice.muted) return false;
  const mode = voice.supervises?.mode;
  return mode === undefined || mode === "insert" || (mode === "whisper" && voice.supervises?.party === ear.id);
}

/** It can hear and be heard. */
export const present = (party: Party): party is Party & { leg: LegId } =>
  party.leg !== undefined && party.up && !party.lost && party.door === undefined;

/** In the meeting: not rung, not asked for the pin. */
export const isIn = ({ up, door }: Party): boolean => up && door === undefined;

/** What follows the call for whoever has it from now on. */
export const wrapUpOf = ({
  wrapUpMs = 0,
  wrapUpRules,
}: Pick<NewParty, "wrapUpMs" | "wrapUpRules">): Pick<Call, "wrapUpMs" | "wrapUpRules"> => ({ wrapUpMs, wrapUpRules });
