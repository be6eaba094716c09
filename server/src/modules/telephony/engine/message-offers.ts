/**
 * Messages that wait for somebody, offered to agents who are ready while no caller waits (docs/protocol.md Q15). Who is offered one
 * stays in the queue: a call takes it away again. An offer is of this process alone; whose a message is stands in queued_contact.
 */
import { dayMs, maskPhone, type MessageOffer } from "@liantai/api/contract";
import type { CommandReply } from "../../../ports/engine.ts";
import type { Timer } from "../../../ports/clock.ts";
import type { CallFact } from "../../event-log/index.ts";
import { tellAssigned, type OpenMessage } from "../../queued-contacts/index.ts";
import { farOf } from "../call/parties.ts";
import type { Call, CallEffect } from "../call/types.ts";
import { groupKey, type AgentSession } from "./agent-session.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import { writeNote } from "./call-log.ts";
import type { CallQueue } from "./call-queue.ts";
import type { EngineDeps } from "./deps.ts";

/** ms. */
export const messageLimits = {
  /** Between a change and the look at who may be offered what: many come at once. */
  look: 500,
  /** The recording is stored first. */
  settled: 5_000,
  /** Older ones are not offered by themselves. */
  oldest: 7 * dayMs,
  /** Who let one go is offered no other for so long, and the same one not again. */
  rest: 60_000,
  again: 600_000,
} as const;

type Outcome = Extract<CallFact, { type: "messageOfferEnded" }>["outcome"];

interface Kept extends OpenMessage {
  /** Agents who let it go, and until when they are not offered it again. */
  readonly passed: Map<string, number>;
  /** The agent who is offered it. */
  to?: string;
}

interface Offer {
  readonly id: string;
  readonly workMs: number;
  readonly timer: Timer;
  /** He has accepted; whether it is his is being asked. */
  taking?: true;
}

export interface MessageOffersDeps extends Pick<
  EngineDeps,
  "broker" | "clock" | "contacts" | "eventLog" | "logger" | "random"
> {
  readonly queue: Pick<CallQueue, "waitsIn">;
  readonly sessions: () => AgentSessions;
}

const gone: CommandReply = { code: -404, msg: "该留言已由他人处理" };
const over: CommandReply = { code: -404, msg: "该留言已不再派送给您" };

export class MessageOffers {
  readonly #d: MessageOffersDeps;
  /** The oldest first. */
  readonly #kept = new Map<string, Kept>();
  /** By the agent's key. */
  readonly #offers = new Map<string, Offer>();
  /** Who let one go, until when. */
  readonly #resting = new Map<string, number>();
  /** The next look: because something changed; because time has passed. */
  #soon: Timer | undefined;
  #later: Timer | undefined;

  constructor(deps: MessageOffersDeps) {
    this.#d = deps;
  }

