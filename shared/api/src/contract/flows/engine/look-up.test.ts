import { compile } from "./compile.ts";
import { runFlowTest, type TestWorld } from "./flow-test/index.ts";
import { body, node } from "./testing/build.ts";
import { TestCaller } from "./testing/caller.ts";
import { noTools } from "./tools.ts";
import { validate, type Surroundings } from "./validate/index.ts";

const text = (vName: string) => ({ vName, vAlias: vName, type: "text" as const, value: "无" });
const looks = (vName: string, value: string, column: string) => ({
  ...{ vName, from: "lookUp", value, tableId: "shops", column },
});
const flow = body(
  [
    node("s", "start", { to: { next: "v" } }),
    node("v", "variable", {
      config: {
        assign: [
          { vName: "key", value: "店${caller}" },
          looks("town", "${key}", "城市"),
          looks("phone", "${town}", "电话"),
          { vName: "all", value: "${town}，${phone}" },
        ],
      },
      to: { next: "p", error: "x" },
    }),
    node("p", "play", { says: ["${all}"], to: { next: "x" } }),
    node("x", "hangup", { says: ["再见"] }),
  ],
  { collectVariable: ["key", "town", "phone", "all"].map(text) },
);
const shops: Readonly<Record<string, string>> = { "店8 城市": "北京", "北京 电话": "010" };

test("G119 a variable takes a cell of a look-up table, one after the other, and '' where there is no such row", () => {
  const asked: string[] = [];
  const caller = new TestCaller(flow, {
    answer: (ask) => {
      if (ask.what !== "lookUp") return undefined;
      asked.push(`${ask.tableId} ${ask.key} ${ask.column}`);
      const value = shops[`${ask.key} ${ask.column}`];
      return { found: value !== undefined, value: value ?? "" };
    },
  });
  caller.begin({ caller: "8" }).heardOut().heardOut();
  expect(asked).toEqual(["shops 店8 城市", "shops 北京 电话"]);
  expect(caller.said).toEqual(["北京，010", "再见"]);
  const other = new TestCaller(flow, { answer: () => ({ found: false, value: "" }) }).begin({ caller: "9" });
  expect(other.said).toEqual(["，"]);
});

test("G119 a table that cannot be read leads out by 出错", () => {
  const caller = new TestCaller(flow, { answer: () => "failed" }).begin({ caller: "8" });
  expect(caller.path).toEqual(["s", "v", "x"]);
});

test("G119 tests of a flow read the tables as they are now", () => {
  const program = compile({ flowId: "f", versionId: "v", flowType: 1, body: flow, voice: null });
  const world: TestWorld = {
    understand: () => ({ intentId: "", score: 0, secondId: "", secondScore: 0, by: "", slots: {} }),
    lookUp: ({ key, column }) => shops[`${key} ${column}`],
  };
  const one = { name: "北京", steps: [], overrides: { vars: { caller: "8" } }, expect: [] };
  const said = { what: "said", value: "北京，010" } as const;
  expect(runFlowTest(program, { ...one, expect: [said] }, noTools, world).failures).toEqual([]);
});

test("G119 the validator names nodes whose table or column is not there, or is not said", () => {
  const around: Surroundings = {
    existing: { lookUpTable: { shops: { name: "门店", enabled: true } } },
    columns: { shops: ["编号", "城市"] },
    ...{ voices: {}, intents: {}, inUse: [], engines: { speaks: true, listens: "any" } },
    ...{
      expressionError: () => undefined,
      expressionNames: () => [],
      expressionFails: () => true,
      patternError: () => undefined,
    },
  };
  const texts = (given: typeof flow, of: Surroundings) => validate(given, of).map(({ text: found }) => found);
  expect(texts(flow, { ...around, columns: { shops: ["编号", "城市", "电话"] } })).toEqual([]);
  expect(texts(flow, around)).toEqual(["节点“v”：查找表“门店”没有列“电话”"]);
  expect(texts(flow, { ...around, existing: {}, columns: {} })).toEqual([
    "节点“v”：查找表不存在",
    "节点“v”：查找表不存在",
  ]);
  const assign = [
    { vName: "town", from: "lookUp", value: "" },
    { ...looks("key", " ", "城市") },
    { ...looks("phone", "1", "") },
    { vName: "all", value: "1" },
  ];
  const { nodes } = flow.nodes[0]!.subProcess.flow;
  const drawn = nodes.map((one) => (one.nodeId === "v" ? { ...one, config: { assign } } : one));
  const blank = body(drawn, { collectVariable: flow.collectVariable });
  expect(texts(blank, around)).toEqual([
    "节点“v”：变量“town”没有选择查找表",
    "节点“v”：变量“key”没有填写查找的键",
    "节点“v”：变量“phone”没有填写查找的列",
  ]);
});
