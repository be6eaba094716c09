/** What a call meets on its way, through sub-processes and failures. */
import type { FlowNode } from "../flow.ts";
import { body, node, say } from "../testing/build.ts";
import { and, around, errors, nodes, sound, with_ } from "../testing/sound.ts";
import { validate } from "./index.ts";

test("G159 of an expression the engine's own, fields, first values, and what the same node set before have a value", () => {
  const assign = (...all: readonly (readonly [vName: string, value: string])[]) => ({
    assign: all.map(([vName, value]) => ({ vName, from: "expression", value })),
  });
  const found = (config: Readonly<Record<string, unknown>>) =>
    errors(
      validate(
        sound((all) =>
          and(node("v", "variable", { config, to: { next: "q" } }))(
            with_("t", () => ({ branch: node("t", "timeRoute", { to: { day: "v", else: "x" } }).branch }))(all),
          ),
        ),
        around,
      ),
    ).map(({ rule: name, nodeName, text }) => `${name} ${nodeName} ${text}`);
  const own = "lastKeys + lastError + caller + formData.name + customer.level + hello";
  expect(found(assign(["sum", own], ["card", "sum"]))).toEqual([]);
  expect(found(assign(["card", "sum.size"], ["sum", own]))).toEqual([
    "assigned v 节点“v”：变量“sum”在有的路径上还没有赋值",
  ]);
});

test("G17 a round through the sub-process counts as one where the sub-process waits for nobody", () => {
  const round = (own: readonly FlowNode[]) =>
    body(
      [
        node("s", "start", { to: { next: "j" } }),
        node("j", "jump", { config: { targetId: "sub" }, to: { next: "j" } }),
      ],
      { subs: { sub: own } },
    );
  const quick = [node("ss", "start", { to: { next: "se" } }), node("se", "end")];
  const slow = [
    node("ss", "start", { to: { next: "sp" } }),
    node("sp", "play", { says: ["喂"], to: { next: "se" } }),
    node("se", "end"),
  ];
  expect(errors(validate(round(quick), around)).map(({ rule }) => rule)).toEqual(["loop"]);
  expect(validate(round(slow), around)).toEqual([]);
});

test("G16 what a sub-process assigns counts only if every way out of it does, an exit without a branch included", () => {
  const asks = (tries: Readonly<Record<string, string>>) => [
    node("ss", "start", { to: { next: "sk" } }),
    node("sk", "keyCollect", { says: ["请按"], config: { vName: "off" }, to: { collected: "se", ...tries } }),
    node("se", "end", { config: { result: "good" } }),
    node("sx", "hangup"),
  ];
  const found = (tries: Readonly<Record<string, string>>) =>
    errors(validate(sound(undefined, { nodes: body(nodes, { subs: { sub: asks(tries) } }).nodes }), around)).map(
      ({ rule, nodeName }) => `${rule} ${nodeName}`,
    );
  expect(found({ timeout: "sx", invalid: "sx" })).toEqual([]);
  expect(found({ timeout: "sx" })).toEqual(["assigned p"]);
});

const asks = (id: string, seconds: number, to: Readonly<Record<string, string>>, more = {}) =>
  node(id, "interface", { config: { interfaceId: "i", timeoutSeconds: seconds, ...more }, to });
const jump = (id: string, targetId: string, to: Readonly<Record<string, string>>) =>
  node(id, "jump", { config: { targetId }, to });
const silent = (main: readonly FlowNode[], subs: Readonly<Record<string, readonly FlowNode[]>>, more = {}) =>
  errors(
    validate(body([node("s", "start", { to: { next: main[0]!.nodeId } }), ...main], { subs }), { ...around, ...more }),
  )
    .filter(({ rule }) => rule === "deadAir")
    .map(({ nodeName, text }) => `${nodeName} ${/\d+秒/.exec(text)![0]}`);
const ends = (id: string) => ({ ok: id, failed: id, timeout: id });
const called = (seconds: number, last = "se") => [
  node("ss", "start", { to: { next: "si" } }),
  asks("si", seconds, ends(last)),
  node("se", "end"),
  node("sp", "play", { says: ["请稍等"], to: { next: "se" } }),
];
const hangUp = node("x", "hangup", { says: ["再见"] });

