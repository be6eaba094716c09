/**
 * Runs calls: feeds what the switch reports to the call machine and does what it asks. Inputs are handled one after the
 * other to the end, so an effect that causes another input never interrupts the one that caused it.
 */
import type { Timer } from "../../../ports/clock.ts";
import type { LegId, SwitchEvent } from "../../../ports/switch.ts";
import type { Strategy } from "@liantai/api/contract/admin";
import type { RoutingReason } from "../../event-log/index.ts";
import { isGuest, type GroupPlan } from "../../numbers/index.ts";
import { QueueMachine, type QueueEffect, type QueueEntry, type QueueInput } from "../../routing/index.ts";
import { publish } from "../../topics.ts";
import { callOf } from "../agent-machine.ts";
import { step } from "../call-machine.ts";
import { queueOf, type Call, type CallEffect, type CallInput, type TimerName } from "../call/types.ts";
import { qualityLevel } from "./agent-call-view.ts";
import { updateAgentCallViews } from "./agent-call-views.ts";
import type { EngineDeps } from "./deps.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import { LiveCalls } from "./live-calls.ts";
import { QueuePositions } from "./queue-positions.ts";
import { agentKey, groupKey, type AgentSession } from "./agent-session.ts";
import { Targets } from "./targets.ts";
import { isVerb, Verbs, type Ordered } from "./verbs.ts";

interface Running extends Ordered {
  readonly timers: Map<TimerName, Timer>;
}

/** Why a strategy chose an agent, in the call's log. */
const reasons = {
  "longest-idle": "longestIdle",
  "least-calls": "leastCalls",
  "round-robin": "roundRobin",
  level: "bestLevel",
  random: "drawn",
} as const satisfies Record<Strategy, RoutingReason>;

type LegEvent = Exclude<SwitchEvent, { type: "incoming" | "registered" | "unregistered" }>;

export class Calls {
  readonly #d: EngineDeps;
  readonly #calls = new Map<string, Running>();
  readonly #legs = new Map<LegId, string>();
  /** Calls a SIP user that is no agent's takes part in. */
  readonly #users = new Map<string, string>();
  readonly live = new LiveCalls();
  readonly targets: Targets;
  readonly #verbs: Verbs;
  readonly #queue = new QueueMachine();
  readonly #positions: QueuePositions;
  /** Events of legs whose originate, or whose look-up, has not come back yet. */
  readonly #early = new Map<LegId, LegEvent[]>();
  #expected = 0;
  readonly #inbox: { readonly callId: string; readonly input: CallInput }[] = [];
  #draining = false;
  readonly #work = new Set<Promise<unknown>>();
  #sessions!: AgentSessions;

