import fc from "fast-check";
import { agentReasons } from "@liantai/api/contract";
import { same, tellSteps, walked, walks } from "./testing/walks.ts";
import { callOf, isFree, offlineAgent, restAfter, transition, type Agent, type AgentInput } from "./agent-machine.ts";

const agentInput: fc.Arbitrary<AgentInput> = fc.oneof(
  fc.constantFrom<AgentInput>(
    { type: "signIn" },
    { type: "setReady", reason: "byAgent" },
    { type: "setBusy", reason: "byAgent", customStatusId: "7" },
    { type: "setBusy", reason: "byAgent", customStatusId: "8", customStatusMs: 60_000 },
    { type: "setBusy", reason: "statusOver" },
    { type: "setBusy", reason: "deviceGone" },
    { type: "setReady", reason: "byMonitor" },
    { type: "setReady", reason: "statusOver" },
    { type: "seeTo", callId: "c9", ms: 5_000 },
    { type: "extendWrapUp" },
    { type: "rings" },
    { type: "engage", activity: "talking", reason: "answered" },
    { type: "engage", activity: "held", reason: "held" },
    { type: "engage", activity: "consulting", reason: "consulting" },
    { type: "engage", activity: "supervising", reason: "supervising" },
    { type: "engage", activity: "conference", reason: "joined" },
    { type: "engage", activity: "meeting", reason: "joined" },
    { type: "moment", reason: "consultHungUp" },
    { type: "finishWrapUp" },
    { type: "wrapUpTimeout" },
    { type: "recover" },
    { type: "offerEnded", reason: "noAnswer", restore: false },
    { type: "offerEnded", reason: "customerGone", restore: false },
    { type: "offerEnded", reason: "declined", restore: true },
    { type: "offerEnded", reason: "deviceGone", restore: false },
    { type: "offerEnded", reason: "pickedUp", restore: true },
    { type: "offerEnded", reason: "noAnswer", restore: false, missLimit: 3 },
    { type: "callEnded", wrapUpMs: 0 },
    { type: "callEnded", wrapUpMs: 5_000 },
    { type: "callEnded", wrapUpMs: 5_000, reason: "takenOver" },
    { type: "callEnded", wrapUpMs: 5_000, rules: { ends: "time", extendMs: 2_000 } },
    { type: "callEnded", wrapUpMs: 5_000, rules: { ends: "agent", extendMs: 0 } },
    { type: "leave", reason: "signOut" },
    { type: "leave", reason: "legLost" },
    { type: "leave", reason: "byMonitor" },
  ),
  fc
    .constantFrom("c1", "c2", "c3")
    .chain((callId) => fc.constantFrom<AgentInput>({ type: "offer", callId }, { type: "dial", callId })),
);

describe("the agent machine", () => {
  afterAll(tellSteps);
  const from = (inputs: AgentInput[], start: Agent = offlineAgent(0)): Agent =>
    inputs.reduce((a, i) => transition(a, i, 1)?.agent ?? a, start);
  const ready = from([{ type: "signIn" }, { type: "setReady", reason: "byAgent" }]);

  test("one call at a time, every change with a known reason, refusals change nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(agentInput, fc.nat(10_000)), { maxLength: 80, size: "max" }), (inputs) => {
        let agent = offlineAgent(0);
        let now = 0;
        for (const [input, ms] of inputs) {
          now += ms;
          const before = callOf(agent);
          const result = transition(agent, input, now);
          if ((input.type === "offer" || input.type === "dial") && before !== undefined) expect(result).toBeUndefined();
          if (!result) continue;
          const changed = result.effects.some((e) => e.do === "changed");
          expect(changed).toBe(result.agent.state !== agent.state);
          for (const e of result.effects) if (e.do === "changed") expect(agentReasons).toHaveProperty(e.reason);
          agent = result.agent;
          expect(agent.state.since).toBeLessThanOrEqual(now);
          walked(1);
          // Nobody is ready, busy or away with a call, and in a call nobody is free.
          const inCall = ["offered", "dialling", "engaged"].includes(agent.state.kind);
          same([callOf(agent) !== undefined, isFree(agent)], [inCall, !inCall && agent.state.kind !== "offline"]);
          // What ends by itself is woken when its time has come.
          const { endsAt } = agent.state as { readonly endsAt?: number };
          const timers = result.effects.flatMap((e) => ("at" in e ? [e.at] : []));
          if (changed) same(timers, endsAt === undefined ? [] : [endsAt]);
        }
      }),
      walks(150),
    );
  });

  test("an unanswered phone is set busy; a caller who left is nobody's fault", () => {
    const offered = from([{ type: "offer", callId: "c" }], ready);
    expect(from([{ type: "offerEnded", reason: "noAnswer", restore: false }], offered).state.kind).toBe("busy");
    const again = transition(offered, { type: "offerEnded", reason: "customerGone", restore: false }, 99)!.agent;
    expect([again.state.kind, again.idleSince]).toEqual(["ready", ready.idleSince]);
  });

  test("wrap-up ends by time only when its time has come", () => {
    const wrap = transition(
      from(
        [
          { type: "offer", callId: "c" },
          { type: "engage", activity: "talking", reason: "answered" },
        ],
        ready,
      ),
      { type: "callEnded", wrapUpMs: 1_000 },
      10,
    )!;
    expect(wrap.effects).toContainEqual({ do: "wrapUpTimer", at: 1_010 });
    expect(transition(wrap.agent, { type: "wrapUpTimeout" }, 900)).toBeUndefined();
    expect(transition(wrap.agent, { type: "wrapUpTimeout" }, 1_010)?.agent.state.kind).toBe("ready");
    expect(transition(wrap.agent, { type: "setBusy", reason: "byAgent" }, 20)?.agent.state.kind).toBe("busy");
  });

  test("Q20 Q8 in a call and in a wrap-up of a fixed length a choice is remembered and told; it begins afterwards", () => {
    const talking = from(
      [
        { type: "offer", callId: "c" },
        { type: "engage", activity: "talking", reason: "answered" },
      ],
      ready,
    );
    expect(restAfter(ready)).toBeUndefined();
    expect(restAfter(talking)).toEqual({ kind: "ready" });
    const chosen = transition(talking, { type: "setBusy", reason: "byAgent" }, 5)!;
    expect(chosen.effects).toEqual([{ do: "rest" }]);
    expect(restAfter(chosen.agent)).toEqual({ kind: "busy" });
    expect(chosen.agent.state).toEqual(talking.state);
    const fixed = transition(
      chosen.agent,
      { type: "callEnded", wrapUpMs: 1_000, rules: { ends: "time", extendMs: 0 } },
      10,
    )!.agent;
    expect(restAfter(fixed)).toEqual({ kind: "busy" });
    const again = transition(fixed, { type: "setReady", reason: "byAgent" }, 20)!;
    expect(again.effects).toEqual([{ do: "rest" }]);
    expect(transition(again.agent, { type: "wrapUpTimeout" }, 1_010)?.agent.state.kind).toBe("ready");
  });

  test("a custom status survives a call", () => {
    const paused = from([
      { type: "signIn" },
      { type: "setBusy", reason: "byAgent", customStatusId: "7", customStatusName: "就餐" },
      { type: "dial", callId: "c" },
      { type: "engage", activity: "talking", reason: "answered" },
      { type: "callEnded", wrapUpMs: 0 },
    ]);
    expect(paused.state).toMatchObject({ kind: "busy", customStatusId: "7", customStatusName: "就餐" });
  });
});
