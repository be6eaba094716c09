/**
 * Callbacks: who waits no longer on the line, but in his place in the queue (docs/protocol.md Q11). When it is his turn an agent is
 * reserved and the customer dialled, as that agent's own call. All that must outlive this process stands in queued_contact.
 */
import type { CommandReply, WaitingCall } from "../../../ports/engine.ts";
import type { CallFact } from "../../event-log/index.ts";
import type { ContactChanges, QueuedContact } from "../../queued-contacts/index.ts";
import type { QueueEffect } from "../../routing/index.ts";
import { isFree } from "../agent-machine.ts";
import { limits } from "../call/limits.ts";
import type { Decided } from "../call/offer-input.ts";
import type { Call, CallEffect } from "../call/types.ts";
import { callbackId, callbackKey as keyOf } from "./callback-key.ts";
import { plainKey, type AgentSession } from "./agent-session.ts";
import type { CallbackHooks } from "./callback-hooks.ts";
import type { StartDeps } from "./call-start.ts";
import { writeNote } from "./call-log.ts";
import { decided } from "./decisions.ts";
import { dialBack } from "./callback-dial.ts";
import { findTarget } from "./dialling.ts";
import { askedBy, goingOn, groupAgainMs, soughtGroup, waitingCallback, type Kept } from "./kept-callback.ts";

type Offer = Extract<QueueEffect, { type: "offer" }>;

export class Callbacks implements CallbackHooks {
  readonly #d: StartDeps;
  readonly #kept = new Map<string, Kept>();
  /** By the call that is made for it. */
  readonly #byCall = new Map<string, string>();

  constructor(deps: StartDeps) {
    this.#d = deps;
  }

  /** One of before. What was asked for while those were read is there already. */
  load(contact: QueuedContact): void {
    const calling = goingOn(contact, this.#d.calls.all());
    if (this.#kept.has(contact.id)) return;
    if (calling) this.#goesOn(contact, calling);
    else this.#take({ ...contact, state: "waiting" });
  }

  #goesOn(contact: QueuedContact, calling: NonNullable<Kept["calling"]>): void {
    this.#kept.set(contact.id, { contact, writes: Promise.resolve(), calling });
    this.#byCall.set(calling.callId, contact.id);
    const call = this.#d.calls.get(calling.callId);
    if (call?.phase.kind === "talking") this.heard(call, "answered");
  }

  stop(): void {
    for (const { timer } of this.#kept.values()) timer?.cancel();
  }

  /** A caller wants to be called back: the call is told. */
  async ask(call: Call, { number, groupId }: Extract<CallEffect, { do: "askCallback" }>): Promise<void> {
    const id = await this.#keep(call, number, groupId).catch((error: unknown) => {
      this.#d.logger.error({ error, callId: call.callId }, "a callback could not be kept");
      return undefined;
    });
    this.#d.calls.dispatch(call.callId, { type: "callbackAsked", number, ...(id === undefined ? {} : { id }) });
  }

