/** Browsers of agents: who is connected, and which tab owns the audio. */
import { callOf } from "../agent-machine.ts";
import { limits } from "../call/limits.ts";
import type { AttachReply, AttachRequest } from "../topics.ts";
import type { Topics } from "../../topics.ts";
import type { Calls } from "./calls.ts";
import type { EngineDeps } from "./deps.ts";
import type { Desks } from "./desks.ts";
import { snapshot, type Desk } from "./roster.ts";

/** How long a newly chosen tab may take to register before the audio goes to whatever is registered. */
const moveGraceMs = 3_000;
/** A gateway process says every 10 s that it lives. */
export const gatewayMs = { ping: 10_000, dead: 30_000 } as const;

export class Connections {
  readonly #d: EngineDeps;
  readonly #calls: Calls;
  readonly #desks: Desks;
  readonly #gateways = new Map<string, number>();
  /** What agents are told once after a restart of the server. */
  readonly #interrupted = new Map<string, string>();
  #order = 0;

  constructor(deps: EngineDeps, calls: Calls, desks: Desks) {
    this.#d = deps;
    this.#calls = calls;
    this.#desks = desks;
  }

  /** A call of this agent was cut off by a restart. */
  interrupted(key: string, callId: string): void {
    this.#interrupted.set(key, callId);
  }

  async attach(request: AttachRequest): Promise<AttachReply> {
    const refused = (code: number): AttachReply => ({ code, v: 0, events: [] });
    const found = await this.#d.numbers.seat(request.compId, request.agentId);
    const present = this.#desks.get(request.compId, request.agentId);
    // A seat that was disabled in its call keeps the call to its end, through a reload of the page, too.
    const seat = found ?? (present && callOf(present.agent) !== undefined ? present.seat : undefined);
    if (!seat) return refused(-301);
    if (seat.extension !== request.extension) return refused(-303);
    const taken = present
      ? undefined
      : await this.#d.numbers.answeredToday(seat.compId, seat.agentId, this.#d.clock.now());
    const desk = this.#desks.open(seat);
    if (taken !== undefined) this.#desks.took(desk, taken);
    this.#d.logger.debug({ agentId: desk.agentId, gateway: request.gateway }, "a bar signed in");
    desk.connections.set(request.connection, {
      id: request.connection,
      gateway: request.gateway,
      sessionId: request.sessionId,
      instance: request.instance,
      order: this.#order++,
    });
    this.alive(request.gateway);
    desk.aloneSince = undefined;
    desk.hideNumbers = request.hideNumbers;
    desk.registered = this.#d.switch.isRegistered(seat.user);
    const ownerHere = [...desk.connections.values()].some(
      (c) => c.instance === desk.owner && c.id !== request.connection,
    );
    this.#desks.apply(desk, { type: "signIn" }, desk.agentId);
    if (request.takeMedia || !ownerHere) this.own(desk, request.instance);
    this.#desks.refresh(desk);
    const events = snapshot(desk, this.#d.clock.now());
    const callId = this.#interrupted.get(desk.key);
    if (callId !== undefined && !desk.bar) {
      this.#interrupted.delete(desk.key);
      events.splice(1, 1, { name: "callEnd", fields: { callId, cause: "serverRestart" } });
      events.push({
        name: "notice",
        fields: { level: "warning", msg: "服务刚刚重启，您的通话已中断，通话记录和录音已保存。" },
      });
    }
    return { code: 1, v: desk.v, events };
  }

  detach(compId: string, agentId: string, connection: string): void {
    const desk = this.#desks.get(compId, agentId);
    const gone = desk?.connections.get(connection);
    if (!desk || !gone) return;
    desk.connections.delete(connection);
    if (desk.connections.size === 0) desk.aloneSince = this.#d.clock.now();
    else if (gone.instance === desk.owner && !this.#has(desk, desk.owner))
      this.#desks.timer(desk, "owner", limits.ownerGone, () => this.#inherit(desk));
    this.#desks.refresh(desk);
  }

  #has(desk: Desk, instance: string): boolean {
    return [...desk.connections.values()].some((c) => c.instance === instance);
  }

  /** The owner's tab did not come back: the tab opened last takes its place. */
  #inherit(desk: Desk): void {
    const heir = [...desk.connections.values()].sort((a, b) => b.order - a.order)[0];
    if (heir && !this.#has(desk, desk.owner)) this.own(desk, heir.instance);
  }

  /** Makes a tab the owner of the audio. In a call the audio follows as soon as that tab is registered. */
  own(desk: Desk, instance: string): void {
    desk.clear("owner");
    if (desk.owner === instance) return;
    const before = desk.owner;
    desk.owner = instance;
    this.#desks.tell(desk, "mediaOwner", { instance });
    const callId = callOf(desk.agent);
    if (before === "" || callId === undefined) return;
    const { user } = desk.seat;
    const here = desk.device.includes(instance) && this.#d.switch.isRegistered(user);
    if (!this.#calls.dispatch(callId, { type: "moveMedia", agentId: desk.agentId, registered: here }) || here) return;
    this.#desks.timer(desk, "owner", moveGraceMs, () => {
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
      for (const desk of this.#desks.all())
        for (const c of [...desk.connections.values()])
          if (c.gateway === gateway) this.detach(desk.compId, desk.agentId, c.id);
    }
  }

  /** Signed in elsewhere, signed out, or ended by an administrator. */
  sessionEnded({ sessionId, compId, agentId, reason }: Topics["session.ended"]): void {
    const desk = agentId === null ? undefined : this.#desks.get(compId, agentId);
    if (!desk) return;
    const mine = [...desk.connections.values()].filter((c) => c.sessionId === sessionId);
    if (mine.length === 0) return;
    for (const c of mine) this.detach(compId, desk.agentId, c.id);
    if (desk.connections.size > 0) return;
    const callId = callOf(desk.agent);
    const survives = reason === "elsewhere" || reason === "expired";
    if (callId !== undefined && survives) return;
    const why = reason === "logout" ? "signOut" : "forcedOut";
    if (callId === undefined) this.#desks.apply(desk, { type: "leave", reason: why });
    else this.#calls.dispatch(callId, { type: "hangup", agentId: desk.agentId, why });
    void this.#d.switch.unregister(desk.seat.user).catch(() => undefined);
  }
}
