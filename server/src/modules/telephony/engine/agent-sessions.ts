/**
 * Runs the agent machine: applies inputs, logs every change and sends it to the agent, keeps the queue machine's idea
 * of who may be offered.
 */
import { type CtiEventName, dayOf, type OutgoingMessage, statusCodeOf } from "@liantai/api/contract";
import type { SeatInfo } from "../../numbers/index.ts";
import type { QueueInput } from "../../routing/index.ts";
import { publish } from "../../topics.ts";
import { callOf, transition } from "../agent-machine.ts";
import type { AgentInput } from "../agent-types.ts";
import { limits } from "../call/limits.ts";
import { agentTopic, type AgentNotice } from "../topics.ts";
import { Attendance } from "./attendance.ts";
import type { EngineDeps } from "./deps.ts";
import { AgentSession, agentKey, forwardsAll, groupKey, stateFields, type SessionTimer } from "./agent-session.ts";

export interface AgentSessionsOptions extends Pick<EngineDeps, "clock" | "broker" | "eventLog" | "logger"> {
  readonly isRegistered: (user: string) => boolean;
  readonly queue: (input: QueueInput) => void;
  /** The agent has signed out, or was. */
  readonly left: (agent: string) => void;
  /** The first agent of these groups has signed in, or the last one is gone. */
  readonly attendance: (compId: string, groupIds: readonly string[]) => void;
  /** What others see of an agent may be another now. */
  readonly touched: (session: AgentSession) => void;
  /** A custom status lasts too long. */
  readonly statusOver?: (session: AgentSession) => void;
}

const nowhere: SeatInfo["groups"] = [];

export class AgentSessions {
  readonly #o: AgentSessionsOptions;
  readonly #byKey = new Map<string, AgentSession>();
  readonly #byUser = new Map<string, AgentSession>();
  readonly #attendance = new Attendance();
  /** Of these, those in no custom status: who may take a call sooner or later. */
  readonly #working = new Attendance();

  constructor(options: AgentSessionsOptions) {
    this.#o = options;
  }

  get(compId: string, agentId: string): AgentSession | undefined {
    return this.#byKey.get(agentKey(compId, agentId));
  }

  byKey = (key: string): AgentSession | undefined => this.#byKey.get(key);

  byUser = (user: string): AgentSession | undefined => this.#byUser.get(user);

  all(): IterableIterator<AgentSession> {
    return this.#byKey.values();
  }

  /** The agent's session, with the seat as it is now. In a call the seat stays as it was. */
  open(seat: SeatInfo): AgentSession {
    const known = this.get(seat.compId, seat.agentId);
    if (known) {
      if (callOf(known.agent) === undefined) this.changed(known, seat);
      return known;
    }
    const session = new AgentSession(seat, this.#o.clock.now());
    this.#byKey.set(session.key, session);
    this.#byUser.set(seat.user, session);
    return session;
  }

  /** Agents that are signed in to a group, by its key. */
  signedIn(group: string): number {
    return this.#attendance.count(group);
  }

  agentsOf = (group: string): Iterable<string> => this.#attendance.agents(group);

  /** Of these, those that are in no custom status. */
  working = (group: string): number => this.#working.count(group);

  /** Of the groups those in which somebody is signed in. */
  served(compId: string, groupIds: readonly string[]): string[] {
    return groupIds.filter((id) => this.#attendance.has(groupKey(compId, id)));
  }

  /** False when the input does not fit the agent's state. */
  apply(session: AgentSession, input: AgentInput, actor = "engine"): boolean {
    const { clock, eventLog, broker } = this.#o;
    const now = clock.now();
    const before = callOf(session.agent);
    const result = transition(session.agent, input, now);
    if (!result) return false;
    session.agent = result.agent;
    if (session.agent.state.kind !== "wrapUp") session.clear("wrapUp");
    if (session.agent.state.kind !== "busy") session.clear("status");
    for (const effect of result.effects) {
      if (effect.do === "wrapUpTimer")
        this.timer(session, "wrapUp", Math.max(0, effect.at - now), () =>
          this.apply(session, { type: "wrapUpTimeout" }),
        );
      else if (effect.do === "statusTimer")
        this.timer(session, "status", Math.max(0, effect.at - now), () => this.#o.statusOver?.(session));
      else if (effect.do === "rest") this.notify(session, "agentState", stateFields(session, now));
      else if (effect.do === "moment") {
        void eventLog.append({
          stream: "agent",
          kind: "agent",
          compId: session.compId,
          id: session.agentId,
          at: now,
          actor,
          reason: effect.reason,
          fact: { type: "moment", code: effect.code, ...(before ? { callId: before } : {}) },
        });
        this.notify(session, "agentState", {
          ...stateFields(session, now),
          code: String(effect.code),
          reason: effect.reason,
        });
      } else {
        const { state } = session.agent;
        if (state.kind === "busy" && state.endsAt === undefined) session.clear("status");
        session.reason = effect.reason;
        const callId = "callId" in state ? state.callId : before;
        void eventLog.append({
          stream: "agent",
          kind: "agent",
          compId: session.compId,
          id: session.agentId,
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
        this.notify(session, "agentState", stateFields(session, now));
        void publish(broker, "agent.changed", {
          compId: session.compId,
          agentId: session.agentId,
          state,
          reason: effect.reason,
        });
      }
    }
    this.refresh(session);
    if (session.changed && callOf(session.agent) === undefined) this.changed(session, session.changed.seat);
    return true;
  }

  notify(session: AgentSession, name: CtiEventName, fields: Readonly<Record<string, string>>): void {
    session.v += 1;
    this.touch(session);
    const notice: AgentNotice = { compId: session.compId, agentId: session.agentId, v: session.v, name, fields };
    void this.#o.broker.publish(agentTopic, notice);
  }

  touch(session: AgentSession): void {
    this.#o.touched(session);
  }

  /** To the agent's pages, beside the CTI link. */
  message({ compId, agentId }: AgentSession, message: OutgoingMessage): void {
    void publish(this.#o.broker, "message.send", { to: { compId, agentId }, message });
  }

  timer(session: AgentSession, name: SessionTimer, ms: number, run: () => void): void {
    session.clear(name);
    session.timers.set(
      name,
      this.#o.clock.after(ms, () => {
        session.timers.delete(name);
        run();
      }),
    );
  }

  /** After any change: may calls be offered, is the device there, has the browser been gone too long. */
  refresh(session: AgentSession): void {
    const { state } = session.agent;
    const ready = state.kind === "ready";
    const open = ready && session.registered && session.connections.size > 0 && !forwardsAll(session);
    if (open !== session.pooled) {
      session.pooled = open;
      this.#pool(session);
    }
    if (!ready || session.registered) session.clear("device");
    else if (!session.timers.has("device"))
      this.timer(session, "device", limits.deviceCheck, () =>
        this.apply(session, { type: "setBusy", reason: "deviceGone" }),
      );
    this.#watchSockets(session);
    this.#attend(session);
    this.touch(session);
  }

  #attend(session: AgentSession): void {
    const { state } = session.agent;
    const groups = state.kind === "offline" ? nowhere : session.seat.groups;
    const rests = state.kind === "busy" && state.customStatusId !== undefined;
    const works = rests || forwardsAll(session) ? nowhere : groups;
    const keysOf = (of: SeatInfo["groups"]) => of.map(({ id }) => groupKey(session.compId, id));
    if (works !== session.works) this.#working.set(session.key, keysOf((session.works = works)));
    if (groups === session.attends) return;
    session.attends = groups;
    if (groups === nowhere) this.#o.left(session.key);
    const changed = this.#attendance.set(session.key, keysOf(groups));
    if (changed.length > 0)
      this.#o.attendance(
        session.compId,
        changed.map((key) => key.slice(session.compId.length + 1)),
      );
  }

  #pool(session: AgentSession): void {
    const groups = session.seat.groups.map(({ id, level, priority }) => ({
      group: groupKey(session.compId, id),
      level,
      priority,
    }));
    this.#o.queue(
      session.pooled
        ? {
            type: "agentReady",
            agent: session.key,
            groups,
            idleSince: session.agent.idleSince,
            calls: this.taken(session),
          }
        : { type: "agentGone", agent: session.key },
    );
  }

