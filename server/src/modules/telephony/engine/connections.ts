/** Browsers of agents: who is connected, and which tab owns the audio. */
import { isPagePhone } from "@liantai/api/contract";
import type { SessionEnd } from "../../../ports/schema.ts";
import { createEndedSessions, type EndedSessions } from "../../ended-sessions.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import { callOf } from "../agent-machine.ts";
import { limits } from "../call/limits.ts";
import type { AttachReply, AttachRequest } from "../topics.ts";
import type { Topics } from "../../topics.ts";
import type { Calls } from "./calls.ts";
import type { EngineDeps } from "./deps.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import { keepCheck, snapshot, type AgentSession } from "./agent-session.ts";

/** How long a newly chosen tab may take to register before the audio goes to whatever is registered. */
const moveGraceMs = 3_000;
/** A gateway process says every 10 s that it lives. */
export const gatewayMs = { ping: 10_000, dead: 30_000 } as const;

export class Connections {
  readonly #d: EngineDeps;
  readonly #calls: Calls;
  readonly #sessions: AgentSessions;
  readonly #gateways = new Map<string, number>();
  /** What agents are told once after a restart of the server. */
  readonly #interrupted = new Map<string, string>();
  readonly #ended: EndedSessions<SessionEnd>;
  #order = 0;

  constructor(deps: EngineDeps, calls: Calls, sessions: AgentSessions) {
    this.#d = deps;
    this.#calls = calls;
    this.#sessions = sessions;
    this.#ended = createEndedSessions(deps.clock);
  }

  /** A call of this agent was cut off by a restart. */
  interrupted(key: string, callId: string): void {
    this.#interrupted.set(key, callId);
  }