  constructor(deps: EngineDeps) {
    this.#d = deps;
    this.#positions = new QueuePositions({
      clock: deps.clock,
      calls: () => [...this.#calls.values()].map((running) => running.call),
      ahead: (callId) => this.#queue.ahead(callId),
      dispatch: (callId, input) => void this.dispatch(callId, input),
    });
    this.targets = new Targets({
      ...deps,
      dispatch: (callId, input) => void this.dispatch(callId, input),
      sessions: () => this.#sessions,
      track: (work) => this.track(work),
    });
    this.#verbs = new Verbs({
      ...deps,
      dispatch: (callId, input) => this.dispatch(callId, input),
      born: (callId, leg, attempt) => {
        this.#legs.set(leg, callId);
        this.dispatch(callId, { type: "originated", attempt, leg });
        this.#replay(leg);
      },
      expect: () => this.expect(),
      expected: () => this.expected(),
      track: (work) => this.track(work),
      hides: (compId, agentId) => this.#sessions.get(compId, agentId)?.hideNumbers ?? false,
    });
  }

  meet(sessions: AgentSessions): void {
    this.#sessions = sessions;
  }

  get size(): number {
    return this.#calls.size;
  }

  get(callId: string): Call | undefined {
    return this.#calls.get(callId)?.call;
  }

  /** Whether an agent may see numbers has changed: its bar has the call as it may see it now. */
  masked(session: AgentSession, hideNumbers: boolean): void {
    if (session.hideNumbers === hideNumbers) return;
    session.hideNumbers = hideNumbers;
    const callId = session.callView?.callId;
    const call = callId === undefined ? undefined : this.get(callId);
    if (call) this.#show(call, call, []);
  }

  byUser(user: string): string | undefined {
    return this.#users.get(user);
  }

  waiting(compId: string): number {
    let count = 0;
    for (const { call } of this.#calls.values())
      if (call.compId === compId && (call.phase.kind === "waiting" || call.phase.kind === "offering")) count += 1;
    return count;
  }

  /** Takes over a new call whose legs so far are known. */
  begin(call: Call, input: Extract<CallInput, { type: "begin" }>): void {
    this.live.add(call);
    this.#calls.set(call.callId, { call, timers: new Map(), verbs: Promise.resolve(), recording: Promise.resolve() });
    for (const side of [call.near, call.far]) {
      if (side?.leg) this.#legs.set(side.leg, call.callId);
      if (side?.user && !side.agentId) this.#users.set(side.user, call.callId);
    }
    this.dispatch(call.callId, input);
    for (const side of [call.near, call.far]) if (side?.leg) this.#replay(side.leg);
  }

  /** False when the machine refused the input. */
  dispatch(callId: string, input: CallInput): boolean {
    this.#inbox.push({ callId, input });
    if (this.#draining) return true;
    this.#draining = true;
    let accepted: boolean | undefined;
    try {
      for (let item = this.#inbox.shift(); item; item = this.#inbox.shift()) {
        const ok = this.#run(item.callId, item.input);
        accepted ??= ok;
      }
    } finally {
      this.#draining = false;
    }
    return accepted ?? true;
  }

  /** Something that must be done before the engine may stop. */
  track(work: Promise<unknown>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work)).catch(() => undefined);
  }

  expect(): void {
    this.#expected += 1;
  }

  expected(): void {
    this.#expected -= 1;
    if (this.#expected === 0) this.#early.clear();
  }

  /** Ends every call and resolves when recordings are stored. */
  async stop(): Promise<void> {
    for (const callId of [...this.#calls.keys()]) this.dispatch(callId, { type: "shutdown" });
    this.#positions.stop();
    await this.idle();
  }

  /** Resolves when recordings are stored, hang-ups done and look-ups answered. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled([...this.#work]);
  }

  queue(input: QueueInput): void {
    for (const effect of this.#queue.apply(input)) this.#queueEffect(effect);
    // Who becomes ready takes the first in line, whose place stays taken until the answer.
    if (input.type !== "agentReady" && input.type !== "agentGone") this.#positions.changed();
  }

  /** Nobody, or somebody again, is signed in to these groups: the calls that wait there, or are to, must know. */
  attendance(compId: string, groupIds: readonly string[]): void {
    const changed = new Set(groupIds);
    for (const { call } of [...this.#calls.values()]) {
      const groups = call.compId === compId ? (queueOf(call)?.groups.map((g) => g.id) ?? []) : [];
      if (groups.some((id) => changed.has(id)))
        this.dispatch(call.callId, { type: "served", groups: this.#sessions.served(compId, groups) });
    }
  }

  #run(callId: string, input: CallInput): boolean {
    const running = this.#calls.get(callId);
    if (!running) {
      if (input.type === "originated") this.#verbs.drop(input.leg);
      return false;
    }
    const before = running.call;
    const { call, effects, refused } = step(before, input, this.#d.clock.now());
    running.call = call;
    for (const effect of effects) this.#effect(running, effect);
    this.#show(before, call, effects);
    return !refused;
  }

  #show(before: Call, call: Call, effects: readonly CallEffect[]): void {
    const { broker, clock } = this.#d;
    updateAgentCallViews({ sessions: this.#sessions, broker, clock }, before, call, effects);
  }

  #effect(running: Running, e: CallEffect): void {
    const { call } = running;
    const { clock, eventLog, recordings } = this.#d;
    if (isVerb(e)) {
      if (e.do === "record")
        void eventLog.append({
          stream: "contact",
          kind: "call",
          compId: call.compId,
          id: call.callId,
          at: clock.now(),
          actor: "engine",
          fact: { type: "recordingStarted", file: recordings.file(call) },
        });
      return this.#verbs.run(running, e);
    }
    switch (e.do) {
      case "timer": {
        running.timers.get(e.name)?.cancel();
        running.timers.set(
          e.name,
          clock.after(e.ms, () => {
            running.timers.delete(e.name);
            this.dispatch(call.callId, {
              type: "timer",
              name: e.name,
              ...(e.name === "announce" ? { ahead: this.#queue.ahead(call.callId) ?? 0 } : {}),
            });
          }),
        );
        return;
      }
      case "clearTimer":
        running.timers.get(e.name)?.cancel();
        running.timers.delete(e.name);
        return;
      case "enqueue":
        return this.queue({
          type: "callerArrived",
          call: call.callId,
          groups: e.groups.map((g) => this.#entry(call, g)),
          at: call.startedAt,
          firstInLine: e.firstInLine,
          draw: this.#draw(),
        });
      case "joinGroup":
        return this.queue({
          type: "groupAdded",
          call: call.callId,
          entry: this.#entry(call, e.group),
          draw: this.#draw(),
        });
      case "route":
        return this.targets.route(call, e.to);
      case "callDirectly":
        return this.targets.callDirectly(call, e.target);
      case "leaveQueue":
        return this.queue({ type: "callerGone", call: call.callId });
      case "offerAccepted":
        return this.queue({ type: "offerAccepted", call: call.callId });
      case "offerFailed":
        return this.queue({ type: "offerFailed", call: call.callId, draw: this.#draw() });
      case "agent":
        return this.#agent(call, e);
      case "note":
        void eventLog.append({
          stream: "contact",
          kind: "call",
          compId: call.compId,
          id: call.callId,
          at: clock.now(),
          actor: e.actor,
          ...(e.reason ? { reason: e.reason } : {}),
          fact: e.fact,
        });
        return;
      case "over":
        return this.#over(running, e);
    }
  }

  #agent(call: Call, e: Extract<CallEffect, { do: "agent" }>): void {
    const session = this.#sessions.get(call.compId, e.agentId);
    if (!session) return;
    // Only the call an agent is in may move it; leaving and resetting are the agent's own.
    if (e.input.type !== "leave" && e.input.type !== "recover" && callOf(session.agent) !== call.callId) return;
    if (e.input.type === "answered" && call.direction === "inbound" && call.near?.agentId === e.agentId)
      this.#sessions.took(session);
    this.#sessions.apply(session, e.input);
  }

  #entry(call: Call, g: GroupPlan): QueueEntry {
    return { group: groupKey(call.compId, g.id), strategy: g.strategy, limit: g.queueLimit };
  }

  #draw(): number {
    return this.#d.random.int(1_000_000) / 1_000_000;
  }

  #queueEffect(e: QueueEffect): void {
    if (e.type === "queued") return void this.dispatch(e.call, { type: "queued", ahead: e.ahead, offered: e.offered });
    if (e.type === "full") return void this.dispatch(e.call, { type: "queueFull" });
    const session = this.#sessions.byKey(e.agent);
    const now = this.#d.clock.now();
    if (session) session.pooled = false;
    if (!session || !this.#sessions.apply(session, { type: "offer", callId: e.call })) {
      this.#d.logger.error({ agent: e.agent, callId: e.call }, "the queue offered a call to an agent who is not ready");
      return this.queue({ type: "offerFailed", call: e.call, draw: this.#draw() });
    }
    const group = e.group.slice(e.group.indexOf("/") + 1);
    const wrapUpMs = session.seat.groups.find((g) => g.id === group)?.wrapUpMs ?? 0;
    this.dispatch(e.call, {
      type: "offer",
      agentId: session.agentId,
      user: session.seat.user,
      number: session.seat.extension,
      idleMs: now - e.idleSince,
      wrapUpMs,
      autoAnswer: session.seat.autoAnswer === 2,
      reason: e.firstInLine ? "firstInLine" : e.strategy ? reasons[e.strategy] : "nextFree",
      group,
    });
  }

  #over(running: Running, { cause }: Extract<CallEffect, { do: "over" }>): void {
    const { call } = running;
    const { eventLog, recordings, clock, broker, logger } = this.#d;
    for (const timer of running.timers.values()) timer.cancel();
    this.#calls.delete(call.callId);
    this.live.remove(call);
    for (const side of [call.near, call.far])
      if (side && this.#users.get(side.user) === call.callId) this.#users.delete(side.user);
    if (isGuest(call.far.user))
      this.track(
        this.#d.numbers.guests
          .callOver(call.far.user)
          .catch((error: unknown) => logger.error({ error, callId: call.callId }, "a page's callbacks were not timed")),
      );
    this.track(
      (async () => {
        await Promise.all([running.verbs, running.recording]);
        const stored = call.recorded
          ? await recordings.store(call).catch((error: unknown) => {
              // The file stays in the folder of live recordings; the next start stores it.
              logger.error({ error, callId: call.callId }, "a recording could not be stored");
              return undefined;
            })
          : undefined;
        if (stored)
          void eventLog.append({
            stream: "contact",
            kind: "call",
            compId: call.compId,
            id: call.callId,
            at: clock.now(),
            actor: "engine",
            fact: stored,
          });
        await eventLog.flush();
        await publish(broker, "call.recorded", {
          compId: call.compId,
          callId: call.callId,
          agentId: call.near?.agentId ?? null,
          cause,
        });
      })(),
    );
  }

  /** An event of a leg. */
  heard(event: LegEvent): void {
    if (event.type === "playDone") {
      const play = this.#verbs.played(event.playId);
      // When the leg hung up its own event follows; the call must not go on in between.
      if (play && event.reason !== "hangup") this.dispatch(play.callId, { type: "playDone", tag: play.tag });
      return;
    }
    const callId = this.#legs.get(event.leg);
    if (callId === undefined) {
      if (this.#expected > 0 && event.type !== "quality")
        this.#early.set(event.leg, [...(this.#early.get(event.leg) ?? []), event]);
      return;
    }
    switch (event.type) {
      case "ringing":
        this.dispatch(callId, { type: "legRinging", leg: event.leg });
        return;
      case "answered":
        this.dispatch(callId, { type: "legUp", leg: event.leg });
        return;
      case "hungup":
        this.#legs.delete(event.leg);
        this.dispatch(callId, {
          type: "legGone",
          leg: event.leg,
          cause: event.cause,
          ...(event.sipCode === undefined ? {} : { sipCode: event.sipCode }),
        });
        return;
      case "lost":
        return this.#lost(callId, event);
      case "found":
        this.dispatch(callId, { type: "legFound", leg: event.leg });
        return;
      case "digit":
        this.dispatch(callId, { type: "digit", leg: event.leg, digit: event.digit });
        return;
      case "deviceHold":
        this.dispatch(callId, { type: "deviceHold", leg: event.leg, held: event.held });
        return;
      case "quality": {
        const session = this.#sessionOfLeg(callId, event.leg);
        if (session)
          this.#sessions.notify(session, "quality", {
            level: String(qualityLevel(event.loss, event.jitterMs)),
            loss: String(event.loss),
            jitterMs: String(Math.round(event.jitterMs)),
          });
      }
    }
  }

  #lost(callId: string, event: Extract<LegEvent, { type: "lost" }>): void {
    const session = this.#sessionOfLeg(callId, event.leg);
    const call = this.get(callId);
    const user = [call?.near, call?.far].find((s) => s?.leg === event.leg)?.user;
    if (session) this.#sessions.notify(session, "quality", { level: "-1", loss: "1", jitterMs: "0" });
    this.dispatch(callId, { type: "legLost", leg: event.leg });
    // Its page may have registered again before anybody noticed that the old socket was dead.
    if (event.why === "socket" && user !== undefined && this.#d.switch.isRegistered(user))
      this.dispatch(callId, { type: "registered", user });
  }

  #sessionOfLeg(callId: string, leg: LegId): AgentSession | undefined {
    const call = this.get(callId);
    const agentId = [call?.near, call?.far].find((s) => s?.leg === leg)?.agentId;
    return call && agentId ? this.#sessions.byKey(agentKey(call.compId, agentId)) : undefined;
  }

  #replay(leg: LegId): void {
    const events = this.#early.get(leg) ?? [];
    this.#early.delete(leg);
    for (const event of events) this.heard(event);
  }
}
