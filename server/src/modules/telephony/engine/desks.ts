/** Runs the agent machine: applies inputs, logs and tells every change, keeps the queue machine's idea of who may be offered. */
import type { CtiEventName } from "@liantai/api/contract";
import { statusCodeOf } from "@liantai/api/contract";
import { dayOf } from "../../journal/index.ts";
import type { SeatInfo } from "../../numbers/index.ts";
import type { QueueInput } from "../../routing/index.ts";
import { publish } from "../../topics.ts";
import { callOf, transition, type AgentInput } from "../agent-machine.ts";
import { limits } from "../call/limits.ts";
import { agentTopic, type AgentNotice } from "../topics.ts";
import type { EngineDeps } from "./deps.ts";
import { Desk, deskKey, groupKey, stateFields, type DeskTimer } from "./roster.ts";

export interface DesksOptions extends Pick<EngineDeps, "clock" | "broker" | "journal" | "logger"> {
  readonly isRegistered: (user: string) => boolean;
  readonly queue: (input: QueueInput) => void;
  /** A custom status lasts too long. */
  readonly statusOver?: (desk: Desk) => void;
}

export class Desks {
  readonly #o: DesksOptions;
  readonly #byKey = new Map<string, Desk>();
  readonly #byUser = new Map<string, Desk>();

  constructor(options: DesksOptions) {
    this.#o = options;
  }

  get(compId: string, agentId: string): Desk | undefined {
    return this.#byKey.get(deskKey(compId, agentId));
  }

  byKey(key: string): Desk | undefined {
    return this.#byKey.get(key);
  }

  byUser(user: string): Desk | undefined {
    return this.#byUser.get(user);
  }

  all(): IterableIterator<Desk> {
    return this.#byKey.values();
  }

  /** The agent's desk, with the seat as it is now. In a call the seat stays as it was. */
  open(seat: SeatInfo): Desk {
    const known = this.get(seat.compId, seat.agentId);
    if (known) {
      if (callOf(known.agent) === undefined) {
        this.#byUser.delete(known.seat.user);
        known.seat = seat;
        this.#byUser.set(seat.user, known);
      }
      return known;
    }
    const desk = new Desk(seat, this.#o.clock.now());
    this.#byKey.set(desk.key, desk);
    this.#byUser.set(seat.user, desk);
    return desk;
  }

  /** Of the groups those in which somebody is signed in. */
  served(compId: string, groupIds: readonly string[]): string[] {
    const open = new Set(groupIds);
    const found = new Set<string>();
    for (const desk of this.#byKey.values()) {
      if (open.size === 0) break;
      if (desk.compId !== compId || desk.agent.state.kind === "offline") continue;
      for (const { id } of desk.seat.groups) if (open.delete(id)) found.add(id);
    }
    return groupIds.filter((id) => found.has(id));
  }

  /** False when the input does not fit the agent's state. */
  apply(desk: Desk, input: AgentInput, actor = "engine"): boolean {
    const { clock, journal, broker } = this.#o;
    const now = clock.now();
    const before = callOf(desk.agent);
    const result = transition(desk.agent, input, now);
    if (!result) return false;
    desk.agent = result.agent;
    if (desk.agent.state.kind !== "wrapUp") desk.clear("wrapUp");
    if (desk.agent.state.kind !== "busy") desk.clear("status");
    for (const effect of result.effects) {
      if (effect.do === "wrapUpTimer")
        this.timer(desk, "wrapUp", effect.at - now, () => this.apply(desk, { type: "wrapUpTimeout" }));
      else if (effect.do === "statusTimer")
        this.timer(desk, "status", effect.at - now, () => this.#o.statusOver?.(desk));
      else {
        const { state } = desk.agent;
        if (state.kind === "busy" && state.endsAt === undefined) desk.clear("status");
        desk.reason = effect.reason;
        const callId = "callId" in state ? state.callId : before;
        void journal.append({
          stream: "agent",
          kind: "agent",
          compId: desk.compId,
          id: desk.agentId,
          at: now,
          actor,
          reason: effect.reason,
          fact: {
            type: "stateChanged",
            code: statusCodeOf(state),
            ...(state.kind === "busy" && state.customStatusId ? { customStatusId: state.customStatusId } : {}),
            ...(callId ? { callId } : {}),
          },
        });
        this.tell(desk, "agentState", stateFields(desk, now));
        void publish(broker, "agent.changed", {
          compId: desk.compId,
          agentId: desk.agentId,
          state,
          reason: effect.reason,
        });
      }
    }
    this.refresh(desk);
    if (desk.changed && callOf(desk.agent) === undefined) this.changed(desk, desk.changed.seat);
    return true;
  }

  tell(desk: Desk, name: CtiEventName, fields: Readonly<Record<string, string>>): void {
    desk.v += 1;
    const notice: AgentNotice = { compId: desk.compId, agentId: desk.agentId, v: desk.v, name, fields };
    void this.#o.broker.publish(agentTopic, notice);
  }

  timer(desk: Desk, name: DeskTimer, ms: number, run: () => void): void {
    desk.clear(name);
    desk.timers.set(
      name,
      this.#o.clock.after(ms, () => {
        desk.timers.delete(name);
        run();
      }),
    );
  }