  /** The id; undefined: that number cannot be called. */
  async #keep(call: Call, number: string, groupId: string): Promise<string | undefined> {
    const { compId, callId } = call;
    const target = await findTarget(this.#d, { compId, extension: "", agentId: null, asks: true }, number);
    // Who asks from that very line is in a call of ours.
    const { cause } = target.begin;
    if (target.direction !== "outbound" || (cause !== undefined && cause !== "busy")) return undefined;
    const id = this.#d.random.id();
    const asked = askedBy(call, { id, number, skillGroupId: groupId });
    const group = await soughtGroup(this.#d, asked);
    const boostMs = asked.boostMs + (group === "unknown" ? 0 : (group?.callbackBoostMs ?? 0));
    const kept = await this.#d.contacts.keep({ ...asked, boostMs }, this.#d.clock.now());
    if (kept.id === id) this.#take(kept, callId);
    else this.#holdBack(kept.id, callId);
    return kept.id;
  }

  /** He is served otherwise. */
  drop(id: string): void {
    this.#close(id, "cancelled", { closedBy: "engine" });
  }

  cancel(compId: string, id: string, by: string, name: string): CommandReply {
    const kept = this.#of(compId, id);
    if (!kept) return { code: -404, msg: "该回呼已结束" };
    if (kept.calling) return { code: -403, msg: "正在回呼客户，不能取消" };
    this.#note(kept.contact, { type: "callbackEnded", outcome: "cancelled", name }, `monitor:${by}`);
    this.#close(id, "cancelled", { closedBy: name });
    return { code: 1 };
  }

  /** Past the one before him; false: nobody can be passed, or he does not wait now. callId: in which he asked for it. */
  moveUp(compId: string, callId: string, by: string, name: string): boolean {
    const kept = [...this.#kept.values()].find(({ contact: c }) => c.compId === compId && c.callId === callId);
    const byMs = kept ? this.#d.calls.queue.raise(keyOf(kept.contact)) : 0;
    if (!kept || byMs === 0) return false;
    const { boostMs, movedMs } = kept.contact;
    this.#change(kept, { boostMs: boostMs + byMs, movedMs: movedMs + byMs });
    this.#note(kept.contact, { type: "movedUp", byMs, name }, by, "byMonitor");
    return true;
  }

  /** A supervisor does it now, from the own seat. */
  callNow(session: AgentSession, id: string): CommandReply {
    const kept = this.#of(session.compId, id);
    if (!kept) return { code: -404, msg: "该回呼已结束" };
    if (kept.calling) return { code: -403, msg: "正在回呼该客户" };
    if (kept.onLine !== undefined) return { code: -403, msg: "客户尚未挂机，请稍后再呼" };
    if (!isFree(session.agent) || !session.registered) return { code: -403, msg: "请先结束通话并确认话机已注册" };
    this.#d.calls.queue.apply({ type: "callerGone", call: keyOf(kept.contact) });
    if (!this.#call(kept, session)) return { code: -403 };
    return { code: 1 };
  }

  /** What the queue machine says of one. */
  effect(e: QueueEffect): void {
    if (e.type === "offer") this.#offered(e);
  }

  /** The customer's telephone is dialled, or somebody there answered. */
  heard({ callId }: Call, what: CallFact["type"]): void {
    const kept = what === "dialled" || what === "answered" ? this.#calling(callId) : undefined;
    if (!kept?.calling) return;
    if (what === "answered") {
      this.#d.calls.queue.apply({ type: "offerAccepted", call: keyOf(kept.contact) });
      this.#note(kept.contact, { type: "callbackEnded", outcome: "answered", callId });
      this.#byCall.delete(callId);
      return this.#close(kept.contact.id, "done", { closedBy: plainKey(kept.calling.agent) });
    }
    kept.calling.dialled = true;
    const tries = kept.contact.tries + 1;
    this.#note(kept.contact, { type: "callbackDialled", callId, try: tries, agentId: plainKey(kept.calling.agent) });
    this.#change(kept, { state: "dialling", tries, agentId: plainKey(kept.calling.agent), lastCallId: callId });
  }

  /** Before the agent of its call is free again: the queue must know that he was not offered anything else. */
  left({ callId }: Call): void {
    const kept = this.#calling(callId);
    if (kept) this.#d.calls.queue.apply({ type: "callerGone", call: keyOf(kept.contact) });
  }

  /** The call made for one is over, and nobody there answered. */
  over({ callId, phase }: Call): void {
    this.#leftLine(callId);
    const kept = this.#calling(callId);
    if (!kept?.calling || phase.kind !== "ended") return;
    this.#byCall.delete(callId);
    const { cause } = phase;
    const { dialled, agent } = kept.calling;
    delete kept.calling;
    // The agent's own telephone failed, and the customer heard nothing of it; a refused number is a try.
    if (!dialled && (cause === "cancelled" || cause === "failed" || cause === "agentLost")) {
      const session = this.#d.sessions.byKey(agent);
      const reason = cause === "cancelled" ? "byAgent" : "deviceGone";
      if (session) this.#d.sessions.apply(session, { type: "setBusy", reason });
      return this.#again(kept, 0);
    }
    const tries = dialled ? kept.contact.tries : kept.contact.tries + 1;
    this.#change(kept, { state: "waiting", tries, lastCause: cause });
    if (tries < limits.callbackTries) return this.#again(kept, limits.callbackEvery);
    this.#note(kept.contact, { type: "callbackEnded", outcome: "failed" }, "engine", cause);
    this.#close(kept.contact.id, "failed", { closedBy: "engine" });
  }

  waiting(compId: string): readonly WaitingCall[] {
    const own = Array.from(this.#kept.values()).filter(({ contact }) => contact.compId === compId);
    return own.map((kept) => waitingCallback(kept, this.#d.calls.queue.ahead(keyOf(kept.contact))));
  }

  #of(compId: string, id: string): Kept | undefined {
    const kept = this.#kept.get(id);
    return kept?.contact.compId === compId ? kept : undefined;
  }

  #calling(callId: string): Kept | undefined {
    const id = this.#byCall.get(callId);
    return id === undefined ? undefined : this.#kept.get(id);
  }

  /** He asked once more, in another call: not dialled while he is in that one. */
  #holdBack(id: string, callId: string): void {
    const kept = this.#kept.get(id);
    if (!kept || kept.calling || !this.#d.calls.get(callId)) return;
    kept.onLine = callId;
    this.#d.calls.queue.apply({ type: "callerGone", call: keyOf(kept.contact) });
  }

  #leftLine(callId: string): void {
    for (const kept of this.#kept.values()) {
      if (kept.onLine !== callId) continue;
      delete kept.onLine;
      if (!kept.calling && kept.contact.nextAt === null) this.#again(kept, 0);
    }
  }

  /** `askedIn`: the call in which he may still be. */
  #take(contact: QueuedContact, askedIn = contact.callId): void {
    const kept: Kept = { contact, writes: Promise.resolve() };
    if (this.#d.calls.get(askedIn)) kept.onLine = askedIn;
    this.#kept.set(contact.id, kept);
    this.#again(kept, Math.max(0, (contact.nextAt ?? 0) - this.#d.clock.now()));
  }

  /** Into the queue, at its old place, after so long. */
  #again(kept: Kept, ms: number): void {
    const { calls, clock } = this.#d;
    kept.timer?.cancel();
    calls.queue.apply({ type: "callerGone", call: keyOf(kept.contact) });
    if (ms > 0) {
      this.#change(kept, { nextAt: clock.now() + ms });
      kept.timer = clock.after(ms, () => kept.calling === undefined && this.#again(kept, 0));
      return;
    }
    this.#change(kept, { nextAt: null });
    calls.track(this.#enter(kept));
  }

  async #enter(kept: Kept): Promise<void> {
    const group = await soughtGroup(this.#d, kept.contact);
    const { contact } = kept;
    if (this.#kept.get(contact.id) !== kept || kept.calling || kept.onLine !== undefined) return;
    if (group === "unknown") return this.#again(kept, groupAgainMs);
    if (group) return this.#d.calls.queue.enter(keyOf(contact), contact, group);
    this.#note(contact, { type: "callbackEnded", outcome: "failed" }, "engine", "nobodyServes");
    this.#close(contact.id, "failed", { closedBy: "engine", lastCause: "nobodyServes" });
  }

  #offered(offer: Offer): void {
    const { call, agent } = offer;
    const { sessions, clock, calls } = this.#d;
    const kept = this.#kept.get(callbackId(call));
    const session = sessions.byKey(agent);
    if (session) session.pooled = false;
    if (kept && session && this.#call(kept, session, decided(offer, clock.now(), sessions))) return;
    calls.queue.offerFailed(call);
  }

  /** The agent is reserved at once; whether the customer may be called is asked then. why: the queue chose him. */
  #call(kept: Kept, session: AgentSession, why?: Decided): boolean {
    const { contact } = kept;
    const callId = this.#d.random.id();
    if (!this.#d.sessions.apply(session, { type: "dial", callId })) return false;
    kept.calling = { callId, agent: session.key, dialled: false };
    this.#byCall.set(callId, contact.id);
    this.#d.calls.track(
      dialBack(this.#d, contact, session, callId, why).catch((error: unknown) => {
        this.#d.logger.error({ error, callId }, "a callback could not be dialled");
        this.#byCall.delete(callId);
        delete kept.calling;
        this.#d.sessions.apply(session, { type: "callEnded", wrapUpMs: 0 });
        this.#again(kept, limits.callbackEvery);
      }),
    );
    return true;
  }

  #change(kept: Kept, changes: ContactChanges): void {
    const { compId, id } = kept.contact;
    const { state, tries, nextAt, boostMs, movedMs } = { ...kept.contact, ...changes };
    kept.contact = { ...kept.contact, state, tries, nextAt, boostMs, movedMs };
    kept.writes = kept.writes
      .then(() => this.#d.contacts.change(compId, id, changes))
      .catch((error: unknown) => this.#d.logger.error({ error, id }, "a callback could not be written"));
    this.#d.calls.track(kept.writes);
  }

  #close(id: string, state: "done" | "failed" | "cancelled", more: ContactChanges): void {
    const kept = this.#kept.get(id);
    if (!kept) return;
    this.#kept.delete(id);
    kept.timer?.cancel();
    this.#d.calls.queue.apply({ type: "callerGone", call: keyOf(kept.contact) });
    this.#change(kept, { ...more, state, closedAt: this.#d.clock.now() });
  }

  /** In the call in which it was asked for. */
  #note(
    { compId, callId }: QueuedContact,
    fact: Parameters<typeof writeNote>[2]["fact"],
    actor = "engine",
    reason?: Parameters<typeof writeNote>[2]["reason"],
  ): void {
    writeNote(this.#d, { compId, callId }, { actor, fact, ...(reason ? { reason } : {}) });
  }
}