  /** The tab that has the audio keeps it, and has a while to come back. */
  async reattach(links: readonly AttachRequest[]): Promise<AttachReply[]> {
    const replies = await Promise.all(links.map((link) => this.attach(link, true)));
    for (const { compId, agentId } of links) {
      const session = this.#sessions.get(compId, agentId);
      if (session && session.connections.size > 0 && !this.#has(session, session.owner))
        this.#sessions.timer(session, "owner", limits.ownerGone, () => this.#inherit(session));
    }
    return replies;
  }

  /** again: the page has noticed nothing. */
  async attach(request: AttachRequest, again = false): Promise<AttachReply> {
    const refused = (code: number): AttachReply => ({ code, v: 0, events: [] });
    const found = await this.#d.numbers.seat(request.compId, request.agentId);
    const present = this.#sessions.get(request.compId, request.agentId);
    // A seat that was disabled in its call keeps the call to its end, through a reload of the page, too.
    const seat = found ?? (present && callOf(present.agent) !== undefined ? present.seat : undefined);
    if (!seat) return refused(-301);
    if (seat.extension !== request.extension) return refused(-303);
    const taken = present
      ? undefined
      : await this.#d.numbers.answeredToday(seat.compId, seat.agentId, this.#d.clock.now());
    // Its end may have come before this did.
    if (this.#ended.why(request.sessionId) !== undefined) return refused(-402);
    const session = this.#sessions.open(seat);
    if (taken !== undefined) this.#sessions.took(session, taken);
    this.#d.logger.debug({ agentId: session.agentId, gateway: request.gateway }, "a bar signed in");
    session.connections.set(request.connection, {
      id: request.connection,
      gateway: request.gateway,
      sessionId: request.sessionId,
      instance: request.instance,
      order: this.#order++,
    });
    session.sessionId = request.sessionId;
    const { instance, sessionId, why } = request;
    if (why !== undefined) keepCheck(session, { instance, sessionId, why });
    this.alive(request.gateway);
    session.aloneSince = undefined;
    session.hideNumbers = request.hideNumbers;
    session.registered = this.#sessions.reaches(seat);
    const ownerHere = [...session.connections.values()].some(
      (c) => c.instance === session.owner && c.id !== request.connection,
    );
    this.#sessions.apply(session, { type: "signIn" }, session.agentId);
    if (request.takeMedia || (again ? session.owner === "" : !ownerHere)) this.own(session, request.instance);
    this.#sessions.refresh(session);
    const events = snapshot(session, this.#d.clock.now());
    const callId = this.#interrupted.get(session.key);
    if (callId !== undefined && !session.callView) {
      this.#interrupted.delete(session.key);
      events.splice(1, 1, { name: "callEnd", fields: { callId, cause: "serverRestart" } });
      events.push({
        name: "notice",
        fields: { level: "warning", msg: "服务刚刚重启，您的通话已中断，通话记录和录音已保存。" },
      });
    }
    return { code: 1, v: session.v, events };
  }

  /** Of an agent who was signed out while the page stayed; what refuses it. */
  async signInAgain(session: AgentSession): Promise<CommandReply | undefined> {
    const { compId, agentId } = session;
    const seat = await this.#d.numbers.seat(compId, agentId);
    if (!seat) return { code: -403, msg: "坐席已停用，请联系管理员" };
    if (seat.extension !== session.seat.extension) return { code: -403, msg: "您的分机已变更，请刷新页面后重新签入" };
    // The page may have gone meanwhile.
    if (session.connections.size === 0) return { code: -403 };
    this.#sessions.open(seat);
    this.#sessions.apply(session, { type: "signIn" }, agentId);
    return undefined;
  }

  detach(compId: string, agentId: string, connection: string): void {
    const session = this.#sessions.get(compId, agentId);
    const gone = session?.connections.get(connection);
    if (!session || !gone) return;
    session.connections.delete(connection);
    if (session.connections.size === 0) session.aloneSince = this.#d.clock.now();
    else if (gone.instance === session.owner && !this.#has(session, session.owner))
      this.#sessions.timer(session, "owner", limits.ownerGone, () => this.#inherit(session));
    this.#sessions.refresh(session);
  }

  #has(session: AgentSession, instance: string): boolean {
    return [...session.connections.values()].some((c) => c.instance === instance);
  }

  /** The owner's tab did not come back: the tab opened last takes its place. */
  #inherit(session: AgentSession): void {
    const heir = [...session.connections.values()].sort((a, b) => b.order - a.order)[0];
    if (heir && !this.#has(session, session.owner)) this.own(session, heir.instance);
  }

  /** Makes a tab the owner of the audio. In a call the audio follows as soon as that tab is registered. */
  own(session: AgentSession, instance: string): void {
    session.clear("owner");
    if (session.owner === instance) return;
    const before = session.owner;
    session.owner = instance;
    this.#sessions.notify(session, "mediaOwner", { instance });
    const callId = callOf(session.agent);
    // What another program or a telephone says and hears is not moved by a tab.
    if (before === "" || callId === undefined || !isPagePhone(session.seat.terminalType)) return;
    const { user } = session.seat;
    const here = session.device.includes(instance) && this.#d.switch.isRegistered(user);
    if (!this.#calls.dispatch(callId, { type: "moveMedia", agentId: session.agentId, registered: here }) || here)
      return;
    this.#sessions.timer(session, "owner", moveGraceMs, () => {
      if (this.#d.switch.isRegistered(user)) this.#calls.dispatch(callId, { type: "registered", user });
    });
  }

  alive(gateway: string): void {
    this.#gateways.set(gateway, this.#d.clock.now());
  }

  /** Drops the sockets of gateways that died with their process. */
  sweep(): void {
    const now = this.#d.clock.now();
    for (const [gateway, at] of this.#gateways) {
      if (now - at <= gatewayMs.dead) continue;
      this.#gateways.delete(gateway);
      for (const session of this.#sessions.all())
        for (const c of [...session.connections.values()])
          if (c.gateway === gateway) this.detach(session.compId, session.agentId, c.id);
    }
  }

  /** Signed in elsewhere, signed out, or ended by an administrator. */
  sessionEnded({ sessionId, compId, agentId, reason }: Topics["session.ended"]): void {
    this.#ended.add(sessionId, reason);
    if (agentId === null) this.#silence(sessionId);
    const session = agentId === null ? undefined : this.#sessions.get(compId, agentId);
    if (session) this.#left(session, sessionId, reason);
  }

  /** An administrator's, who hears a call, or has taken one. */
  #silence(sessionId: string): void {
    const callId = this.#calls.outsiders.bySession(sessionId);
    const call = callId === undefined ? undefined : this.#calls.get(callId);
    const by = call?.parties.find(({ administrator }) => administrator?.sessionId === sessionId);
    if (call && by) this.#calls.dispatch(call.callId, { type: "leave", by });
  }

  #left(session: AgentSession, sessionId: string, reason: Topics["session.ended"]["reason"]): void {
    const mine = [...session.connections.values()].filter((c) => c.sessionId === sessionId);
    for (const c of mine) this.detach(session.compId, session.agentId, c.id);
    // Its page may have been gone for a moment when its session ended.
    if (session.connections.size > 0 || session.sessionId !== sessionId) return;
    const callId = callOf(session.agent);
    const survives = reason === "elsewhere" || reason === "expired";
    if (callId !== undefined && survives) return;
    const why = reason === "logout" ? "signOut" : "forcedOut";
    if (callId === undefined) this.#sessions.apply(session, { type: "leave", reason: why });
    else this.#calls.dispatch(callId, { type: "hangup", agentId: session.agentId, why });
  }
}