  /** After any change: may calls be offered, is the device there, has the browser been gone too long. */
  refresh(desk: Desk): void {
    const { state } = desk.agent;
    const ready = state.kind === "ready";
    const open = ready && desk.registered && desk.connections.size > 0;
    if (open !== desk.pooled) {
      desk.pooled = open;
      this.#pool(desk);
    }
    if (!ready || desk.registered) desk.clear("device");
    else if (!desk.timers.has("device"))
      this.timer(desk, "device", limits.deviceCheck, () => this.apply(desk, { type: "setBusy", reason: "deviceGone" }));
    this.#watchSockets(desk);
  }

  #pool(desk: Desk): void {
    const groups = desk.seat.groups.map(({ id, level, priority }) => ({
      group: groupKey(desk.compId, id),
      level,
      priority,
    }));
    this.#o.queue(
      desk.pooled
        ? { type: "agentReady", agent: desk.key, groups, idleSince: desk.agent.idleSince, calls: this.taken(desk) }
        : { type: "agentGone", agent: desk.key },
    );
  }

  /** Calls to access numbers that the agent answered today. */
  taken(desk: Desk): number {
    return desk.taken.day === dayOf(this.#o.clock.now()).from.getTime() ? desk.taken.calls : 0;
  }

  /** One more, or as many as the records say. */
  took(desk: Desk, calls = this.taken(desk) + 1): void {
    desk.taken = { day: dayOf(this.#o.clock.now()).from.getTime(), calls };
  }

  /** The seat was changed; undefined: disabled or deleted. In a call it counts when the call is over. */
  changed(desk: Desk, seat: SeatInfo | undefined): void {
    if (callOf(desk.agent) !== undefined) {
      desk.changed = { seat };
      return;
    }
    desk.changed = undefined;
    if (!seat) {
      this.apply(desk, { type: "leave", reason: "seatDisabled" });
      return;
    }
    this.#byUser.delete(desk.seat.user);
    desk.seat = seat;
    this.#byUser.set(seat.user, desk);
    desk.registered = this.#o.isRegistered(seat.user);
    // Its groups, levels or priorities may be others now.
    if (desk.pooled) this.#pool(desk);
    this.refresh(desk);
  }

  #watchSockets(desk: Desk): void {
    const { state } = desk.agent;
    if (desk.aloneSince === undefined || state.kind === "offline") return desk.clear("sockets");
    if (callOf(desk.agent) !== undefined || desk.timers.has("sockets")) return;
    const left = desk.aloneSince + limits.socketLost - this.#o.clock.now();
    this.timer(desk, "sockets", Math.max(0, left), () => {
      if (desk.aloneSince !== undefined && callOf(desk.agent) === undefined)
        this.apply(desk, { type: "leave", reason: "socketLost" });
    });
  }

  /** The device of a user came or went. */
  device(user: string, instance: string | undefined): Desk | undefined {
    const desk = this.#byUser.get(user);
    if (!desk) return undefined;
    desk.registered = this.#o.isRegistered(user);
    if (instance !== undefined) desk.device = instance;
    this.refresh(desk);
    return desk;
  }

  stop(): void {
    for (const desk of this.#byKey.values()) {
      for (const name of [...desk.timers.keys()]) desk.clear(name);
      this.apply(desk, { type: "leave", reason: "serverRestart" });
      for (const name of [...desk.timers.keys()]) desk.clear(name);
    }
  }
}
