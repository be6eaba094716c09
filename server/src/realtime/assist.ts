/**
 * What is said in talks, to whom: the seat itself, monitors who subscribed to it, and whom a page relays it to. Rights are looked at with
 * every sentence, so that a grant that is taken ends it at once.
 */
import type { AssistMessage } from "@liantai/api/contract/assist";
import { hidesNumbers } from "../http/privacy.ts";
import type { Caller } from "../http/routes.ts";
import { shownMessage } from "../modules/assist/index.ts";
import { publish, type Topics } from "../modules/topics.ts";
import type { Broker } from "../ports/broker.ts";
import type { EngineClient } from "../ports/engine.ts";
import type { Logger } from "../ports/logger.ts";
import type { AssistFollow, Relay } from "./assist-frames.ts";
import { audience, type Hub } from "./hub.ts";
import type { Watches } from "./streams.ts";

interface AssistRoomDeps {
  readonly hub: Pick<Hub, "send" | "listeners">;
  readonly watches: Pick<Watches, "granted">;
  readonly engine: Pick<EngineClient, "assist">;
  readonly broker: Pick<Broker, "publish">;
  readonly logger: Logger;
}

export class AssistRoom {
  readonly #d: AssistRoomDeps;
  /** Seat, `compId/agentId`, of each stream that wants to see its talks, by the stream's name. */
  readonly #seats = new Map<string, string>();
  /** By seat: whose account each of those streams is. */
  readonly #follows = new Map<string, Map<string, string>>();

  constructor(deps: AssistRoomDeps) {
    this.#d = deps;
  }

  /** Only for oneself; a frame in another's name does nothing. */
  follow(stream: string, caller: Caller, { userId, compId, agentId }: AssistFollow): void {
    if (userId !== caller.userId || compId !== caller.compId) return;
    this.forget(stream);
    if (agentId === undefined) return;
    const seat = `${compId}/${agentId}`;
    this.#seats.set(stream, seat);
    this.#follows.set(seat, (this.#follows.get(seat) ?? new Map<string, string>()).set(stream, caller.userId));
  }

  forget(stream: string): void {
    const seat = this.#seats.get(stream);
    if (seat === undefined) return;
    this.#seats.delete(stream);
    const streams = this.#follows.get(seat);
    streams?.delete(stream);
    if (streams?.size === 0) this.#follows.delete(seat);
  }

  /** The engine says it. */
  async told({ compId, agentId, message }: Topics["assist.told"]): Promise<void> {
    const { hub } = this.#d;
    const own = audience.agent(compId, agentId);
    // A monitor with a seat may look at his own talk: he has it once.
    this.#send(hub.listeners(own), message);
    const ownSessions = new Set(hub.listeners(own).map(({ sessionId }) => sessionId));
    for (const [stream, accountId] of [...(this.#follows.get(`${compId}/${agentId}`) ?? [])]) {
      const key = audience.socket(accountId, stream);
      const [caller] = hub.listeners(key);
      if (!caller) this.forget(stream);
      else if (!ownSessions.has(caller.sessionId) && (await this.#may(caller, compId, agentId)))
        hub.send([key], shownMessage(message, hidesNumbers(caller)));
    }
  }

  /** A page wants it relayed: of its own present call alone. */
  async relay(caller: Caller, { to, from, message }: Relay): Promise<void> {
    const { compId, agentId } = caller;
    const { callId } = message;
    if (from !== caller.userId || agentId === null || message.agentId !== agentId)
      return this.refuse(caller, "it is in another's name");
    if (message.type === "CUSTOMER" && message.customer.compId !== compId)
      return this.refuse(caller, "it is about another enterprise");
    const { code } = await this.#d.engine.assist(compId, agentId, callId, { do: "own" });
    if (code !== 1) return this.refuse(caller, "it is about a call that is not the sender's");
    await publish(this.#d.broker, "assist.relayed", { compId, agentId, to, message });
  }

  /** In the process that has a page of the receiver. */
  async relayed({ compId, agentId, to, message }: Topics["assist.relayed"]): Promise<void> {
    const { hub } = this.#d;
    const sessions = new Map(hub.listeners(audience.account(to)).map((caller) => [caller.sessionId, caller]));
    for (const caller of sessions.values()) {
      if (await this.#may(caller, compId, agentId)) this.#send([caller], message);
      else this.refuse(caller, "its receiver has no right over the seat", { agentId });
    }
  }

  refuse(caller: Pick<Caller, "compId" | "userId">, reason: string, more: object = {}): void {
    const { compId, userId } = caller;
    this.#d.logger.warn({ compId, userId, reason, ...more }, "a relay of the assist was refused");
  }

  async #may(caller: Caller, compId: string, agentId: string): Promise<boolean> {
    if (caller.compId !== compId) return false;
    const seats = await this.#d.watches.granted({ caller, pull: () => false }, [agentId]);
    return seats.includes(agentId);
  }

  /** To the pages of these sessions, each as it may see numbers. */
  #send(callers: readonly Caller[], message: AssistMessage): void {
    const sessions = new Map(callers.map((caller) => [caller.sessionId, hidesNumbers(caller)]));
    for (const [sessionId, hide] of sessions)
      this.#d.hub.send([audience.session(sessionId)], shownMessage(message, hide));
  }
}
