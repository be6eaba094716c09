import fc from "fast-check";
import { endCauses, recordActions } from "@liantai/api/contract";
import { hearingsOf, recordedOf } from "./call/audio.ts";
import { firstParties, present } from "./call/parties.ts";
import { step } from "./call-machine.ts";
import type { SuspendTarget } from "../numbers/index.ts";
import { queueOf, type Call, type CallEffect, type AskedParty, type CallInput, type Routed } from "./call/types.ts";
import { bareCall, bareGroup } from "./testing/bare.ts";
import { away, colleague, forwarder, friend, outside } from "./testing/asked.ts";
import { expectSuspended, identity, menu, notice, secret } from "./testing/suspend-targets.ts";

const agent = { role: "agent", number: "1", user: "agent", agentId: "a" } as const;
const guest = { role: "customer", number: "1", user: "guest" } as const;
const overflow = {
  full: { kind: "voice", id: "v" },
  wait: { kind: "skillGroup", id: "h" },
  absent: { kind: "none", id: "" },
} as const;
const queue = {
  name: "组",
  groups: [bareGroup("g"), bareGroup("h")],
  maxWaitMs: 60_000,
  announceEveryMs: 30_000,
  notice: { everyMs: 20_000, text: "请稍候" },
  overflow,
} as const;
const routed: Routed = { target: { kind: "dispatchQueue", id: "q", name: "组", queue }, served: ["g"] };
const seat: Routed = { target: { kind: "seat", id: "a", name: "甲", extension: "1001", user: "agent" }, served: [] };
const inbound: Call = {
  ...bareCall,
  direction: "inbound",
  plan: { greeting: "您好", rule: "" },
  routed,
  ...firstParties({ ...guest, leg: "far0" }),
  phase: { kind: "arriving" },
};
const toSeat: Call = { ...inbound, routed: seat };
const outbound: Call = {
  ...bareCall,
  direction: "outbound",
  ...firstParties(guest, agent),
  phase: { kind: "preparing" },
};
const internal: Call = {
  ...bareCall,
  direction: "internal",
  ...firstParties({ ...agent, user: "other", agentId: "b" }, agent),
  phase: { kind: "preparing" },
};
const asks = (type: "consult" | "transfer", to: AskedParty = colleague): CallInput => ({ type, agentId: "a", to });
const direct: CallInput = {
  type: "offer",
  agentId: "a",
  user: "agent",
  number: "1001",
  idleMs: 1,
  wrapUpMs: 1_000,
  autoAnswer: false,
  reason: "byTarget",
};
const { agentId: _, ...unmanned } = direct;
const offer: CallInput = { ...direct, reason: "longestIdle", group: "g" };

