/**
 * A process dies at one of the steps of a call, and another goes on with what was kept (issue 10, E6): pure, so that all 200 can be tried.
 */
import { compile } from "./compile.ts";
import type { FlowEffect, FlowEvent, FlowState } from "./session.ts";
import { begun, step } from "./step.ts";
import { body, node } from "./testing/build.ts";
import { noTools } from "./tools.ts";

const steps = 200;

const flow = body(
  [
    node("start", "start", { to: { next: "round" } }),
    node("round", "loop", { config: { limit: 60, vName: "round" }, to: { again: "ask", over: "group" } }),
    node("ask", "interface", {
      config: {
        interfaceId: "i1",
        request: [{ name: "round", value: "${round}" }],
        reply: [{ path: "level", vName: "level" }],
      },
      to: { ok: "sum", failed: "group", timeout: "group" },
    }),
    node("sum", "variable", {
      config: { assign: [{ vName: "all", value: "${all}${level}${typed}" }] },
      to: { next: "type" },
    }),
    node("type", "keyCollect", {
      says: ["请输入"],
      config: { vName: "typed", min: 1, max: 2 },
      to: { collected: "say", timeout: "say", invalid: "say" },
    }),
    node("say", "play", { says: ["您输入了${typed}"], to: { next: "sub" } }),
    node("sub", "jump", { config: { targetId: "inner", results: ["good"] }, to: { next: "round", good: "round" } }),
    node("group", "skillGroup", { config: { targetId: "g1", data: ["all", "round"] } }),
  ],
  {
    subs: {
      inner: [
        node("inside", "start", { to: { next: "choose" } }),
        node("choose", "keyNav", {
          says: ["请按键"],
          config: { keys: ["1", "2"] },
          to: { "key-1": "good", "key-2": "plain" },
        }),
        node("good", "end", { config: { result: "good" } }),
        node("plain", "end"),
      ],
    },
  },
);
const programOf = () =>
  compile({
    flowId: "f",
    versionId: "v",
    flowType: 1,
    body: JSON.parse(JSON.stringify(flow)) as typeof flow,
    voice: null,
  });

/** What the caller and the world do next, by what is waited for: nothing of it is known to the process. */
function nextEvent({ open }: FlowState, turn: number): FlowEvent | undefined {
  const [id, kind] = Object.entries(open).findLast(([, each]) => each !== "timer") ?? Object.entries(open).at(-1) ?? [];
  if (id === undefined || kind === "transfer") return undefined;
  if (kind === "ask") return { type: "answered", id, answer: { ok: true, status: 200, values: { level: turn % 7 } } };
  if (kind === "play" && turn % 3 > 0) return { type: "playDone", id, reason: "finished" };
  return { type: "digit", digit: "12"[turn % 2]! };
}

/** The whole call. killed: after so many events the process is another one; Infinity: never. */
function call(killed: number) {
  let program = programOf();
  let state = begun(program, 7);
  const keys: string[] = [];
  const ends: FlowEffect[] = [];
  const take = (event: FlowEvent): void => {
    const { state: next, effects } = step(program, state, event, noTools);
    state = next;
    for (const effect of effects) {
      if (effect.do === "ask") keys.push(effect.id);
      if (effect.do === "transfer") ends.push(effect);
    }
  };
  take({ type: "begin", vars: { caller: "13800138000", all: "" } });
  let events = 1;
  const again: string[] = [];
  for (let event = nextEvent(state, events); event; event = nextEvent(state, events)) {
    if (events === killed) {
      program = programOf();
      state = JSON.parse(JSON.stringify(state)) as FlowState;
      // As the runner does: what is open is asked once more, under the key it had.
      again.push(...Object.entries(state.open).flatMap(([id, kind]) => (kind === "ask" ? [id] : [])));
    }
    take(event);
    events += 1;
  }
  return { events, keys, again, ends, vars: state.vars, steps: state.steps };
}

test("G100 whichever of 200 steps a process dies at, the call ends at the same target and variables, no question has two keys", () => {
  const whole = call(Infinity);
  expect(whole.events).toBeGreaterThan(steps);
  expect(whole.ends).toMatchObject([{ do: "transfer", to: { id: "g1" } }]);
  expect(whole.keys.length).toBeGreaterThan(steps / 8);
  expect(new Set(whole.keys).size).toBe(whole.keys.length);
  let asked = 0;
  for (let at = 1; at <= steps; at++) {
    const { again, ...same } = call(at);
    const { again: _, ...without } = whole;
    expect([at, same]).toEqual([at, without]);
    // What is asked again was asked before.
    expect(again.filter((id) => !whole.keys.includes(id))).toEqual([]);
    asked += again.length;
  }
  expect(asked).toBeGreaterThan(0);
});
