/** Losses, returns and goodbyes in any order, with devices and agents that behave as real ones do. */
import fc from "fast-check";
import { callOf, offlineAgent, transition, type Agent, type AgentInput } from "./agent-machine.ts";
import { step } from "./call-machine.ts";
import { hearingsOf } from "./call/audio.ts";
import { limits } from "./call/limits.ts";
import { firstParties, legsOf } from "./call/parties.ts";
import { isOurs } from "./call/party.ts";
import type { TimerName } from "./call/timer-name.ts";
import type { Call, CallEffect, CallInput, Routed } from "./call/types.ts";
import { bareCall, bareGroup } from "./testing/bare.ts";
import { identity, secret } from "./testing/suspend-targets.ts";

const queue = {
  name: "组",
  groups: [bareGroup("g")],
  maxWaitMs: 0,
  announceEveryMs: 0,
  notice: { everyMs: 0, text: "" },
  overflow: { full: { kind: "none", id: "" }, wait: { kind: "none", id: "" }, absent: { kind: "none", id: "" } },
} as const;
const routed: Routed = { target: { kind: "skillGroup", id: "g", name: "组", queue }, served: ["g"] };
const blank = { ...bareCall, joined: 1 } as const;
const party = (agentId: string) => ({ number: agentId, user: agentId, agentId, wrapUpMs: 500 });
const a = party("a");
const guest = { role: "customer", number: "138", user: "guest", leg: "L0" } as const;
const fromQueue: Call = {
  ...blank,
  direction: "inbound",
  plan: { greeting: "", rule: "" },
  routed,
  ...firstParties(guest),
  phase: { kind: "waiting", expired: false },
  parties: firstParties(guest).parties.map((each) => ({ ...each, up: true })),
};
const internal: Call = {
  ...blank,
  direction: "internal",
  ...firstParties({ role: "agent", ...party("b") }, { role: "agent", ...a }),
  phase: { kind: "preparing" },
};
const meeting: Call = {
  ...blank,
  direction: "internal",
  ...firstParties({ role: "room", number: "8001", user: "" }),
  meeting: {
    roomId: "r",
    name: "r",
    code: "8001",
    max: 30,
    enterMuted: false,
    tone: false,
    waitForHost: false,
    record: false,
  },
  phase: { kind: "talking", answeredAt: 0 },
  conference: { owner: "p1" },
};

type Originate = Extract<CallEffect, { do: "originate" }>;
/** Agent c is at a line outside, everybody else at a device that registers. */
const lineOf = (user: string) => (user === "c" ? { line: { confirm: false } } : {});

/** What is round a call: telephones, time, agents. */
class World {
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
  asked: Originate[] = [];
  told: unknown = {};
  #legs = 0;

  constructor(call: Call) {
    this.call = call;
    for (const each of call.parties)
      if (each.leg) this.legs.set(each.leg, { user: each.user, party: each.id, state: "up" });
    for (const id of ["a", "b", "c", "m"]) {
      this.agents.set(id, offlineAgent(0));
      for (const input of [{ type: "signIn" }, { type: "setReady", reason: "byAgent" }] as const) this.move(id, input);
    }
  }

  move(agentId: string, input: AgentInput): void {
    const agent = this.agents.get(agentId)!;
    if (input.type !== "leave" && input.type !== "offer" && input.type !== "dial")
      if (callOf(agent) !== "c" && input.type !== "signIn" && input.type !== "setReady") return;
    this.agents.set(agentId, transition(agent, input, this.now)?.agent ?? agent);
  }

  /** An order of somebody's, whose colleague, if he is rung, is asked to be there first. */
  order(input: CallInput, rung?: string, how: "offer" | "dial" = "offer"): void {
    if (rung) this.move(rung, { type: how, callId: "c" });
    this.put(input);
  }

  put(input: CallInput): void {
    const before = this.call;
    const { call, effects } = step(before, input, this.now);
    this.call = call;
    for (const e of effects) this.#did(e);
    this.#check(before);
  }

