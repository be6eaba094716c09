import type { FlowBody } from "../flow.ts";
import { compile } from "../compile.ts";
import { coverageOf, runFlowTest } from "../flow-test/index.ts";
import { begun, step } from "../step.ts";
import { body, node } from "../testing/build.ts";
import { TestCaller } from "../testing/caller.ts";
import { noTools } from "../tools.ts";
import { validate, type Surroundings } from "../validate/index.ts";
import { link, type SharedFlow, type SharedFlows } from "./link.ts";

const variable = (vName: string, type: "text" | "number" = "text", value = "") => ({
  vName,
  vAlias: vName,
  type,
  value,
});

/** Asks for what it was handed, and comes back with 好. */
const asks = (text: string, result = "好"): FlowBody =>
  body(
    [
      node("s", "start", { config: { inputs: ["what"] }, to: { next: "p" } }),
      node("p", "play", { says: [text], to: { next: "j" } }),
      node("j", "jump", { config: { targetId: "inner" }, to: { next: "e" } }),
      node("e", "end", { config: { result } }),
    ],
    {
      subs: {
        inner: [
          node("is", "start", { to: { next: "ip" } }),
          node("ip", "play", { says: ["里面"], to: { next: "ie" } }),
          node("ie", "end"),
        ],
      },
      collectVariable: [variable("what"), variable("own", "text", "自己的")],
    },
  );

const shared = (flowId: string, name: string, ...texts: readonly FlowBody[]): SharedFlow => ({
  ...{ flowId, name, enabled: true, newest: `${flowId}-${texts.length}` },
  versions: Object.fromEntries(
    texts.map((text, at) => [`${flowId}-${at + 1}`, { versionId: `${flowId}-${at + 1}`, version: at + 1, body: text }]),
  ),
});
const all = (...flows: readonly SharedFlow[]): SharedFlows =>
  Object.fromEntries(flows.map((each) => [each.flowId, each]));

const calls = (config: Readonly<Record<string, unknown>>, more: Partial<FlowBody> = {}): FlowBody =>
  body(
    [
      node("s", "start", { to: { next: "v" } }),
      node("v", "variable", {
        config: { assign: [{ vName: "what", from: "text", value: "单号" }] },
        to: { next: "c" },
      }),
      node("c", "jump", {
        config: { to: "shared", targetId: "S", results: ["好"], ...config },
        to: { next: "x", 好: "p" },
      }),
      node("p", "play", { says: ["回来了"], to: { next: "x" } }),
      node("x", "hangup"),
    ],
    { collectVariable: [variable("what")], ...more },
  );

const two = all(shared("S", "问单号", asks("第一版${what}"), asks("第二版${what}${own}")));

test("G123 a call goes through the newest version or the one that is named, and comes back by its result", () => {
  const newest = new TestCaller(calls({}), { shared: two }).begin();
  newest.heardOut().heardOut();
  expect(newest.said).toEqual(["第二版单号自己的", "里面", "回来了"]);
  expect(newest.state.links).toEqual({ S: "S-2" });
  const fixed = new TestCaller(calls({ version: "S-1" }), { shared: two }).begin();
  fixed.heardOut();
  expect(fixed.said).toEqual(["第一版单号", "里面"]);
  expect(fixed.path.slice(2)).toEqual(["c", "s", "p", "j", "is", "ip"]);
  expect(fixed.state.links).toBeUndefined();
});

test("G123 both versions of one, and one in another, stand side by side", () => {
  const outer = body([
    node("s", "start", { to: { next: "c" } }),
    node("c", "jump", { config: { to: "shared", targetId: "S" }, to: { next: "e" } }),
    node("e", "end"),
  ]);
  const flow = body(
    [
      node("s", "start", { to: { next: "a" } }),
      node("a", "jump", { config: { to: "shared", targetId: "S", version: "S-1" }, to: { next: "b" } }),
      node("b", "jump", { config: { to: "shared", targetId: "T" } }),
    ],
    { collectVariable: [variable("what", "text", "甲")] },
  );
  const caller = new TestCaller(flow, { shared: { ...two, ...all(shared("T", "外面的", outer)) } }).begin();
  caller.heardOut().heardOut().heardOut().heardOut();
  expect(caller.said).toEqual(["第一版甲", "里面", "第二版甲自己的", "里面"]);
  expect(caller.state.links).toEqual({ T: "T-1", S: "S-2" });
});

test("G123 what is gone fails at the node that calls it", () => {
  const flow = body([
    ...calls({}).nodes[0]!.subProcess.flow.nodes,
    node("err", "exception", { config: { classes: ["loop"] }, to: { next: "x" } }),
  ]);
  const caller = new TestCaller(flow).begin();
  expect([caller.left, caller.path.at(-1)]).toEqual(["hangup", "x"]);
});

const around: Surroundings = {
  ...{ existing: {}, voices: {}, intents: {}, engines: { speaks: true, listens: "any" }, inUse: [] },
  expressionError: () => undefined,
  expressionNames: () => [],
  expressionFails: () => true,
  patternError: () => undefined,
};
const found = (flow: FlowBody, surroundings: Partial<Surroundings>) =>
  validate(flow, { ...around, ...surroundings }).map(({ nodeId, text }) => `${nodeId}: ${text}`);

