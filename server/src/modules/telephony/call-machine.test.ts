/** Inputs in any order, real, stale and made up (testing/any-input.ts); call-machine.losses.test.ts walks as people do. */
import fc from "fast-check";
import { endCauses } from "@liantai/api/contract";
import { hearingsOf, recordedOf } from "./call/audio.ts";
import { present } from "./call/parties.ts";
import type { Party } from "./call/party.ts";
import { step } from "./call-machine.ts";
import type { SuspendTarget } from "../numbers/index.ts";
import { queueOf, type Call, type CallEffect, type CallInput } from "./call/types.ts";
import { friend } from "./testing/asked.ts";
import { anyInput } from "./testing/any-input.ts";
import { inFlow, ledByFlow, toFlow } from "./testing/flow-inputs.ts";
import { administratorParty, seatParty } from "./testing/call-parties.ts";
import {
  asks,
  direct,
  inbound,
  internal,
  meets,
  offer,
  outbound,
  routed,
  toRoom,
  toSeat,
} from "./testing/example-calls.ts";
import { same, tellSteps, walked, walks } from "./testing/walks.ts";
import { expectSuspended, identity, secret } from "./testing/suspend-targets.ts";

describe("the call machine", () => {
  afterAll(tellSteps);
  /** Facts with which an agent is rung. */
  const busies = new Set<string>(["offered", "consultStarted", "memberInvited"]);

  /** By hand, after realtime.md: who supervises is heard by everybody, by his agent alone, or by nobody; keys in secret by nobody. */
  const hears = (call: Call, ear: Party, voice: Party): boolean => {
    const { mode, party } = voice.supervises ?? {};
    if (mode === "listen" || (mode === "whisper" && party !== ear.id) || (call.secure && voice.id === call.far))
      return false;
    return voice !== ear && !voice.heldBy && voice.heldBy !== ear.id && !voice.muted;
  };

  /** Legs that become the call's, or leave it for another one, by an input that was not refused. */
  const tookIn = (next: CallInput, before: Call, after: Call, live: Set<string>): void => {
    if (next.type === "originated") live.add(next.leg);
    if (next.type === "legGone") live.delete(next.leg);
    // What rang at the engine before rings no more.
    const rang = next.type === "ringLost" ? before.parties.find(({ id, up }) => id === next.id && !up)?.leg : undefined;
    if (rang) live.delete(rang);
    if (next.type === "calledAgain" && after.parties.some(({ rejoin }) => rejoin?.leg === next.leg)) live.add(next.leg);
    const entered = next.type === "wentIn" && after.phase.kind === "ended" && after.phase.cause === "meetingEntered";
    const { leg } = before.parties.find(({ id }) => id === before.far) ?? {};
    if (entered && leg) live.delete(leg);
  };

  const play = (start: Call, inputs: CallInput[]) => {
    let call = step(start, { type: "begin" }, 0);
    const all: CallEffect[] = [...call.effects];
    const live = new Set(["far0"].filter((l) => start.parties.some(({ leg }) => leg === l)));
    for (const [i, next] of inputs.entries()) {
      const before = call.call;
      call = step(before, next, i + 1);
      tookIn(next, before, call.call, live);
      for (const e of call.effects) if (e.do === "hangup") live.delete(e.leg);
      all.push(...call.effects);
    }
    walked(inputs.length + 1);
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
  const supervise: CallInput[] = [
    { type: "supervise", by: seatParty("m"), target: "a", mode: "insert" },
    { type: "originated", attempt: 3, leg: "n2" },
    up("n2"),
    { type: "supervise", by: administratorParty, target: "a", mode: "listen" },
    { type: "originated", attempt: 4, leg: "n3" },
    up("n3"),
  ];
  const entering: CallInput[] = ["a", "b"].flatMap((id, i) => [
    { type: "enter", to: { ...seatParty(id), ...(id === "a" ? { host: true } : {}) } },
    { type: "originated", attempt: i + 1, leg: `n${i + 1}` },
    up(`n${i + 1}`),
  ]);
  const sendTo = (target: SuspendTarget): CallInput => ({ type: "suspend", agentId: "a", target });
  const takeOver: CallInput = { type: "takeOver", by: { agentId: "m" } };
  const typesInSecret: CallInput = { type: "secureEntry", agentId: "a", name: "卡号", most: 4, ms: 9_000 };
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
    ["inbound, with two supervisors", inbound, [...offered, up("n1"), ...supervise], "talking"],
    ["inbound, taken over", inbound, [...offered, up("n1"), ...supervise, takeOver], "talking"],
    ["inbound, typing in secret", inbound, [...offered, up("n1"), typesInSecret], "talking"],
    ["inbound, to a room", { ...inbound, routed: toRoom }, offered.slice(0, 2), "greeting"],
    ["a meeting", meets, entering, "talking"],
    ["inbound, in a flow", { ...inbound, routed: toFlow }, [...offered.slice(0, 2), inFlow], "inFlow"],
    [
      "inbound, led into a queue by a flow",
      { ...inbound, routed: toFlow },
      [...offered.slice(0, 2), inFlow, ledByFlow, { type: "routed", routed }],
      "waiting",
    ],
  ];

  const begunAs = (named: string): [Call, CallInput[]] => {
    const [, start, prefix] = cases.find(([name]) => name === named)!;
    return [start, prefix];
  };

  test("T9 a second leg of an attempt that has one is let go: none is forgotten", () => {
    const [start, prefix] = begunAs("inbound, typing in secret");
    const { live } = play(start, [
      ...prefix,
      { type: "moveDevice", agentId: "a", to: "phone" },
      { type: "originated", attempt: 3, leg: "n3" },
      { type: "originated", attempt: 3, leg: "n1" },
      { type: "shutdown" },
    ]);
    expect([...live]).toEqual([]);
  });

  test("K36 a colleague who was sent to a room and turned away stays in his call, whatever is said of the room", () => {
    const [start, prefix] = begunAs("internal, talking");
    const { call, all } = play(start, [
      ...prefix,
      { type: "transferTo", agentId: "a", to: { kind: "skillGroup", id: "h" }, number: "组" },
      { type: "routed", routed: toRoom },
      { type: "wentIn", meetingId: "c2" },
    ]);
    expect([call.phase.kind, all.filter((e) => e.do === "inform")]).toEqual(["farewell", []]);
  });

  test.each(cases)(
    "%s: ends once with a known cause, leaves no leg and no agent behind",
    (name, start, prefix, phase) => {
      const { call: begun } = play(start, prefix);
      expect([begun.phase.kind, begun.suspended !== undefined]).toEqual([phase, name.includes("voice")]);
      fc.assert(
        fc.property(fc.array(anyInput(["far0", "n1", "n2", "n3", "n4"]), { maxLength: 60, size: "max" }), (inputs) => {
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
            if (e.do === "note" && e.fact.type === "supervised" && !e.fact.seatless) busy.add(e.fact.by);
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
        walks(20),
      );
    },
  );

  test.each(cases)(
    "K21 %s: after every step the switch was told who hears whom, and nobody hears the wrong ones",
    (_, start, prefix) => {
      fc.assert(
        fc.property(fc.array(anyInput(["far0", "n1", "n2", "n3", "n4"]), { maxLength: 60, size: "max" }), (inputs) => {
          let call = start;
          let told: unknown = {};
          let recorded: unknown;
          let silent = false;
          const timers = new Set<string>();
          for (const [i, next] of [{ type: "begin" } as const, ...prefix, ...inputs].entries()) {
            walked(1);
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
            same(told, hearingsOf(call));
            expectSuspended(call, timers);
            if (recorded) same(recorded, recordedOf(call));
            same(silent, recorded !== undefined && call.recorder.state !== "on");
            // Whoever holds somebody is in the call, and talks in it.
            for (const { heldBy } of call.parties.filter((party) => party.heldBy)) {
              const holder = call.parties.find(({ id }) => id === heldBy);
              same(holder !== undefined && holder.role !== "supervisor", true);
            }
            const there = call.parties.filter(present);
            for (const party of there) {
              const heard = call.hearings[party.leg];
              // A voice lies over silence.
              if (party.heldBy) same(heard?.kind, call.suspended && party.id === call.far ? undefined : "music");
              if (heard?.kind !== "legs") continue;
              // Before the answer whoever rang there hears what its network sends.
              const rung = call.consult?.by === party.id ? call.consult.with : undefined;
              const asked = call.parties.find(({ id }) => id === (call.phase.kind === "dialling" ? call.far : rung));
              if (asked && !asked.up && asked.early) {
                same(heard.legs, [asked.leg]);
                continue;
              }
              const voices = there.filter((other) => hears(call, party, other));
              same(
                heard.legs,
                voices.map(({ leg }) => leg),
              );
            }
            // Two who talk, are both there and not muted hear each other.
            if (
              call.phase.kind === "talking" &&
              there.length === 2 &&
              !call.secure &&
              !call.meeting?.waitForHost &&
              !there.some(({ heldBy, muted, supervises }) => heldBy || muted || supervises)
            )
              expect(there.map(({ leg }) => call.hearings[leg]?.kind)).toEqual(["legs", "legs"]);
          }
        }),
        walks(15),
      );
    },
  );

  test("K11 K12 whatever happens, nobody waits where nobody is signed in", () => {
    const absent: CallInput = { type: "served", groups: [] };
    fc.assert(
      fc.property(
        fc.array(fc.oneof(anyInput(["far0", "n1", "n2"]), fc.constantFrom<CallInput>(absent, offer)), {
          maxLength: 60,
        }),
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
            if (call.phase.kind === "waiting")
              same(
                groups.some((id) => there.includes(id)),
                true,
              );
          }
        },
      ),
      walks(40),
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