  load(message: OpenMessage): void {
    if (!this.#kept.has(message.id)) this.#kept.set(message.id, { ...message, passed: new Map() });
    this.changed();
  }

  /** A caller has left one. */
  async keep(call: Call, effect: Extract<CallEffect, { do: "keepVoicemail" }>): Promise<void> {
    const { groupId, agentId, notice, ms } = effect;
    const { broker, contacts, clock, random, logger } = this.#d;
    const { compId, callId, accessNumber = null, startedAt } = call;
    const { number } = farOf(call);
    const left = { compId, id: random.id(), skillGroupId: groupId, number, accessNumber, callId };
    const leftAt = clock.now();
    try {
      const whose = agentId === "" ? {} : { agentId };
      await contacts.leaveMessage({ ...left, ...whose, arrivedAt: startedAt, quiet: !notice, lengthMs: ms }, leftAt);
      if (!notice) return;
      if (agentId === "") this.load({ ...left, leftAt, lengthMs: ms });
      else await tellAssigned(broker, { ...left, agentId });
    } catch (error) {
      logger.error({ error, callId }, "a message could not be kept");
    }
  }

  stop(): void {
    for (const timer of [this.#soon, this.#later]) timer?.cancel();
    for (const { timer } of this.#offers.values()) timer.cancel();
  }

  /** Somebody else changed whose it is: its row says how it is now. */
  async read(compId: string, id: string): Promise<void> {
    const message = await this.#d.contacts.message(compId, id);
    if (message) return this.load(message);
    const kept = this.#kept.get(id);
    if (!kept || (kept.to !== undefined && this.#offers.get(kept.to)?.taking)) return;
    this.#kept.delete(id);
    this.#end(kept, "withdrawn");
  }

  /** Who waits, or who is ready, may be another now. */
  changed(): void {
    if (this.#kept.size === 0) return;
    this.#soon ??= this.#d.clock.after(messageLimits.look, () => {
      this.#soon = undefined;
      this.#look();
    });
  }

  /** An agent is another than before. */
  touched(session: AgentSession): void {
    if (this.#kept.size === 0) return;
    const offer = this.#offers.get(session.key);
    if (session.pooled) return offer ? undefined : this.changed();
    const kept = offer && !offer.taking ? this.#kept.get(offer.id) : undefined;
    if (!kept) return;
    this.#end(kept, "withdrawn");
    this.changed();
  }

  async accept(session: AgentSession, id: string): Promise<CommandReply> {
    const offer = this.#offers.get(session.key);
    const kept = this.#kept.get(id);
    if (!kept || offer?.id !== id || offer.taking) return over;
    offer.taking = true;
    offer.timer.cancel();
    const { compId, callId } = kept;
    const his = await this.#d.contacts.claim(compId, id, session.agentId).catch((error: unknown) => {
      this.#d.logger.error({ error, id }, "a message could not be given to an agent");
      return undefined;
    });
    delete offer.taking;
    if (his === undefined) {
      this.#end(kept, "withdrawn");
      this.changed();
      return { code: -1, msg: "留言暂时无法分配，请稍后再试" };
    }
    this.#kept.delete(id);
    this.#end(kept, his ? "accepted" : "withdrawn", session.agentId);
    if (!his) return gone;
    // A call may have come in these milliseconds; then the message waits for him.
    if (offer.workMs > 0)
      this.#d.sessions().apply(session, { type: "seeTo", callId, ms: offer.workMs }, session.agentId);
    return { code: 1, fields: { callId } };
  }

  decline(session: AgentSession, id: string): CommandReply {
    const kept = this.#kept.get(id);
    const offer = this.#offers.get(session.key);
    if (!kept || offer?.id !== id || offer.taking) return over;
    this.#let(kept, session.key, "declined", session.agentId);
    return { code: 1 };
  }

  #look(): void {
    const now = this.#d.clock.now();
    const free: Kept[] = [];
    let fresh = false;
    for (const kept of this.#kept.values()) {
      if (kept.to !== undefined) continue;
      if (kept.leftAt < now - messageLimits.oldest) this.#kept.delete(kept.id);
      else if (kept.leftAt > now - messageLimits.settled) fresh = true;
      else free.push(kept);
    }
    // Time alone may bring an offer: to who rests or let one go, and of what was left a moment ago.
    this.#later?.cancel();
    if (fresh || free.length > 0)
      this.#later = this.#d.clock.after(fresh ? messageLimits.settled : messageLimits.rest, () => this.#look());
    if (free.length === 0) return;
    const idle = [...this.#d.sessions().all()]
      .filter((session) => session.pooled && !this.#offers.has(session.key) && this.#rested(session.key, now))
      .sort((a, b) => a.agent.idleSince - b.agent.idleSince);
    for (const session of idle) this.#offerFirst(session, free, now);
  }

  #rested(agent: string, now: number): boolean {
    const until = this.#resting.get(agent);
    if (until === undefined) return true;
    if (until <= now) this.#resting.delete(agent);
    return until <= now;
  }

  #offerFirst(session: AgentSession, free: Kept[], now: number): void {
    const { groups } = session.seat;
    if (groups.some(({ id }) => this.#d.queue.waitsIn(groupKey(session.compId, id)))) return;
    const fits = (kept: Kept) =>
      (kept.passed.get(session.key) ?? 0) <= now && groups.some((g) => g.messages && g.id === kept.skillGroupId);
    const at = free.findIndex(fits);
    const [kept] = at < 0 ? [] : free.splice(at, 1);
    const group = kept && groups.find(({ id }) => id === kept.skillGroupId);
    if (!kept || !group?.messages) return;
    const { groupName, offerMs, workMs } = group.messages;
    kept.to = session.key;
    const timer = this.#d.clock.after(offerMs, () => this.#let(kept, session.key, "timedOut"));
    this.#offers.set(session.key, { id: kept.id, workMs, timer });
    this.#note(kept, { type: "messageOffered", agentId: session.agentId, skillGroupId: kept.skillGroupId });
    const offer: MessageOffer = {
      id: kept.id,
      callId: kept.callId,
      number: session.hideNumbers ? maskPhone(kept.number) : kept.number,
      groupName,
      leftAt: kept.leftAt,
      lengthS: kept.lengthMs === null ? null : Math.round(kept.lengthMs / 1_000),
      endsAt: now + offerMs,
    };
    this.#tell(session, JSON.stringify(offer));
  }

  /** He does not want it now: somebody else may. */
  #let(kept: Kept, agent: string, outcome: "declined" | "timedOut", actor?: string): void {
    const now = this.#d.clock.now();
    kept.passed.set(agent, now + messageLimits.again);
    this.#resting.set(agent, now + messageLimits.rest);
    this.#end(kept, outcome, actor);
    this.changed();
  }

  /** Nobody is offered it any more. */
  #end(kept: Kept, outcome: Outcome, actor = "engine"): void {
    const agent = kept.to;
    if (agent === undefined) return;
    delete kept.to;
    this.#offers.get(agent)?.timer.cancel();
    this.#offers.delete(agent);
    const session = this.#d.sessions().byKey(agent);
    if (!session) return;
    this.#note(kept, { type: "messageOfferEnded", agentId: session.agentId, outcome }, actor);
    this.#tell(session, "");
  }

  #tell(session: AgentSession, json: string): void {
    session.offer = json;
    this.#d.sessions().notify(session, "messageOffer", { json });
  }

  #note(kept: Kept, fact: CallFact, actor = "engine"): void {
    writeNote(this.#d, kept, { actor, fact });
  }
}