test("G124 a sound call has no finding; what is missing is named at its node", () => {
  expect(found(calls({}), { shared: two })).toEqual([]);
  expect(found(calls({ version: "S-1" }), { shared: two })).toEqual([]);
  expect(found(calls({}), {})).toEqual(["c: 节点“c”：公共子流程不存在"]);
  expect(found(calls({ targetId: "" }), { shared: two })).toEqual(["c: 节点“c”：请选择跳转的目标"]);
  expect(found(calls({ version: "S-9" }), { shared: two })).toEqual(["c: 节点“c”：公共子流程“问单号”没有所选的版本"]);
  const off = all({ ...two["S"]!, enabled: false });
  expect(found(calls({}), { shared: off })).toEqual(["c: 节点“c”：公共子流程“问单号”已停用"]);
  const draft = all({ ...shared("S", "问单号"), newest: "" });
  expect(found(calls({}), { shared: draft })).toEqual(["c: 节点“c”：公共子流程“问单号”还没有发布"]);
});

test("G124 results, parameters and types that do not fit are named at its node", () => {
  expect(found(calls({ results: ["好", "坏"] }), { shared: two })).toContain(
    "c: 节点“c”：公共子流程“问单号”没有结果“坏”",
  );
  const typed = calls({}, { collectVariable: [variable("what"), variable("own", "number", "1")] });
  expect(found(typed, { shared: two })).toEqual([
    "c: 节点“c”：变量“own”在公共子流程“问单号”里是文本，在本流程里是数字",
  ]);
  const nodes = (flow: FlowBody) => flow.nodes[0]!.subProcess.flow.nodes;
  const unset = nodes(calls({})).map((each) => (each.nodeId === "v" ? { ...each, config: {} } : each));
  expect(found(body(unset, { collectVariable: [variable("what")] }), { shared: two })).toEqual([
    "c: 节点“c”：变量“what”在有的路径上还没有赋值",
  ]);
  expect(found(body(unset), { shared: two })).toEqual([
    "c: 节点“c”：公共子流程“问单号”要传入变量“what”，本流程没有声明",
  ]);
});

test("G124 a circle is named by its names, and ten deep counts over the border", () => {
  const to = (targetId: string) =>
    body([
      node("s", "start", { to: { next: "c" } }),
      node("c", "jump", { config: { to: "shared", targetId }, to: { next: "e" } }),
      node("e", "end"),
    ]);
  const round = all(shared("A", "甲", to("B")), shared("B", "乙", to("A")));
  const self = { flowId: "A", name: "甲" };
  expect(found(to("B"), { shared: round, self })).toEqual(["c: 节点“c”：公共子流程循环调用：甲 → 乙 → 甲"]);
  expect(found(to("A"), { shared: round, self })).toEqual(["c: 节点“c”：公共子流程循环调用：甲 → 甲"]);
  expect(found(to("B"), { shared: round })).toEqual(["c: 节点“c”：公共子流程循环调用：乙 → 甲 → 乙"]);
  const last = body([node("s", "start", { to: { next: "e" } }), node("e", "end")]);
  const row = (many: number) =>
    all(
      ...Array.from({ length: many }, (_, at) =>
        shared(`r${at}`, `第${at}`, at === many - 1 ? last : to(`r${at + 1}`)),
      ),
    );
  expect(found(to("r0"), { shared: row(9) })).toEqual([]);
  expect(found(to("r0"), { shared: row(10) })).toEqual(["c: 节点“c”：子流程调用超过10层"]);
  // What was published meanwhile ends a call, and not the process.
  expect(new TestCaller(to("B"), { shared: round }).begin().left).toBe("failed");
});

test("G124 a shared one may read what it is handed; what is the calling flow's it has not", () => {
  const itself = asks("你好${what}");
  const self = { flowId: "S", name: "问单号" };
  expect(found(itself, { self })).toEqual([]);
  expect(found(itself, {})).toContain("s: 节点“s”：传入变量只用于公共子流程的主画布");
  expect(found({ ...itself, collectVariable: [variable("own")] }, { self })).toContain(
    "s: 节点“s”：变量“what”没有声明",
  );
  const more = { ...itself, variableForm: "f", qaNodes: [{ subProcessId: "inner", dictionariesId: "i" }] };
  const texts = found(more, { self, existing: { form: { f: { name: "表", enabled: true } } } });
  expect(texts).toContain(": 公共子流程不能有问答画布");
  expect(texts).toContain(": 公共子流程不写入表单，请在调用它的流程里设置");
});

test("G126 tests of a flow go over the border; what they cover is the flow's own", () => {
  const program = compile({ flowId: "f", versionId: "v", flowType: 1, voice: null, ...link(calls({}), two) });
  const world = { understand: () => ({}) as never, timeRule: () => "" };
  const expects = (value: string) => ({ what: "node", value }) as const;
  const test = { name: "过界", steps: [], overrides: {}, expect: ["ip", "S/2/ip", "c"].map(expects) };
  const result = runFlowTest(program, test, noTools, world);
  expect(result.failures).toEqual([]);
  expect(coverageOf(program, [result]).nodes).toEqual({ all: 5, missing: [] });
});

test("G123 a call that another process takes up has the links it began with", () => {
  const flow = calls({});
  const program = compile({ flowId: "f", versionId: "v", flowType: 1, voice: null, ...link(flow, two) });
  const first = step(program, begun(program, 1), { type: "begin", vars: {} }, noTools).state;
  expect(first.links).toEqual({ S: "S-2" });
  expect(JSON.parse(JSON.stringify(first))).toEqual(first);
});