  #did(e: CallEffect): void {
    if (e.do === "agent") this.move(e.agentId, e.input);
    if (e.do === "arrange") this.told = this.call.hearings;
    if (e.do === "timer") this.timers.set(e.name, this.now + e.ms);
    if (e.do === "clearTimer") this.timers.delete(e.name);
    if (e.do === "hangup") this.legs.delete(e.leg);
    if (e.do !== "originate") return;
    // A person who hung up is never called again.
    expect(this.goodbye).not.toContain(e.party);
    this.asked.push(e);
  }

  /** Every originate that was asked for is answered. */
  settle(): void {
    while (this.asked.length > 0) {
      const { attempt, user, party, at } = this.asked.shift()!;
      const line = at ? { line: { confirm: false } } : lineOf(user);
      if (!at && this.away.has(user) && user !== "c") {
        this.put({ type: "originateFailed", attempt, cause: "unreachable" });
        continue;
      }
      const leg = `L${++this.#legs}`;
      this.legs.set(leg, { user: at ? `${user}'s other` : user, party, state: "rings" });
      this.put({ type: "originated", attempt, leg, ...line });
      if (this.legs.has(leg)) this.put({ type: "legRinging", leg });
    }
  }

  /** Who was away and is called on another line is there. */
  answer(leg: string): void {
    const known = this.legs.get(leg)!;
    known.state = "up";
    this.away.delete(known.user);
    this.put({ type: "legUp", leg });
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
    if (call.phase.kind === "ended") return expect([...this.legs.keys()]).toEqual([]);
    expect(this.told).toEqual(hearingsOf(call));
    // No ghost: whatever rings or talks belongs to a party.
    for (const leg of this.legs.keys()) expect(mine).toContain(leg);
    for (const each of call.parties) {
      const was = before.parties.find(({ id }) => id === each.id);
      if (!each.lost) this.lostAt.delete(each.id);
      else if (!was?.lost) this.lostAt.set(each.id, this.now);
      // Nobody is waited for longer than his grace, and somebody always is.
      if (each.lost)
        expect(this.timers.get(`lost-${each.id}`)).toBe(
          this.lostAt.get(each.id)! + (isOurs(each) ? limits.agentLost : limits.callerLost),
        );
      else expect([...this.timers.keys()]).not.toContain(`lost-${each.id}`);
      // A second leg rings at those alone who are lost, or go on elsewhere.
      if (each.rejoin) expect(each.lost || each.rejoin.moves).toBe(true);
    }
    // Whoever is in the call is in no other state, and nobody else is.
    for (const [id, agent] of this.agents) {
      const there = call.parties.some(({ agentId }) => agentId === id);
      expect([id, callOf(agent)]).toEqual([id, there ? "c" : undefined]);
    }
  }
}

const offer = (agentId: string): CallInput => ({
  type: "offer",
  ...party(agentId),
  idleMs: 1,
  autoAnswer: false,
  reason: "longestIdle",
  group: "g",
});
const ring = (w: World, user: string): void => {
  w.settle();
  for (const [leg, known] of [...w.legs]) if (known.user === user && known.state === "rings") w.answer(leg);
};
const talk = (agentId: string): World => {
  const w = new World(fromQueue);
  w.order(offer(agentId), agentId);
  ring(w, agentId);
  return w;
};
const consulting = (by: string, to: string, answered = true): World => {
  const w = talk(by);
  w.order({ type: "consult", agentId: by, to: party(to) }, to);
  if (answered) ring(w, to);
  w.settle();
  return w;
};
const conference = (): World => {
  const w = consulting("a", "b");
  w.put({ type: "meeting", agentId: "a" });
  w.order({ type: "invite", agentId: "a", to: party("c") }, "c");
  ring(w, "c");
  return w;
};
const sentAway = (): World => {
  const w = talk("a");
  w.put({ type: "suspend", agentId: "a", target: identity });
  return w;
};
const supervised = (): World => {
  const w = talk("a");
  w.order({ type: "supervise", by: party("m"), target: "a", mode: "whisper" }, "m", "dial");
  ring(w, "m");
  return w;
};
const called = (): World => {
  const w = new World(internal);
  w.move("a", { type: "dial", callId: "c" });
  w.order({ type: "begin" }, "b");
  ring(w, "a");
  ring(w, "b");
  return w;
};
const meets = (): World => {
  const w = new World(meeting);
  w.told = hearingsOf(w.call);
  for (const id of ["a", "b", "c"]) {
    w.order({ type: "enter", to: { ...party(id), ...(id === "a" ? { host: true } : {}) } }, id);
    ring(w, id);
  }
  return w;
};