describe("the call machine", () => {
  /** Any input at any time, with legs and attempts that are real, stale or made up. */
  const input = (legs: string[]): fc.Arbitrary<CallInput> => {
    const leg = fc.constantFrom(...legs, "stranger");
    const agentId = fc.constantFrom("a", "b", "z");
    const member = fc.constantFrom("p1", "p2", "p3", "p4", "p5");
    return fc.oneof(
      fc.record({
        type: fc.constantFrom("legRinging" as const, "legUp" as const, "legLost" as const, "legFound" as const),
        leg,
      }),
      fc.record({
        type: fc.constant("legGone" as const),
        leg,
        cause: fc.constantFrom(
          "normal",
          "busy",
          "rejected",
          "no-answer",
          "unreachable",
          "lost",
          "failed",
          "cancelled",
          "not-found",
          "shutdown",
        ),
      }) as fc.Arbitrary<CallInput>,
      fc.record({ type: fc.constant("deviceHold" as const), leg, held: fc.boolean() }),
      fc.record({ type: fc.constant("digit" as const), leg, digit: fc.constantFrom("1", "9", "#", "*") }),
      fc.record({
        type: fc.constant("originated" as const),
        attempt: fc.nat(12),
        leg: fc.constantFrom("n1", "n2", "n3", "n4"),
      }),
      fc.record({
        type: fc.constant("originateFailed" as const),
        attempt: fc.nat(12),
        cause: fc.constantFrom("unreachable" as const, "failed" as const),
      }),
      fc.record({ type: fc.constant("playDone" as const), tag: fc.nat(12) }),
      fc.constantFrom<CallInput>(
        { type: "queued", ahead: 1, offered: false, held: false },
        { type: "position", ahead: 0 },
        { type: "queueFull" },
        { type: "served", groups: [] },
        { type: "served", groups: ["g"] },
        { type: "served", groups: ["h"] },
        { type: "registered", user: "agent" },
        { type: "registered", user: "guest" },
      ),
      fc.constantFrom<CallInput>(
        offer,
        direct,
        { ...direct, forwards: { agentId: "a", modes: ["noAnswer", "offline"] } },
        { ...unmanned, user: "", forwards: { agentId: "a", modes: ["busy"] }, forwarding: { mode: "busy" } },
        unmanned,
        { type: "routed", routed },
        { type: "routed", routed: seat },
        { type: "routed", routed: { target: { kind: "voice", id: "v", name: "", path: "/v.wav" }, served: [] } },
        { type: "routed", routed: { target: { kind: "hangup", id: "", name: "" }, served: [] } },
        { type: "routed" },
        { type: "notFree", cause: "busy" },
      ),
      fc.record({
        type: fc.constant("timer" as const),
        name: fc.constantFrom(
          "arrive",
          "maxWait",
          "announce",
          "notice",
          "nextGroup",
          "farewell",
          "connect",
          "recordPause",
          "survey",
          "suspended",
          "secureEntry",
          "lost-p1",
          "lost-p2",
          "lost-p3",
        ),
      }) as fc.Arbitrary<CallInput>,
      fc.record({ type: fc.constantFrom("hangup" as const, "hold" as const, "unhold" as const), agentId }),
      fc.record({ type: fc.constant("moveMedia" as const), agentId, registered: fc.boolean() }),
      fc.record({ type: fc.constantFrom("consultCancel" as const, "tranfer" as const, "meeting" as const), agentId }),
      fc.record({
        type: fc.constant("suspend" as const),
        agentId,
        target: fc.constantFrom(identity, menu, notice, secret),
      }),
      fc.record({ type: fc.constant("takeBack" as const), agentId }),
      fc.constant<CallInput>({ type: "suspendLost" }),
      fc.record({ type: fc.constantFrom("survey" as const, "endMeeting" as const), agentId }),
      fc.record({ type: fc.constant("invite" as const), agentId, to: fc.constantFrom(friend, outside) }),
      fc.record({ type: fc.constant("removeMember" as const), agentId, member }),
      fc.record({ type: fc.constant("muteMember" as const), agentId, member, muted: fc.boolean() }),
      fc.record({ type: fc.constant("recordControl" as const), agentId, action: fc.constantFrom(...recordActions) }),
      fc.record({
        type: fc.constantFrom("consult" as const, "transfer" as const),
        agentId,
        to: fc.constantFrom(colleague, outside, forwarder, away),
        then: fc.constantFrom(undefined, "transfer", "meeting"),
      }) as fc.Arbitrary<CallInput>,
      fc.record({
        type: fc.constant("forwarded" as const),
        attempt: fc.nat(12),
        to: fc.constantFrom(friend, outside, forwarder, away),
        by: fc.constant(["b"]),
      }),
      fc.record({ type: fc.constant("pickUp" as const), by: fc.constant(colleague) }),
      fc.record({
        type: fc.constant("transferTo" as const),
        agentId,
        to: fc.constant({ kind: "skillGroup", id: "h" } as const),
        number: fc.constant("组"),
      }),
    );
  };

  /** Facts with which an agent is rung. */
  const busies = new Set<string>(["offered", "consultStarted", "memberInvited"]);

  const play = (start: Call, inputs: CallInput[]) => {
    let call = step(start, { type: "begin" }, 0);
    const all: CallEffect[] = [...call.effects];
    const live = new Set(["far0"].filter((l) => start.parties.some(({ leg }) => leg === l)));
    for (const [i, next] of inputs.entries()) {
      if (next.type === "originated") live.add(next.leg);
      if (next.type === "legGone") live.delete(next.leg);
      call = step(call.call, next, i + 1);
      for (const e of call.effects) if (e.do === "hangup") live.delete(e.leg);
      all.push(...call.effects);
    }
    return { call: call.call, all, live };
  };

  const up = (leg: string): CallInput => ({ type: "legUp", leg });
  const offered: CallInput[] = [
    up("far0"),
    { type: "playDone", tag: 1 },
    offer,
    { type: "originated", attempt: 2, leg: "n1" },
  ];
  const dialled: CallInput[] = [
    { type: "originated", attempt: 1, leg: "n1" },
    up("n1"),
    { type: "originated", attempt: 2, leg: "n2" },
    up("n2"),
  ];
  const consulting: CallInput[] = [
    ...offered,
    up("n1"),
    asks("consult"),
    { type: "originated", attempt: 3, leg: "n2" },
    up("n2"),
  ];
  const inviting: CallInput[] = [
    ...consulting,
    { type: "meeting", agentId: "a" },
    { type: "invite", agentId: "a", to: friend },
    { type: "originated", attempt: 4, leg: "n3" },
  ];
  const sendTo = (target: SuspendTarget): CallInput => ({ type: "suspend", agentId: "a", target });
  const cases: [string, Call, CallInput[], string][] = [
    ["inbound", inbound, [], "arriving"],
    ["inbound, waiting", inbound, offered.slice(0, 2), "waiting"],
    ["inbound, sent on", inbound, [...offered.slice(0, 2), { type: "timer", name: "maxWait" }], "routing"],
    ["inbound, to a seat", toSeat, [up("far0"), { type: "playDone", tag: 1 }, direct], "offering"],
    ["inbound, ringing", inbound, offered, "offering"],
    ["inbound, talking", inbound, [...offered, up("n1")], "talking"],
    ["inbound, consulting", inbound, consulting, "talking"],
    ["inbound, in conference", inbound, [...consulting, { type: "meeting", agentId: "a" }], "talking"],
    ["inbound, sent to a voice", inbound, [...offered, up("n1"), sendTo(identity)], "talking"],
    ["inbound, typing in secret at a voice", inbound, [...offered, up("n1"), sendTo(secret)], "talking"],
    ["inbound, asked for a mark", inbound, [...offered, up("n1"), { type: "survey", agentId: "a" }], "survey"],
    ["inbound, a third asked in", inbound, inviting, "talking"],
    ["inbound, transferred without asking", inbound, [...offered, up("n1"), asks("transfer")], "offering"],
    ["outbound", outbound, [], "preparing"],
    ["outbound, talking", outbound, dialled, "talking"],
    ["internal, talking", internal, dialled, "talking"],
  ];

  test.each(cases)(
    "%s: ends once with a known cause, leaves no leg and no agent behind",
    (name, start, prefix, phase) => {
      const { call: begun } = play(start, prefix);
      expect([begun.phase.kind, begun.suspended !== undefined]).toEqual([phase, name.includes("voice")]);
      fc.assert(
        fc.property(fc.array(input(["far0", "n1", "n2", "n3", "n4"]), { maxLength: 60 }), (inputs) => {
          const { call, all, live } = play(start, [...prefix, ...inputs, { type: "shutdown" }]);
          expect(call.phase.kind).toBe("ended");
          const ends = all.flatMap((e) => (e.do === "note" && e.fact.type === "ended" ? [e.reason] : []));
          expect(ends).toHaveLength(1);
          expect(endCauses).toHaveProperty(ends[0] as string);
          expect(all.filter((e) => e.do === "over")).toHaveLength(1);
          // Every leg that the machine took is hung up or gone by itself; one it never took was let go at once.
          expect([...live]).toEqual([]);
          // Whoever was rung or engaged is let go: nobody is left in a call that is no more.
          const busy = new Set<string>();
          for (const e of all) {
            if (e.do === "note" && busies.has(e.fact.type) && "agentId" in e.fact && e.fact.agentId)
              busy.add(e.fact.agentId);
            if (e.do === "note" && e.fact.type === "forwarded" && e.fact.toAgentId) busy.add(e.fact.toAgentId);
            if (e.do !== "agent") continue;
            if (e.input.type === "engage") busy.add(e.agentId);
            else if (e.input.type !== "rings" && e.input.type !== "moment") busy.delete(e.agentId);
          }
          expect([...busy]).toEqual([]);
          // Customers only, and not after the end.
          const informs = all.flatMap((e, i) => (e.do === "inform" ? [i] : []));
          if (start === internal) expect(informs).toEqual([]);
          expect(Math.max(-1, ...informs)).toBeLessThan(all.findIndex((e) => e.do === "over"));
        }),
        { numRuns: 400 },
      );
    },
  );

  test.each(cases)(
    "K21 %s: after every step the switch was told who hears whom, and nobody hears the wrong ones",
    (_, start, prefix) => {
      fc.assert(
        fc.property(fc.array(input(["far0", "n1", "n2", "n3", "n4"]), { maxLength: 60 }), (inputs) => {
          let call = start;
          let told: unknown = {};
          let recorded: unknown;
          let silent = false;
          const timers = new Set<string>();
          for (const [i, next] of [{ type: "begin" } as const, ...prefix, ...inputs].entries()) {
            if (next.type === "timer") timers.delete(next.name);
            const { call: after, effects } = step(call, next, i);
            call = after;
            for (const e of effects) {
              if (e.do === "arrange") told = call.hearings;
              if (e.do === "record" || e.do === "recordLegs") recorded = e.legs;
              if (e.do === "pauseRecording") silent = e.paused;
              if (e.do === "timer") timers.add(e.name);
              if (e.do === "clearTimer") timers.delete(e.name);
            }
            if (call.phase.kind === "ended") return;
            expect(told).toEqual(hearingsOf(call));
            expectSuspended(call, timers);
            if (recorded) expect(recorded).toEqual(recordedOf(call));
            expect(silent).toBe(recorded !== undefined && call.recorder.state !== "on");
            const there = call.parties.filter(present);
            for (const party of there) {
              const hears = call.hearings[party.leg];
              // A voice lies over silence.
              if (party.heldBy) expect(hears?.kind).toBe(call.suspended && party.id === call.far ? undefined : "music");
              if (hears?.kind !== "legs") continue;
              const voices = there.filter(
                (other) => other !== party && !other.heldBy && other.heldBy !== party.id && !other.muted,
              );
              expect(hears.legs).toEqual(voices.map(({ leg }) => leg));
            }
            // Two who talk, are both there and not muted hear each other.
            if (
              call.phase.kind === "talking" &&
              there.length === 2 &&
              !there.some(({ heldBy, muted }) => heldBy || muted)
            )
              expect(there.map(({ leg }) => call.hearings[leg]?.kind)).toEqual(["legs", "legs"]);
          }
        }),
        { numRuns: 300 },
      );
    },
  );

  test("K11 K12 whatever happens, nobody waits where nobody is signed in", () => {
    const absent: CallInput = { type: "served", groups: [] };
    fc.assert(
      fc.property(
        fc.array(fc.oneof(input(["far0", "n1", "n2"]), fc.constantFrom<CallInput>(absent, offer)), { maxLength: 60 }),
        fc.constantFrom(...cases.filter(([, start]) => start === inbound)),
        (inputs, [, start, prefix]) => {
          let { call } = play(start, prefix);
          let there = ["g"];
          for (const [i, next] of inputs.entries()) {
            const routing = call.phase.kind === "routing";
            call = step(call, next, 100 + i).call;
            if (next.type === "served") there = [...next.groups];
            // Where a call is sent on to is looked at anew.
            if (next.type === "routed" && routing && next.routed) there = [...next.routed.served];
            const groups =
              queueOf(call)
                ?.groups.slice(0, call.joined)
                .map((g) => g.id) ?? [];
            if (call.phase.kind === "waiting") expect(groups.filter((id) => there.includes(id))).not.toEqual([]);
          }
        },
      ),
      { numRuns: 800 },
    );
  });

  test("K11 nobody is signed in any more: a waiting call leaves the queue, a ringing one when the offer fails", () => {
    const absent: CallInput = { type: "served", groups: [] };
    const waiting = play(inbound, offered.slice(0, 2)).call;
    const away = step(waiting, absent, 9);
    expect(away.call.phase).toEqual({ kind: "farewell", cause: "nobodyServes" });
    expect(away.effects).toContainEqual({ do: "leaveQueue" });
    const ringing = step(play(inbound, offered).call, absent, 9).call;
    expect(ringing.phase.kind).toBe("offering");
    const declined: CallInput = { type: "legGone", leg: "n1", cause: "rejected" };
    expect(step(ringing, declined, 10).call.phase).toEqual({ kind: "farewell", cause: "nobodyServes" });
    // Somebody came back before that.
    const back = step(ringing, { type: "served", groups: ["g"] }, 10).call;
    expect(step(back, declined, 11).call.phase.kind).toBe("waiting");
  });

  test("C15 an automatic task's call is answered by itself at its first agent; where it goes later it rings", () => {
    const rings = (part: Partial<Call>) =>
      step(play({ ...inbound, ...part }, offered.slice(0, 2)).call, offer, 9).effects.flatMap((e) =>
        e.do === "originate" ? [e.autoAnswer] : [],
      );
    const task = { type: 3, id: "t", identity: "回访" };
    expect(rings({ task })).toEqual([true]);
    expect(rings({ task, talked: true })).toEqual([false]);
    expect(rings({ task: { ...task, type: 2 } })).toEqual([false]);
    expect(rings({ task: { ...task, id: "" } })).toEqual([false]);
    expect(rings({})).toEqual([false]);
  });

  test("after the end a late leg is hung up and commands are refused", () => {
    const { call } = play(inbound, [{ type: "shutdown" }]);
    expect(step(call, { type: "originated", attempt: 3, leg: "late" }, 9).effects).toEqual([
      { do: "hangup", leg: "late", cause: "cancelled" },
    ]);
    expect(step(call, { type: "hold", agentId: "a" }, 9).refused).toBe(true);
  });
});
