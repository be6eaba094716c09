/** What is round a call in walks of the call machine: telephones, time, agents as the engine moves them, and the record of it all. */
import { applyContact } from "../../event-log/index.ts";
import { callOf, offlineAgent, transition } from "../agent-machine.ts";
import type { Agent, AgentInput } from "../agent-types.ts";
import { step } from "../call-machine.ts";
import { hearingsOf, recordedOf } from "../call/audio.ts";
import { limits } from "../call/limits.ts";
import { legsOf, partyOf } from "../call/parties.ts";
import { isOurs } from "../call/party.ts";
import type { TimerName } from "../call/timer-name.ts";
import type { Call, CallEffect, CallInput } from "../call/types.ts";
import { routedTo } from "./call-parties.ts";
import { same } from "./walks.ts";

type Originate = Extract<CallEffect, { do: "originate" }>;
type Contact = ReturnType<typeof applyContact>;
/** Agent c is at a line outside, everybody else at a device that registers. */
const lineOf = (user: string) => (user === "c" ? { line: { confirm: false } } : {});

export class World {
  call: Call;
  now = 0;
  readonly legs = new Map<string, { user: string; party: string; state: "rings" | "up" | "silent" | "cut" }>();
  readonly timers = new Map<TimerName, number>();
  readonly agents = new Map<string, Agent>();
  readonly away = new Set<string>();
  /** Parties whose person hung up. */
  readonly goodbye = new Set<string>();
  /** Parties and when each was lost. */
  readonly lostAt = new Map<string, number>();
  /** What the log makes of the call. */
  contact: Contact | undefined;
  /** How often it ended. */
  ends = 0;
  told: unknown = {};
  steps = 0;
  #asked: Originate[] = [];
  /** What the engine finds out, and answers after the step. */
  #questions: (() => void)[] = [];
  #recording: { legs: unknown; silent: boolean } | undefined;
  #legs = 0;
  #seq = 0;

  constructor(call: Call) {
    this.call = call;
    for (const each of call.parties)
      if (each.leg) this.legs.set(each.leg, { user: each.user, party: each.id, state: "up" });
    for (const id of ["a", "b", "c", "m"]) {
      this.agents.set(id, offlineAgent(0));
      for (const input of [{ type: "signIn" }, { type: "setReady", reason: "byAgent" }] as const) this.move(id, input);
    }
  }

  /** False: it does not fit what he does. */
  move(agentId: string, input: AgentInput): boolean {
    const agent = this.agents.get(agentId);
    const next = agent && transition(agent, input, this.now);
    if (next) this.agents.set(agentId, next.agent);
    return next !== undefined;
  }

  /** An order of somebody's for which an agent is reserved first, as the engine does it. */
  order(input: CallInput, rung?: string, how: "offer" | "dial" = "offer"): void {
    if (rung === undefined || callOf(this.agents.get(rung)!) === "c") return void this.put(input);
    if (!this.move(rung, { type: how, callId: "c" }) || this.put(input)) return;
    this.move(
      rung,
      how === "dial"
        ? { type: "callEnded", wrapUpMs: 0 }
        : { type: "offerEnded", reason: "customerGone", restore: true },
    );
  }

  /** False: the machine refused it. */
  put(input: CallInput): boolean {
    const before = this.call;
    const { call, effects, refused } = step(before, input, this.now);
    this.call = call;
    this.steps += 1;
    for (const e of effects) this.#did(e);
    if (!refused || effects.length > 0) this.#check(before);
    return !refused;
  }

