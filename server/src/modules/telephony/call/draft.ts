/** The working copy of one step: the call so far and the effects it has asked for. Lives for one step only. */
import type { HangupCause, LegId } from "../../../ports/switch.ts";
import type { AgentInput, EngageReason } from "../agent-types.ts";
import { limits } from "./limits.ts";
import type { NewParty, Party, PartyId, SideName } from "./party.ts";
import { agentOf, farOf, makeParty, nearOf, ofLeg, otherOf, partyOf, sideOf } from "./parties.ts";
import type { Call, CallEffect, Phase } from "./types.ts";

export class Draft {
  call: Call;
  readonly effects: CallEffect[] = [];
  readonly now: number;
  refused = false;
  /** Why agents of the talk do something else after this step, where what they did and do does not tell. */
  readonly why = new Map<string, EngageReason>();

  constructor(call: Call, now: number) {
    this.call = call;
    this.now = now;
  }

  do(effect: CallEffect): void {
    this.effects.push(effect);
  }

  set(patch: Partial<Call>): void {
    this.call = { ...this.call, ...patch };
  }

  phase(phase: Phase): void {
    this.set({ phase });
  }

  /** A command that does not fit the state: nothing happens and the asker is told. */
  refuse(): void {
    this.refused = true;
  }

  note(
    fact: Extract<CallEffect, { do: "note" }>["fact"],
    actor = "engine",
    reason?: Extract<CallEffect, { do: "note" }>["reason"],
  ): void {
    this.do({ do: "note", fact, actor, ...(reason === undefined ? {} : { reason }) });
  }

  get far(): Party {
    return farOf(this.call);
  }

  get near(): Party | undefined {
    return nearOf(this.call);
  }

  party(id: PartyId): Party | undefined {
    return partyOf(this.call, id);
  }

  other(party: Party): Party | undefined {
    return otherOf(this.call, party);
  }

  side(party: Party): SideName {
    return sideOf(this.call, party);
  }

  find(test: (party: Party) => boolean): Party | undefined {
    return this.call.parties.find(test);
  }

  ofLeg(leg: LegId): Party | undefined {
    return ofLeg(this.call, leg);
  }

  ofAgent(agentId: string): Party | undefined {
    return agentOf(this.call, agentId);
  }

  /** The party as it is after the change. */
  patch(id: PartyId, patch: Partial<Party>): void {
    this.set({ parties: this.call.parties.map((party) => (party.id === id ? { ...party, ...patch } : party)) });
  }

  /** Somebody joins. */
  add(party: NewParty): PartyId {
    const made = this.call.made + 1;
    const id = `p${made}`;
    this.set({ parties: [...this.call.parties, makeParty(id, party)], made });
    return id;
  }

  /** Somebody else in the place of a party that has not come. */
  replace(id: PartyId, party: NewParty): PartyId {
    const next = this.add(party);
    const { far, near, consult, parties } = this.call;
    const of = (each: PartyId): PartyId => (each === id ? next : each);
    this.set({
      parties: parties.filter((each) => each.id !== id),
      far: of(far),
      ...(near === undefined ? {} : { near: of(near) }),
      ...(consult ? { consult: { ...consult, by: of(consult.by), with: of(consult.with) } } : {}),
    });
    return next;
  }

  /** Somebody is out. */
  remove(id: PartyId): void {
    this.set({ parties: this.call.parties.filter((party) => party.id !== id) });
  }

  /** A party leaves: its legs are hung up, and nothing is waited for in its name. */
  dropLegs({ id, leg: own, rejoin }: Party, cause: HangupCause): void {
    for (const leg of [own, rejoin?.leg]) if (leg !== undefined) this.do({ do: "hangup", leg, cause });
    this.waitNoMore(id);
  }

  /** For its device, or its line, to come back. */
  waitNoMore(id: PartyId): void {
    if (!this.party(id)?.lost) return;
    for (const name of [`lost-${id}`, `redial-${id}`] as const) this.do({ do: "clearTimer", name });
  }

  /** The agent's side is empty again. */
  dropNear(): void {
    const { near, ...call } = this.call;
    this.call = { ...call, parties: call.parties.filter(({ id }) => id !== near) };
  }

  /** The agent who has the call leaves it; after a talk with colleagues there is nothing to wrap up. */
  get wrapUp(): Extract<AgentInput, { type: "callEnded" }> {
    const { direction, wrapUpRules: rules } = this.call;
    const wrapUpMs = direction === "internal" ? 0 : this.call.wrapUpMs;
    return { type: "callEnded", wrapUpMs, ...(rules ? { rules } : {}) };
  }

  next(): number {
    this.set({ counter: this.call.counter + 1 });
    return this.call.counter;
  }

  /** Who is behind a party, for the log: an agent's id, or the customer's part in the call. */
  actor(party: Party): string {
    if (party.agentId !== undefined) return party.agentId;
    if (party.administrator) return `monitor:${party.administrator.by}`;
    return this.side(party) === "far" && this.call.direction === "inbound" ? "caller" : "callee";
  }

  /** Starts an originate of a party; the leg is known when 'originated' comes. */
  originate(id: PartyId, ringMs: number, autoAnswer: boolean): void {
    const attempt = this.next();
    this.patch(id, { attempt, up: false, rings: false, early: false });
    const { forwarding, forwards } = this.party(id) ?? {};
    if (forwarding) {
      // Once: a number that cannot be called is not tried again.
      if (forwards) this.patch(id, { forwards: { ...forwards, modes: [] } });
      return this.do({ do: "forward", attempt, party: id });
    }
    this.#originate(id, attempt, ringMs, autoAnswer);
  }

  /** A further leg of a party that has one, to where it is. moves: to where it is not. */
  originateAgain(id: PartyId, { moves = false } = {}): void {
    const attempt = this.next();
    const phone = (this.party(id)?.at === "phone") !== moves;
    const at = phone ? ({ at: "phone" } as const) : {};
    this.patch(id, { rejoin: { attempt, ...at, ...(moves ? { moves } : {}) } });
    // The other telephone is lifted; whatever else comes back answers by itself where it can.
    if (phone) this.#originate(id, attempt, limits.ownTelephone, false, at);
    else this.#originate(id, attempt, limits.rejoin, true);
  }

  #originate(
    id: PartyId,
    attempt: number,
    ringMs: number,
    autoAnswer: boolean,
    at: { readonly at?: "phone" } = {},
  ): void {
    const party = this.party(id);
    const beside = party && this.other(party)?.leg;
    const user = party?.user ?? "";
    const near = beside ? { near: beside } : {};
    this.do({ do: "originate", attempt, party: id, user, ...at, ringMs, autoAnswer, ...near });
  }
}