test.each([
  [
    "out of a sub-process and on",
    [jump("j", "sub", { next: "i" }), asks("i", 6, ends("x")), hangUp],
    called(6),
    ["si 12秒"],
  ],
  ["into one", [asks("i", 6, ends("j")), jump("j", "sub", { next: "x" }), hangUp], called(6), ["i 12秒"]],
  [
    "through one and on",
    [asks("i", 4, ends("j")), jump("j", "sub", { next: "k" }), asks("k", 4, ends("x")), hangUp],
    called(3),
    ["i 11秒"],
  ],
  [
    "but not past what it says",
    [jump("j", "sub", { next: "i" }), asks("i", 6, ends("x")), hangUp],
    called(6, "sp"),
    [],
  ],
  [
    "and back to who called it, not to another",
    [
      asks("i", 6, ends("j")),
      jump("j", "sub", { next: "p" }),
      node("p", "play", { says: ["好"], to: { next: "j2" } }),
      jump("j2", "sub", { next: "k" }),
      asks("k", 6, ends("x")),
      hangUp,
    ],
    called(1),
    [],
  ],
  [
    "and by a failure to the exception node",
    [
      asks("i", 6, { ok: "x", failed: "x" }),
      node("e", "exception", { to: { next: "k" } }),
      asks("k", 6, ends("x")),
      hangUp,
    ],
    called(1),
    ["i 12秒"],
  ],
  [
    "out of a sub-process as well",
    [jump("j", "sub", { next: "x" }), node("e", "exception", { to: { next: "k" } }), asks("k", 6, ends("x")), hangUp],
    [called(6)[0]!, asks("si", 6, { ok: "se", failed: "se" }), ...called(6).slice(2)],
    ["si 12秒"],
  ],
] as const)("G161 silence goes %s", (_, main, sub, found) => expect(silent(main, { sub })).toEqual(found));

test("G161 silence goes on from a shared sub-process: the node that calls it says so", () => {
  const shared = (own: readonly FlowNode[]) => ({
    f: {
      ...{ flowId: "f", name: "查单", enabled: true, newest: "v1" },
      versions: { v1: { versionId: "v1", version: 1, body: body(own) } },
    },
  });
  const calls = (to: string) => [
    node("j", "jump", { config: { to: "shared", targetId: "f" }, to: { next: to } }),
    asks("i", 6, ends("x")),
    hangUp,
  ];
  expect(silent(calls("i"), {}, { shared: shared(called(6)) })).toEqual(["j 12秒"]);
  expect(silent(calls("i"), {}, { shared: shared(called(6, "sp")) })).toEqual([]);
  const before = [asks("i", 6, ends("j")), ...calls("x").slice(0, 1), hangUp];
  expect(silent(before, {}, { shared: shared(called(6)) })).toEqual(["i 12秒"]);
});

const rounds = (main: readonly FlowNode[], subs: Readonly<Record<string, readonly FlowNode[]>> = {}) =>
  errors(validate(body([node("s", "start", { to: { next: main[0]!.nodeId } }), ...main], { subs }), around))
    .filter(({ rule }) => rule === "loop")
    .map(({ nodeName, text }) => `${nodeName} ${text.split("：")[1]}`);
const failing = "失败后经异常节点循环而没有停顿或次数限制";
const exception = (next: string, config = {}) => node("e", "exception", { config, to: { next } });
const music = { music: "v1" };
const judges = (expression: string) =>
  node("c", "condition", { config: { rules: [{ id: "r", expression }] }, to: { r: "x", else: "x" } });

test.each([
  ["a node that fails", [asks("i", 5, { ok: "x" }), exception("i"), hangUp], [`i ${failing}`]],
  ["one of two exits", [asks("i", 5, { ok: "x", failed: "x" }), exception("i"), hangUp], [`i ${failing}`]],
  ["an expression", [judges("size(card) > 1"), exception("c"), hangUp], [`c ${failing}`]],
  ["none: its own exits", [asks("i", 5, ends("x")), exception("i"), hangUp], []],
  [
    "none: a wording",
    [asks("i", 5, { ok: "x" }), exception("p"), node("p", "play", { says: ["抱歉"], to: { next: "i" } }), hangUp],
    [],
  ],
  ["none: another class", [asks("i", 5, { ok: "x" }), exception("i", { classes: ["media"] }), hangUp], []],
  ["none: it cannot fail", [judges("lastError == 1"), exception("c"), hangUp], []],
  [
    "none: once a call",
    [node("m", "sendSms", { config: { templateId: "t" }, to: { next: "x" } }), exception("m"), hangUp],
    [],
  ],
] as const)("G162 a round through the exception node: %s", (_, main, found) => expect(rounds(main)).toEqual(found));

test("G162 a round from a sub-process to the exception node of the main canvas, and to its own", () => {
  const fails = [node("ss", "start", { to: { next: "si" } }), asks("si", 5, { ok: "se" }, music), node("se", "end")];
  const main = [jump("j", "sub", { next: "x" }), exception("j"), hangUp];
  expect(rounds(main, { sub: fails })).toEqual([`j ${failing}`]);
  const own = [
    ...fails,
    node("ex", "exception", { to: { next: "sx" } }),
    node("sx", "play", { says: ["抱歉"], to: { next: "si" } }),
  ];
  expect(rounds(main, { sub: own })).toEqual([]);
  const round = [...fails, node("ex", "exception", { to: { next: "si" } })];
  expect(rounds(main, { sub: round })).toEqual([`si ${failing}`]);
  const late = [
    node("ss", "start", { to: { next: "sp" } }),
    node("sp", "play", { says: [say("喂")], to: { next: "si" } }),
    ...fails.slice(1),
  ];
  expect(rounds(main, { sub: late })).toEqual([]);
});