  #did(e: CallEffect): void {
    switch (e.do) {
      case "agent":
        if (e.input.type === "leave" || e.input.type === "recover" || callOf(this.agents.get(e.agentId)!) === "c")
          this.move(e.agentId, e.input);
        return;
      case "arrange":
        this.told = this.call.hearings;
        return;
      case "record":
      case "recordLegs":
        this.#recording = { silent: false, ...this.#recording, legs: e.legs };
        return;
      case "pauseRecording":
        this.#recording = { legs: undefined, ...this.#recording, silent: e.paused };
        return;
      case "timer":
        return void this.timers.set(e.name, this.now + e.ms);
      case "clearTimer":
        return void this.timers.delete(e.name);
      case "hangup":
        return void this.legs.delete(e.leg);
      case "note":
        return this.#note(e);
      case "callBack":
        return void this.#questions.push(() => this.#ring(e.agentId, "transferBack"));
      case "callDirectly":
        return void this.#questions.push(() => this.#ring(e.target.id, "byTarget"));
      case "route":
        return void this.#questions.push(() => this.put({ type: "routed", routed: routedTo("h") }));
      case "enqueue":
        return void this.#questions.push(() => this.put({ type: "queued", ahead: 0, offered: false, held: false }));
      case "originate":
        // A person who hung up is never called again.
        expect(this.goodbye).not.toContain(e.party);
        this.#asked.push(e);
        return;
      default:
        return;
    }
  }

  #note({ fact, actor, reason }: Extract<CallEffect, { do: "note" }>): void {
    if (fact.type === "ended") this.ends += 1;
    this.contact = applyContact(this.contact, {
      ...{ stream: "contact", kind: "call", compId: "100001", id: "c", seq: ++this.#seq },
      ...{ at: this.now, actor, fact },
      ...(reason === undefined ? {} : { reason }),
    });
  }

  /** Of a seat that is rung for itself: whether it is free is looked at then. */
  #ring(agentId: string, reason: "transferBack" | "byTarget"): void {
    const free = !this.away.has(agentId) && this.move(agentId, { type: "offer", callId: "c" });
    if (!free) return void this.put({ type: "notFree", cause: "unreachable" });
    const rung = { number: agentId, user: agentId, agentId, wrapUpMs: 500, idleMs: 0, autoAnswer: false };
    this.put({ type: "offer", ...rung, reason });
  }

  /** Every originate that was asked for, and every question, is answered. */
  settle(): void {
    for (;;) {
      const question = this.#questions.shift();
      if (question) {
        if (this.call.phase.kind !== "ended") question();
        continue;
      }
      const next = this.#asked.shift();
      if (!next) return;
      this.#originated(next);
    }
  }

  #originated({ attempt, user, party, at }: Originate): void {
    const line = at ? { line: { confirm: false } } : lineOf(user);
    if (!at && this.away.has(user) && user !== "c")
      return void this.put({ type: "originateFailed", attempt, cause: "unreachable" });
    const leg = `L${++this.#legs}`;
    this.legs.set(leg, { user: at ? `${user}'s other` : user, party, state: "rings" });
    this.put({ type: "originated", attempt, leg, ...line });
    if (this.legs.has(leg)) this.put({ type: "legRinging", leg });
  }

  /** Who was away and is called on another line is there. */
  answer(leg: string): void {
    const known = this.legs.get(leg)!;
    known.state = "up";
    this.away.delete(known.user);
    this.put({ type: "legUp", leg });
  }

  /** Its sound takes a moment more. */
  lift(leg: string): void {
    this.put({ type: "legAccepted", leg });
  }

  gone(leg: string, cause: "normal" | "rejected" | "failed" | "unreachable"): void {
    const { party } = this.legs.get(leg)!;
    this.legs.delete(leg);
    // Who does not want to go on there goes on where he is.
    const moves = this.call.parties.some(({ rejoin }) => rejoin?.leg === leg && rejoin.moves);
    if (!moves && (cause === "normal" || cause === "rejected")) this.goodbye.add(party);
    this.put({ type: "legGone", leg, cause });
  }

  /** The device's socket is gone with its registration. */
  drop(user: string): void {
    if (this.away.has(user)) return;
    this.away.add(user);
    for (const [leg, known] of [...this.legs]) {
      if (known.user !== user || !this.legs.has(leg)) continue;
      if (known.state === "rings") this.gone(leg, "unreachable");
      else this.#lost(leg, "cut");
    }
  }

  #lost(leg: string, state: "silent" | "cut"): void {
    this.legs.get(leg)!.state = state;
    this.put({ type: "legLost", leg });
  }

  silent(leg: string): void {
    if (this.legs.get(leg)?.state === "up") this.#lost(leg, "silent");
  }

  /** The same device: its legs are found. Another one of the user: it registers. */
  back(user: string, same: boolean): void {
    this.away.delete(user);
    for (const [leg, known] of [...this.legs]) {
      if (!same || known.user !== user || known.state !== "cut" || !this.legs.has(leg)) continue;
      known.state = "up";
      this.put({ type: "legFound", leg });
    }
    this.put({ type: "registered", user });
  }

  /** What is said to somebody has been heard. */
  heard(): void {
    const { playing } = this.call;
    if (playing) this.put({ type: "playDone", tag: playing.tag });
  }

  pass(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const [name, at] = [...this.timers].sort((x, y) => x[1] - y[1])[0] ?? [];
      if (name === undefined || at === undefined || at > until) break;
      this.now = Math.max(this.now, at);
      this.timers.delete(name);
      this.put({ type: "timer", name });
      this.settle();
    }
    this.now = until;
  }

  #check(before: Call): void {
    const { call } = this;
    const mine = new Set(legsOf(call));
    if (call.phase.kind === "ended") {
      // Monitors' legs among them.
      same([...this.legs.keys()], []);
      same(
        [...this.agents].filter(([, agent]) => callOf(agent) !== undefined),
        [],
      );
      return this.#recorded();
    }
    same(this.told, hearingsOf(call));
    if (this.#recording?.legs) same(this.#recording.legs, recordedOf(call));
    if (this.#recording) same(this.#recording.silent, call.recorder.state !== "on");
    // No ghost: whatever rings or talks belongs to a party.
    same(
      [...this.legs.keys()].filter((leg) => !mine.has(leg)),
      [],
    );
    for (const each of call.parties) {
      const was = before.parties.find(({ id }) => id === each.id);
      if (!each.lost) this.lostAt.delete(each.id);
      else if (!was?.lost) this.lostAt.set(each.id, this.now);
      // Nobody is waited for longer than his grace, and somebody always is.
      if (each.lost)
        same(
          this.timers.get(`lost-${each.id}`),
          this.lostAt.get(each.id)! + (isOurs(each) ? limits.agentLost : limits.callerLost),
        );
      else same(this.timers.has(`lost-${each.id}`), false);
      // A second leg rings at those alone who are lost, or go on elsewhere.
      if (each.rejoin) same(each.lost || each.rejoin.moves, true);
      // Who supervises supervises somebody who is there.
      if (each.supervises) same(partyOf(call, each.supervises.party) === undefined, false);
    }
    // Nobody is in it twice.
    const ids = call.parties.flatMap(({ agentId }) => agentId ?? []);
    same(ids, [...new Set(ids)]);
    // Whoever is in the call is in no other state, and nobody else is.
    for (const [id, agent] of this.agents) same([id, callOf(agent)], [id, ids.includes(id) ? "c" : undefined]);
    this.#logged(ids);
  }

  /** The record has an open leg of each agent who is in the call, and of nobody else. */
  #logged(ids: readonly string[]): void {
    // Of a colleague who is called the log speaks when he is dialled.
    if (this.call.phase.kind === "preparing") return;
    const open = this.contact?.legs.filter(({ endAt }) => endAt === null) ?? [];
    same(open.flatMap(({ agentId }) => agentId ?? []).sort(), [...ids].sort());
  }

  /** One record a call, with nothing in it that goes on. */
  #recorded(): void {
    same(this.ends, 1);
    const { record, legs, visits } = this.contact!;
    same([record.endAt, record.since], [expect.any(Number), {}]);
    same(
      legs.filter(({ endAt, left }) => endAt === null || left === null),
      [],
    );
    same(
      legs.filter(({ since }) => Object.keys(since).length > 0),
      [],
    );
    same(
      visits.list.filter(({ leftAt }) => leftAt === null),
      [],
    );
  }
}
