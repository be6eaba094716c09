/**
 * Runs calls: feeds what the switch reports to the call machine and does what it asks. Inputs are handled one after the
 * other to the end, so an effect that causes another input never interrupts the one that caused it.
 */
import type { LegId } from "../../../ports/switch.ts";
import { isGuest } from "../../numbers/index.ts";
import { step } from "../call-machine.ts";
import { legsOf } from "../call/parties.ts";
import type { TimerName } from "../call/timer-name.ts";
import type { Call, CallEffect, CallInput } from "../call/types.ts";
import { moveAgent, tellAgent } from "./agent-moves.ts";
import { AdministratorViews } from "./administrator-views.ts";
import { restoreAgentCallViews, updateAgentCallViews } from "./agent-call-views.ts";
import type { AgentSession } from "./agent-session.ts";
import type { AgentSessions } from "./agent-sessions.ts";
import { Inbox } from "./inbox.ts";
import { forgetCall, keepCall, type Timers } from "./keeping.ts";
import { closeCall, timeCallbacks, writeNote } from "./call-log.ts";
import { startTimer, stopTimer } from "./call-timers.ts";
import { CallQueue } from "./call-queue.ts";
import type { CallHooks } from "./callback-hooks.ts";
import type { EngineDeps } from "./deps.ts";
import { LegEvents } from "./leg-events.ts";
import { LiveCalls } from "./live-calls.ts";
import { Outsiders } from "./outsiders.ts";
import type { CallSnapshot } from "./snapshots.ts";
import { flowRunner, type FlowRunner } from "./run-flows.ts";
import { SecureKeys } from "./secure-keys.ts";
import { Targets } from "./targets.ts";
import { isVerb, Verbs, type Ordered } from "./verbs.ts";

interface Running extends Ordered {
  readonly timers: Timers;
}

export class Calls {
  readonly #d: EngineDeps;
  readonly #calls = new Map<string, Running>();
  /** Calls with others than agents. */
  readonly outsiders = new Outsiders();
  readonly administrators: AdministratorViews;
  readonly live = new LiveCalls();
  readonly targets: Targets;
  readonly #verbs: Verbs;
  readonly #secureKeys: SecureKeys;
  readonly #flows: FlowRunner;
  /** Calls that wait for an agent's answer. */
  readonly queue: CallQueue;
  readonly #legs: LegEvents;
  readonly #inbox = new Inbox<{ callId: string; input: CallInput }>(({ callId, input }) => this.#run(callId, input));
  readonly #work = new Set<Promise<unknown>>();
  #sessions!: AgentSessions;
  #hooks!: CallHooks;

  constructor(deps: EngineDeps) {
    this.#d = deps;
    const dispatch = (callId: string, input: CallInput) => void this.dispatch(callId, input);
    const sessions = () => this.#sessions;
    const track = (work: Promise<unknown>) => this.track(work);
    const call = (callId: string) => this.get(callId);
    const bySession = (sessionId: string) => this.get(this.outsiders.bySession(sessionId) ?? "");
    this.administrators = new AdministratorViews({ ...deps, call: bySession });
    this.queue = new CallQueue({
      ...deps,
      running: () => this.#calls.values(),
      call,
      dispatch,
      sessions,
      callback: (effect) => this.#hooks.callbacks.effect(effect),
      freed: () => this.#hooks.messages.changed(),
      track,
    });
    this.targets = new Targets({ ...deps, dispatch, sessions, track, call, aim: (...of) => this.#hooks.aim(...of) });
    this.#secureKeys = new SecureKeys({ ...deps, dispatch, sessions, track });
    this.#flows = flowRunner(deps, this);
    this.#verbs = new Verbs({
      ...deps,
      dispatch,
      terminal: (compId, agentId) => this.#sessions.get(compId, agentId)?.seat,
      born: (callId, leg, attempt, line) => {
        this.#legs.belongs(leg, callId);
        this.dispatch(callId, { type: "originated", attempt, leg, ...(line ? { line } : {}) });
        deps.legs.replay(leg);
      },
      track,
      hides: (compId, agentId) => this.#sessions.get(compId, agentId)?.hideNumbers ?? false,
    });
    const played: Verbs["played"] = (playId) => this.#verbs.played(playId);
    const parting: CallHooks["parting"] = (...of) => this.#hooks.parting(...of);
    this.#legs = new LegEvents({ ...deps, call, dispatch, played, parting, sessions });
  }