  /** Calls to access numbers that the agent answered today. */
  taken(session: AgentSession): number {
    return session.taken.day === dayOf(this.#o.clock.now()).from.getTime() ? session.taken.calls : 0;
  }

  /** One more, or as many as the records say. */
  took(session: AgentSession, calls = this.taken(session) + 1): void {
    session.taken = { day: dayOf(this.#o.clock.now()).from.getTime(), calls };
  }

  /** The seat was changed; undefined: disabled or deleted. In a call it counts when the call is over. */
  changed(session: AgentSession, seat: SeatInfo | undefined): void {
    if (callOf(session.agent) !== undefined) {
      session.changed = { seat };
      return;
    }
    session.changed = undefined;
    if (!seat) {
      this.apply(session, { type: "leave", reason: "seatDisabled" });
      return;
    }
    // Another seat may have this telephone by now: his change counted at once, ours when the call was over.
    if (this.#byUser.get(session.seat.user) === session) this.#byUser.delete(session.seat.user);
    session.seat = seat;
    this.#byUser.set(seat.user, session);
    session.registered = this.reaches(seat);
    // Its groups, levels or priorities may be others now.
    if (session.pooled) this.#pool(session);
    this.refresh(session);
  }

  #watchSockets(session: AgentSession): void {
    const { state } = session.agent;
    if (session.aloneSince === undefined || state.kind === "offline") return session.clear("sockets");
    if (callOf(session.agent) !== undefined || session.timers.has("sockets")) return;
    const left = session.aloneSince + limits.socketLost - this.#o.clock.now();
    this.timer(session, "sockets", Math.max(0, left), () => {
      if (session.aloneSince !== undefined && callOf(session.agent) === undefined)
        this.apply(session, { type: "leave", reason: "socketLost" });
    });
  }

  /** It can be rung: a line outside at any time, anything else while it is registered. */
  reaches({ user, line }: SeatInfo): boolean {
    return line !== undefined || this.#o.isRegistered(user);
  }

  /** The device of a user came or went. */
  device(user: string, instance: string | undefined): AgentSession | undefined {
    const session = this.#byUser.get(user);
    if (!session) return undefined;
    session.registered = this.reaches(session.seat);
    if (instance !== undefined) session.device = instance;
    this.refresh(session);
    return session;
  }

  stop(): void {
    for (const session of this.#byKey.values()) {
      for (const name of [...session.timers.keys()]) session.clear(name);
      this.apply(session, { type: "leave", reason: "serverRestart" });
      for (const name of [...session.timers.keys()]) session.clear(name);
    }
  }
}
