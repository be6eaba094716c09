import fc from "fast-check";
import { agentReasons } from "@liantai/api/contract";
import { same, tellSteps, walked, walks } from "./testing/walks.ts";
import { callOf, isFree, offlineAgent, restAfter, transition } from "./agent-machine.ts";
import type { Agent, AgentInput } from "./agent-types.ts";

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

  describe("a colleague's ring that comes to nothing", () => {
    const ring: AgentInput = { type: "offer", callId: "c2" };
    const over: AgentInput = { type: "offerEnded", reason: "customerGone", restore: true };
    const ended = (rules?: Extract<AgentInput, { type: "callEnded" }>["rules"]): AgentInput => ({
      type: "callEnded",
      wrapUpMs: 5_000,
      ...(rules ? { rules } : {}),
    });
    const wrapUp = (rules?: Parameters<typeof ended>[0]) =>
      from(
        [{ type: "offer", callId: "c1" }, { type: "engage", activity: "talking", reason: "answered" }, ended(rules)],
        ready,
      );
    const at = (agent: Agent, ...inputs: readonly (readonly [number, AgentInput])[]) => {
      let effects: readonly object[] = [];
      for (const [ms, input] of inputs) {
        const done = transition(agent, input, ms);
        if (done) ({ agent, effects } = done);
      }
      return { agent, effects };
    };

    test("Q8 the wrap-up goes on and ends when it would have, with the agent's one extension", () => {
      const rules = { ends: "time", extendMs: 2_000 } as const;
      const { agent, effects } = at(wrapUp(rules), [1_000, ring], [1_500, { type: "rings" }], [2_000, over]);
      expect(agent.state).toEqual({
        ...{ kind: "wrapUp", since: 2_000, callId: "c1", endsAt: 5_001, fixed: true, extendMs: 2_000 },
      });
      expect(effects).toContainEqual({ do: "wrapUpTimer", at: 5_001 });
      expect(at(agent, [5_001, { type: "wrapUpTimeout" }]).agent.state).toEqual({ kind: "ready", since: 5_001 });
    });

    test("Q8 one that nothing but the agent ends goes on, too; one whose time is over meanwhile is over", () => {
      const open = at(wrapUp({ ends: "agent", extendMs: 0 }), [1_000, ring], [9_000, over]).agent;
      expect(open.state).toEqual({ kind: "wrapUp", since: 9_000, callId: "c1" });
      expect(at(wrapUp(), [1_000, ring], [9_000, over]).agent.state).toEqual({ kind: "ready", since: 9_000 });
    });

    test("Q20 what the agent chooses while it rings comes in its place, after a fixed wrap-up", () => {
      const busy: AgentInput = { type: "setBusy", reason: "byAgent" };
      expect(at(wrapUp(), [1_000, ring], [1_500, busy], [2_000, over]).agent.state).toEqual({
        kind: "busy",
        since: 2_000,
      });
      const fixed = at(wrapUp({ ends: "time", extendMs: 0 }), [1_000, ring], [1_500, busy], [2_000, over]).agent;
      expect(fixed.state.kind).toBe("wrapUp");
      expect(at(fixed, [5_001, { type: "wrapUpTimeout" }]).agent.state.kind).toBe("busy");
    });

    test("C8 a custom status keeps its end; once the call is answered it begins anew afterwards", () => {
      const away: AgentInput = { type: "setBusy", reason: "byAgent", customStatusId: "8", customStatusMs: 60_000 };
      const { agent, effects } = at(ready, [0, away], [10_000, ring], [20_000, over]);
      expect(agent.state).toEqual({ kind: "busy", since: 20_000, customStatusId: "8", endsAt: 60_000 });
      expect(effects).toContainEqual({ do: "statusTimer", at: 60_000 });
      const talked = at(
        agent,
        [30_000, ring],
        [31_000, { type: "engage", activity: "talking", reason: "answered" }],
        [40_000, { type: "callEnded", wrapUpMs: 0 }],
      ).agent;
      expect(talked.state).toMatchObject({ kind: "busy", customStatusId: "8", endsAt: 100_000 });
      expect(talked).not.toHaveProperty("back");
    });
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