  meet(sessions: AgentSessions, hooks: CallHooks): void {
    this.#sessions = sessions;
    this.#hooks = hooks;
  }

  get size(): number {
    return this.#calls.size;
  }
  readonly all = (): Call[] => Array.from(this.#calls.values(), ({ call }) => call);
  readonly get = (callId: string): Call | undefined => this.#calls.get(callId)?.call;

  /** A leg that came in becomes a call's, with this input. False when the machine refused it. */
  takeIn(callId: string, leg: LegId, input: CallInput): boolean {
    this.#legs.belongs(leg, callId);
    const taken = this.dispatch(callId, input);
    this.#d.legs.replay(leg);
    return taken;
  }

  /** Of an enterprise's rooms. */
  meetings(compId: string): readonly Call[] {
    return this.ofEnterprise(compId).filter(({ meeting }) => meeting);
  }

  ofEnterprise = (compId: string): Call[] =>
    Array.from(this.#calls.values(), ({ call }) => call).filter((call) => call.compId === compId);

  /** Whether an agent may see numbers has changed: its bar has the call as it may see it now. */
  masked(session: AgentSession, hideNumbers: boolean): void {
    if (session.hideNumbers === hideNumbers) return;
    session.hideNumbers = hideNumbers;
    const call = this.get(session.callView?.callId ?? "");
    if (call) this.#show(call, call, []);
  }

  /** Takes over a new call whose legs so far are known. */
  begin(call: Call, input: Extract<CallInput, { type: "begin" }>): void {
    this.live.add(call);
    this.#hold(call);
    this.dispatch(call.callId, input);
    for (const { leg } of call.parties) if (leg) this.#d.legs.replay(leg);
  }

  #hold(call: Call): Running {
    const running: Running = { call, timers: new Map(), verbs: Promise.resolve(), recording: Promise.resolve() };
    this.#calls.set(call.callId, running);
    for (const leg of legsOf(call)) this.#legs.belongs(leg, call.callId);
    this.outsiders.add(call);
    return running;
  }

  /** A call of the engine before, with its place and its timers; nothing happens in it before `resume`. */
  restore({ call, timers, queued }: CallSnapshot): void {
    this.live.add(call);
    const running = this.#hold(call);
    if (queued) this.queue.restore(call, queued);
    for (const name of Object.keys(timers) as TimerName[])
      this.#timer(running, name, (timers[name] ?? 0) - this.#d.clock.now());
    restoreAgentCallViews(this.#sessions, call);
  }

  /** The switch does for it what it did, and what its legs said meanwhile is heard. */
  resume(callId: string): void {
    const running = this.#calls.get(callId);
    if (!running) return;
    this.#verbs.resume(running);
    // What was typed was in the memory of the process before.
    if (running.call.secure) this.dispatch(callId, { type: "secureEntryLost" });
    if (running.call.suspended) this.dispatch(callId, { type: "suspendLost" });
    if (running.call.flow) this.#flows.resume(running.call);
    for (const { leg } of running.call.parties) if (leg) this.#d.legs.replay(leg);
  }

  /** False when the machine refused the input. */
  readonly dispatch = (callId: string, input: CallInput): boolean => this.#inbox.put({ callId, input });

  /** Something that must be done before the engine may stop. */
  track(work: Promise<unknown>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work)).catch(() => undefined);
  }

