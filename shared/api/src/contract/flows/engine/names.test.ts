import { compile } from "./compile.ts";
import { isSetByEngine } from "./flow.ts";
import type { FlowState } from "./session.ts";
import { begun, step } from "./step.ts";
import { body, node } from "./testing/build.ts";
import { noTools } from "./tools.ts";
import { fill } from "./values.ts";

/** Frozen to the bottom: what a step writes into is its own. */
function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

test("G15 names that every object has are names like others, also '__proto__': as a node, as a variable, in a text", () => {
  const flow = body([
    node("s", "start", { to: { next: "__proto__" } }),
    node("__proto__", "variable", {
      config: { assign: ["__proto__", "constructor"].map((vName) => ({ vName, from: "text", value: `值${vName}` })) },
      to: { next: "p" },
    }),
    node("p", "play", { says: ["${__proto__}${constructor}${toString}"], to: { next: "p" } }),
  ]);
  const program = compile({ flowId: "f", versionId: "v", flowType: 1, body: flow, voice: null });
  const { state, effects } = step(program, begun(program, 1), { type: "begin", vars: {} }, noTools);
  expect(Object.entries(state.vars).filter(([name]) => !isSetByEngine(name))).toEqual([
    ["__proto__", "值__proto__"],
    ["constructor", "值constructor"],
  ]);
  expect(Object.keys(state.counts)).toEqual(["s", "__proto__", "p"]);
  expect(effects.find((effect) => effect.do === "play")).toMatchObject({
    says: [{ text: "值__proto__值constructor" }],
  });
  const again = step(program, state, { type: "playDone", id: "e1", reason: "finished" }, noTools).state;
  const declared = Object.keys(again.vars).filter((name) => !isSetByEngine(name));
  expect([declared, Object.getPrototypeOf(again.vars) === Object.prototype]).toEqual([
    ["__proto__", "constructor"],
    true,
  ]);
});

test("G21 a step writes into nothing of the state before", () => {
  const flow = body([
    node("s", "start", { to: { next: "k" } }),
    node("k", "keyCollect", {
      says: ["请输入"],
      config: { vName: "card", min: 2, max: 2, confirm: true },
      sensitive: true,
      to: { collected: "v", invalid: "s", timeout: "s" },
    }),
    node("v", "variable", { config: { assign: [{ vName: "a", from: "text", value: "${card}" }] }, to: { next: "s" } }),
  ]);
  const program = frozen(compile({ flowId: "f", versionId: "v", flowType: 1, body: flow, voice: null }));
  let state: FlowState = frozen(begun(program, 1));
  const take = (event: Parameters<typeof step>[2]): void => {
    const next = step(program, state, event, noTools);
    frozen(next.effects);
    state = frozen(next.state);
  };
  take({ type: "begin", vars: { caller: "1" } });
  for (let round = 0; round < 3; round++) {
    for (const digit of "371") take({ type: "digit", digit });
    const [open] = Object.entries(state.open).find(([, kind]) => kind === "play")!;
    take({ type: "playDone", id: open, reason: "finished" });
    const [timer] = Object.entries(state.open).find(([, kind]) => kind === "timer")!;
    take({ type: "timer", id: timer });
  }
  expect([state.vars["card"], state.counts["k"]?.visits]).toEqual(["37", 4]);
});

test("G174 a note that is the same in each call is one for all of them, frozen; a call with a secret has its own", () => {
  const flow = body([
    node("s", "start", { to: { next: "p" } }),
    node("p", "play", { says: ["密码是4321"], to: { next: "h" } }),
    node("h", "hangup"),
  ]);
  const program = compile({ flowId: "f", versionId: "v", flowType: 1, body: flow, voice: null });
  const begin = (secret: readonly string[]) =>
    step(program, begun(program, 1), { type: "begin", vars: { pin: "4321" }, secret }, noTools);
  const [one, other, hidden] = [begin([]), begin([]), begin(["pin"])].map(({ state, effects }) => ({
    state,
    notes: effects.flatMap((effect) => (effect.do === "note" ? [effect.note] : [])),
  }));
  const constant = one!.notes.filter((note) => other!.notes.includes(note));
  expect(constant.map(({ action, nodeId }) => `${action} ${nodeId}`)).toEqual([
    "node s",
    "branch s",
    "node p",
    "play p",
  ]);
  for (const note of constant)
    expect([Object.isFrozen(note), Object.isFrozen(note.data ?? note)]).toEqual([true, true]);
  expect([one!, hidden!].map(({ notes }) => notes.at(-1)?.content)).toEqual(["密码是4321", "密码是***"]);
  // A second visit counts on, and a call from JSON goes on from the same place.
  const kept = JSON.parse(JSON.stringify(one!.state)) as FlowState;
  const [left, again] = [one!.state, kept].map((state) =>
    step(program, state, { type: "playDone", id: "e1", reason: "finished" }, noTools),
  );
  expect(again).toEqual(left);
});

test("G15 a text is filled as far as it names variables", () => {
  const vars = { a: "甲", "formData.x": 3, list: ["一", "二"] };
  expect(fill("${a}${formData.x}，${list}${none}。", vars)).toBe("甲3，一、二。");
  expect(fill("${${a}} ${ a} ${9} ${a", vars)).toBe("${甲} ${ a} ${9} ${a");
  expect(fill("}${a}${", vars)).toBe("}甲${");
});
