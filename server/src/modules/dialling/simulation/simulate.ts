/**
 * A floor that dials, on a virtual clock: agents, whom they call and a way of pacing, hours in a fraction of a second. What paces is the
 * engine's own `want` and `observe` (pacers.ts); others stand in its place for comparison (peers.ts).
 *
 * It is decided every second and whenever an agent becomes idle or a call ends. When the time or the list is over nothing more is
 * dialled, and what is in flight comes to its end and counts; talk counts up to the end of the time.
 */
import type { MissedAnswer } from "@liantai/api/contract/admin";
import { Agenda } from "../../routing/index.ts";
import type { Cap, PacedAgent } from "../pacing/index.ts";
import { Draws } from "./draws.ts";
import type { Change, Course, Floor, Pacer } from "./floor.ts";

const answered = 200;

interface Agent extends PacedAgent {
  state: PacedAgent["state"];
  since: number;
  leaving: boolean;
  joinedAt: number;
}

/** A number to dial, and the calls it has had. */
interface Due {
  readonly number: number;
  readonly tries: number;
}

interface Call extends Due {
  readonly dialledAt: number;
  answeredAt: number;
  /** Where it stands among those in flight. */
  place: number;
}

class Run {
  readonly #floor: Floor;
  readonly #pacer: Pacer;
  readonly #agenda = new Agenda(0);
  readonly #wrapUps: Draws;
  readonly #chance: Draws;
  /** Numbers from this one on were not looked at. */
  #fresh = 0;
  /** Numbers that were dialled. */
  #begun = 0;
  /** To be dialled again, or whose hours have begun, from the front on. */
  #due: Due[] = [];
  #ticking = false;
  readonly #agents: Agent[] = [];
  readonly #inFlight: Call[] = [];
  readonly #waiting: { readonly call: Call; readonly talkMs: number }[] = [];
  /** Times of the calls dialled within the last second. */
  readonly #recent: number[] = [];
  #factor = 1;
  readonly #sums = {
    ...{ dialled: 0, answered: 0, abandoned: 0, connected: 0, talkMs: 0, busyMs: 0, agentMs: 0 },
    ...{ minutes: 0, dialEndMs: 0, endMs: 0, overIdle: 0, decisions: 0 },
  };
  readonly #results: Record<number, number> = {};

  constructor(floor: Floor, pacer: Pacer) {
    this.#floor = floor;
    this.#pacer = pacer;
    this.#wrapUps = new Draws(floor.seed, 2);
    this.#chance = new Draws(floor.seed, 3);
  }

  course(): Course {
    const { agents, untilMs, changes = [] } = this.#floor;
    for (let n = 0; n < agents; n++) this.#join();
    for (const change of changes) this.#agenda.at(change.atMs, () => this.#change(change));
    this.#tick();
    this.#agenda.runUntil(untilMs);
    const there = this.#agents.reduce((sum, { joinedAt }) => sum + untilMs - joinedAt, 0);
    this.#agenda.runUntil(Infinity);
    const left = (this.#floor.list?.numbers ?? 0) - this.#begun;
    return { ...this.#sums, results: this.#results, agentMs: this.#sums.agentMs + there, left: Math.max(0, left) };
  }

  get #dials(): boolean {
    const { untilMs, list } = this.#floor;
    return this.#agenda.now < untilMs && (this.#due.length > 0 || this.#fresh < (list?.numbers ?? Infinity));
  }

  #tick(): void {
    this.#decide();
    this.#ticking = this.#dials;
    if (this.#ticking) this.#agenda.at(this.#agenda.now + 1_000, () => this.#tick());
  }

  /** By its list, the number is due again at some time. */
  #comesBack({ number, tries: before }: Call, result: number, missed?: MissedAnswer): void {
    const tries = before + 1;
    this.#dueAt(this.#floor.list?.again(number, tries, result, this.#agenda.now, missed), { number, tries });
  }

  #dueAt(at: number | undefined, due: Due): void {
    if (at === undefined || at >= this.#floor.untilMs) return;
    this.#agenda.at(at, () => {
      this.#due.push(due);
      if (!this.#ticking) this.#tick();
    });
  }

  /** Those that were dialled before came first into the list. Undefined: whoever is left waits for his hours. */
  #next(): Due | undefined {
    const due = this.#due.shift();
    if (due) return due;
    const { now } = this.#agenda;
    const { list } = this.#floor;
    while (this.#fresh < (list?.numbers ?? Infinity)) {
      const fresh = { number: this.#fresh++, tries: 0 };
      const opens = list?.opens ? list.opens(fresh.number, now) : now;
      if (opens !== undefined && opens <= now) return fresh;
      this.#dueAt(opens, fresh);
    }
    return undefined;
  }

  #decide(): void {
    if (!this.#dials) return;
    const now = this.#agenda.now;
    while (this.#recent.length > 0 && this.#recent[0]! <= now - 1_000) this.#recent.shift();
    const view = {
      ...{ now, agents: this.#agents, inFlight: this.#inFlight, waiting: this.#waiting.length },
      ...{ dialledLastSecond: this.#recent.length, caps: this.#caps() },
    };
    this.#sums.decisions++;
    const wanted = this.#pacer.want(view);
    for (let n = 0; n < wanted && this.#dials; n++) this.#dial();
    if (wanted > 0) this.#notice();
  }

  #caps(): readonly Cap[] {
    const { most } = this.#floor;
    if (!most) return [];
    let talking = 0;
    for (const { state } of this.#agents) if (state === "talking") talking++;
    return [
      { of: "task", most: most.calls, used: this.#inFlight.length + this.#waiting.length + talking },
      { of: "callsASecond", most: most.aSecond, used: this.#recent.length },
    ];
  }

  #notice(): void {
    let idle = 0;
    for (const { state } of this.#agents) if (state === "idle") idle++;
    this.#sums.overIdle = Math.max(this.#sums.overIdle, this.#inFlight.length + this.#waiting.length - idle);
  }

  #dial(): void {
    const at = this.#agenda.now;
    const { callees, dayMs = (ms: number) => ms % (24 * 3_600_000) } = this.#floor;
    const due = this.#next();
    if (!due) return;
    if (due.tries === 0) this.#begun++;
    const call: Call = { ...due, dialledAt: at, answeredAt: 0, place: this.#inFlight.length };
    this.#inFlight.push(call);
    this.#recent.push(at);
    this.#sums.dialled++;
    this.#sums.dialEndMs = at;
    this.#pacer.observe({ type: "dialled", at });
    const fate = callees.fate(at, dayMs(at), this.#factor, due);
    this.#agenda.at(at + fate.afterMs, () => {
      const last = this.#inFlight.pop()!;
      if (last !== call) {
        this.#inFlight[call.place] = last;
        last.place = call.place;
      }
      if (fate.answered) this.#answer(call, fate.talkMs);
      else this.#fail(call, fate.code);
      this.#decide();
    });
  }

  #fail(call: Call, result: number): void {
    const at = this.#agenda.now;
    // A machine that was known as one.
    this.#comesBack(call, result, result === answered ? "machine" : undefined);
    if (result === answered) this.#sums.minutes++;
    this.#results[result] = (this.#results[result] ?? 0) + 1;
    this.#sums.endMs = at;
    this.#pacer.observe({ type: "failed", at, afterMs: at - call.dialledAt, result });
  }

  #answer(call: Call, talkMs: number): void {
    const at = this.#agenda.now;
    call.answeredAt = at;
    this.#sums.answered++;
    this.#pacer.observe({ type: "answeredByPerson", at, afterMs: at - call.dialledAt });
    let longest: Agent | undefined;
    for (const agent of this.#agents)
      if (agent.state === "idle" && (!longest || agent.since < longest.since)) longest = agent;
    if (longest) return this.#connect(call, talkMs, longest);
    const waiting = { call, talkMs };
    this.#waiting.push(waiting);
    this.#agenda.at(at + this.#floor.patienceMs, () => {
      const place = this.#waiting.indexOf(waiting);
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      this.#sums.abandoned++;
      this.#sums.minutes++;
      this.#sums.endMs = this.#agenda.now;
      this.#comesBack(call, answered, "abandoned");
      this.#pacer.observe({ type: "abandoned", at: this.#agenda.now });
    });
  }

  #connect(call: Call, talkMs: number, agent: Agent): void {
    const at = this.#agenda.now;
    agent.state = "talking";
    agent.since = at;
    this.#sums.connected++;
    this.#pacer.observe({ type: "connected", at, waitedMs: at - call.answeredAt });
    const wrapUpMs = this.#wrapUps.logNormal(this.#floor.wrapUp);
    const within = (ms: number): number => Math.max(0, Math.min(ms, this.#floor.untilMs - at));
    this.#sums.talkMs += within(talkMs);
    this.#sums.busyMs += within(talkMs + wrapUpMs);
    this.#sums.minutes += Math.ceil((at - call.answeredAt + talkMs) / 60_000);
    this.#agenda.at(at + talkMs, () => {
      agent.state = "wrapUp";
      agent.since = at + talkMs;
      this.#sums.endMs = agent.since;
      this.#comesBack(call, answered);
      this.#pacer.observe({ type: "talkEnded", at: agent.since, talkMs });
    });
    this.#agenda.at(at + talkMs + wrapUpMs, () => {
      this.#pacer.observe({ type: "wrapUpEnded", at: this.#agenda.now, wrapUpMs });
      this.#ready(agent);
      this.#decide();
    });
  }

  #ready(agent: Agent): void {
    if (agent.leaving) return;
    agent.state = "idle";
    agent.since = this.#agenda.now;
    const next = this.#waiting.shift();
    if (next) this.#connect(next.call, next.talkMs, agent);
  }

  #join(): void {
    const at = this.#agenda.now;
    const agent: Agent = { state: "idle", since: at, leaving: false, joinedAt: at };
    this.#agents.push(agent);
    this.#pacer.observe({ type: "agentJoined", at });
    this.#ready(agent);
  }

  #leave(): void {
    const [agent] = this.#agents.splice(Math.floor(this.#chance.next() * this.#agents.length), 1);
    agent!.leaving = true;
    this.#sums.agentMs += this.#agenda.now - agent!.joinedAt;
    this.#pacer.observe({ type: "agentLeft", at: this.#agenda.now });
  }

  #change({ agents, answerFactor }: Change): void {
    this.#factor = answerFactor ?? this.#factor;
    while (agents !== undefined && this.#agents.length < agents) this.#join();
    while (agents !== undefined && this.#agents.length > agents) this.#leave();
  }
}

export const simulate = (floor: Floor, pacer: Pacer): Course => new Run(floor, pacer).course();