  /** Ends every call and resolves when recordings are stored. */
  async stop(): Promise<void> {
    for (const callId of [...this.#calls.keys()]) this.dispatch(callId, { type: "shutdown" });
    this.queue.stop();
    await this.idle();
  }

  /** Resolves when recordings are stored, hang-ups done and look-ups answered. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled([...this.#work]);
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
    if (call.parties !== before.parties) {
      this.outsiders.changed(before, call);
      this.live.changed(before, call);
    }
    for (const effect of this.#verbs.prepared(running, effects)) this.#effect(running, effect);
    this.#show(before, call, effects);
    if (this.#calls.has(callId)) keepCall(this.#d, running, this.queue.placeOf(callId));
    return !refused;
  }

  #show(before: Call, call: Call, effects: readonly CallEffect[]): void {
    updateAgentCallViews({ sessions: this.#sessions, clock: this.#d.clock }, before, call, effects);
    this.administrators.update(before, call);
    this.#hooks.changed(before, call);
  }

  #effect(running: Running, e: CallEffect): void {
    const { call } = running;
    if (isVerb(e)) {
      if (e.do === "record") {
        const file = this.#d.recordings.file(call);
        writeNote(this.#d, call, { actor: "engine", fact: { type: "recordingStarted", file } });
      }
      return this.#verbs.run(running, e);
    }
    switch (e.do) {
      case "timer":
        return this.#timer(running, e.name, e.ms);
      case "clearTimer":
        return stopTimer(running.timers, e.name);
      case "secureKey":
      case "secureForget":
      case "secureKeep":
        return this.#secureKeys.run(call, e);
      case "enqueue":
        return this.queue.enqueue(call, e);
      case "widen":
        return this.queue.widen(call, e.group, e.level);
      case "release":
        return this.queue.release(call.callId);
      case "askCallback":
        return this.track(this.#hooks.callbacks.ask(call, e));
      case "keepVoicemail":
        return this.track(this.#hooks.messages.keep(call, e));
      case "dropCallback":
        return this.#hooks.callbacks.drop(e.id);
      case "flow":
      case "flowOver":
        return this.#flows.run(this.get(call.callId) ?? call, e);
      case "joinGroup":
        return this.queue.join(call, e.group);
      case "route":
        return this.targets.route(call, e.to, e.music);
      case "callDirectly":
        return this.targets.callDirectly(call, e.target);
      case "forward":
        return this.track(this.#hooks.forward(call, e));
      case "leaveQueue":
        return (this.#hooks.callbacks.left(call), this.queue.apply({ type: "callerGone", call: call.callId }));
      case "offerAccepted":
        return this.queue.accepted(call);
      case "offerFailed":
        return this.queue.offerFailed(call.callId);
      case "goIn":
      case "knock":
        return this.track(this.#hooks.room(call, e));
      case "callBack":
        return this.targets.callBack(call, e.agentId);
      case "tell":
        return tellAgent(this.#sessions, call, e);
      case "agent":
        return moveAgent(this.#sessions, call, e);
      case "note":
        writeNote(this.#d, call, e);
        return (this.#hooks.noted(call, e.fact), this.#hooks.callbacks.heard(call, e.fact.type));
      case "mark":
        return writeNote(this.#d, { compId: call.compId, callId: e.callId }, e);
      case "over":
        return this.#over(running, e);
    }
  }

  #timer(running: Running, name: TimerName, ms: number): void {
    const { callId } = running.call;
    startTimer(this.#d.clock, running.timers, name, ms, () => {
      const prospect = name === "announce" ? this.queue.prospect(running.call) : {};
      this.dispatch(callId, { type: "timer", name, ...prospect });
    });
  }

  #over(running: Running, { cause }: Extract<CallEffect, { do: "over" }>): void {
    const { call } = running;
    for (const { timer } of running.timers.values()) timer.cancel();
    this.#calls.delete(call.callId);
    this.#secureKeys.forget(call.callId);
    forgetCall(this.#d, call);
    for (const known of [this.live, this.outsiders]) known.remove(call);
    for (const { user } of call.parties) if (isGuest(user)) this.track(timeCallbacks(this.#d, call, user));
    this.#hooks.callbacks.over(call);
    const heard = this.#legs.measured(call.callId);
    if (heard) writeNote(this.#d, call, { actor: "engine", fact: heard });
    this.track(closeCall(this.#d, running, cause));
  }
}