const starts: [string, () => World][] = [
  ["a talk", () => talk("a")],
  ["a talk at a line outside", () => talk("c")],
  ["a consultation", () => consulting("a", "b")],
  ["a consultation of a line outside", () => consulting("a", "c")],
  ["a line outside that asks a seat, which rings", () => consulting("c", "b", false)],
  ["a conference", conference],
  ["a customer at a voice", sentAway],
  ["a talk with a supervisor", supervised],
  ["an internal call", called],
  ["a meeting", meets],
];

type Act = readonly [what: string, who: number, ms: number];
const acts = [
  "drop",
  "back",
  "blink",
  "silent",
  "fail",
  "answer",
  "reject",
  "bye",
  "hangup",
  "hold",
  "unhold",
  "pass",
  "phone",
  "own",
  "voice",
  "fetch",
  "key",
] as const;
const act = fc.tuple(fc.constantFrom(...acts), fc.nat(11), fc.constantFrom(100, 4_000, 11_000, 30_000));

function play(w: World, [what, who, ms]: Act): void {
  const users = ["a", "b", "c", "m", "guest"];
  const user = users[who % users.length]!;
  const legs = [...w.legs];
  const [leg, known] = legs[who % Math.max(1, legs.length)] ?? [];
  if (what === "drop") w.drop(user);
  else if (what === "back" || what === "blink") w.back(user, what === "blink");
  else if (what === "pass") w.pass(ms);
  else if (what === "hold" || what === "unhold") w.put({ type: what, agentId: user });
  else if (what === "phone" || what === "own") w.put({ type: "moveDevice", agentId: user, to: what });
  else if (what === "voice") w.put({ type: "suspend", agentId: user, target: ms > 5_000 ? identity : secret });
  else if (what === "fetch") w.put({ type: "takeBack", agentId: user });
  else if (what === "key") w.put({ type: "digit", leg: "L0", digit: "5" });
  else if (what === "hangup") {
    const own = w.call.parties.find(({ agentId }) => agentId === user);
    // Who asks somebody and hangs up in the bar keeps the customer (K17); everybody else is out.
    if (own && w.call.consult?.by !== own.id) w.goodbye.add(own.id);
    w.put({ type: "hangup", agentId: user });
  } else if (leg === undefined || !known) return;
  else if (known.state === "rings") {
    if (what === "answer") w.answer(leg);
    if (what === "reject") w.gone(leg, "rejected");
    if (what === "fail") w.gone(leg, "failed");
  } else if (what === "silent") w.silent(leg);
  else if (what === "fail") w.gone(leg, "failed");
  else if (what === "bye" && known.state !== "cut") w.gone(leg, "normal");
  w.settle();
}

test.each(starts)(
  "K4 T6 %s: whoever is lost, comes back or hangs up, nothing rings on, nobody is forgotten and nobody is called who hung up",
  (_, start) => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 25 }), (all) => {
        const w = start();
        expect(w.call.phase.kind).toBe("talking");
        for (const each of all) play(w, each);
        // Everybody stays away: every grace runs out.
        for (const user of ["a", "b", "c", "m"]) for (const each of [user, `${user}'s other`]) w.drop(each);
        for (const [leg, { state }] of [...w.legs])
          if (state === "rings" && w.legs.has(leg)) w.gone(leg, "unreachable");
        w.settle();
        for (let i = 0; i < 14; i++) {
          w.pass(15_000);
          for (const [leg, { state }] of [...w.legs])
            if (state === "rings" && w.legs.has(leg)) w.gone(leg, "unreachable");
          w.settle();
        }
        expect(["ended", "waiting"]).toContain(w.call.phase.kind);
        if (w.call.phase.kind === "waiting") expect(w.call.parties.map(({ role }) => role)).toEqual(["customer"]);
        for (const [, { user }] of w.legs) expect(user).toBe("guest");
        for (const agent of w.agents.values()) expect(callOf(agent)).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  },
);
