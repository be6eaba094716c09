/** E13, levels and scores: dialogues whose score and level were computed by hand; every addend is told. */
import { defaultBands, evaluate, type Addend, type Dialogue, type Rule } from "./evaluate.ts";

const blank = { intentId: null, least: null, text: null };
const addends: readonly Addend[] = [
  { ...blank, kind: "intent", intentId: "price", intentName: "问价格", points: 40 },
  { ...blank, kind: "intent", intentId: "busy", intentName: "没空", points: -30 },
  { ...blank, kind: "seconds", least: 30, points: 20 },
  { ...blank, kind: "turns", least: 3, points: 15 },
  { ...blank, kind: "node", text: "报价", points: 10 },
  { ...blank, kind: "keyword", text: "多少钱、便宜", points: 15 },
  { ...blank, kind: "answer", text: "city=上海", points: 10 },
  { ...blank, kind: "hangUp", text: "customer", points: -10 },
];
const rule: Rule = { levels: defaultBands, wins: [], addends };

const call: Dialogue = {
  ...{ connected: true, refused: false, intents: [], said: [], nodes: [], answers: {} },
  ...{ seconds: 0, turns: 0, hungUpBy: "" },
};

test.each<readonly [string, Partial<Dialogue>, level: string, score: number, addends: number]>([
  ["nobody answered", { connected: false }, "E", 0, 0],
  ["silent and hung up: -10, not below 0", { seconds: 4, hungUpBy: "customer" }, "D", 0, 1],
  ["29 s are not 30", { seconds: 29 }, "D", 0, 0],
  ["30 s: 20", { seconds: 30 }, "D", 20, 1],
  ["35 is D: 40 - 30 + 20 + 15 - 10 = 35", both({ seconds: 30, turns: 3, hungUpBy: "customer" }), "D", 35, 5],
  ["40 is C: the intent alone", { intents: [{ intentId: "price", seq: 5 }] }, "C", 40, 1],
  ["an intent said twice counts once", { intents: [price(5), price(9)] }, "C", 40, 1],
  ["70 is B: 40 + 20 + 10", { intents: [price(5)], seconds: 60, nodes: [{ name: "报价", seq: 7 }] }, "B", 70, 3],
  ["70 is B, too: 40 + 15 + 15", { intents: [price(5)], turns: 4, said: [cheap(6)] }, "B", 70, 3],
  ["90 is A: 40 + 20 + 15 + 15", { intents: [price(5)], seconds: 31, turns: 3, said: [cheap(6)] }, "A", 90, 4],
  [
    "110 is 100: 40 + 20 + 15 + 10 + 15 + 10",
    {
      ...{ intents: [price(5)], seconds: 99, turns: 8, nodes: [{ name: "报价", seq: 7 }], said: [cheap(6)] },
      answers: { city: "上海" },
    },
    "A",
    100,
    6,
  ],
  ["another city gives nothing", { answers: { city: "北京" } }, "D", 0, 0],
  ["a refusal is F whatever was scored", { intents: [price(5)], seconds: 99, refused: true }, "F", 60, 2],
])("E13 %s", (_, of, level, score, count) => {
  const found = evaluate(rule, { ...call, ...of });
  expect([found.level, found.score, found.addends.length]).toEqual([level, score, count]);
});

function price(seq: number) {
  return { intentId: "price", seq };
}
function cheap(seq: number) {
  return { text: "能便宜一点吗", seq };
}
function both(of: Partial<Dialogue>): Partial<Dialogue> {
  return { ...of, intents: [price(3), { intentId: "busy", seq: 4 }] };
}

test("E13 every addend says what gave it, how much, and which event of the log", () => {
  const found = evaluate(rule, { ...call, intents: [price(5)], said: [cheap(6)], hungUpBy: "customer" });
  expect(found).toEqual({
    ...{ level: "C", minScore: 40, maxScore: 69, score: 45, by: "得分45" },
    addends: [
      { what: "说出意图“问价格”", score: 40, seq: 5 },
      { what: "说出关键词“便宜”", score: 15, seq: 6 },
      { what: "客户挂机", score: -10 },
    ],
  });
});

test("E13 a rule that wins settles the level, the first of several; its score is told all the same", () => {
  const wins = [
    { ...blank, kind: "keyword" as const, text: "我要投诉", level: "D" },
    { ...blank, kind: "intent" as const, intentId: "price", intentName: "问价格", level: "A" },
  ];
  const found = evaluate({ ...rule, wins }, { ...call, intents: [price(5)] });
  expect(found).toMatchObject({ level: "A", minScore: 90, maxScore: 100, score: 40, by: "说出意图“问价格”" });
  const both = { ...call, intents: [price(5)], said: [{ text: "我要投诉你", seq: 2 }] };
  expect(evaluate({ ...rule, wins }, both)).toMatchObject({ level: "D", by: "说出关键词“我要投诉”" });
  expect(evaluate({ ...rule, wins }, { ...both, refused: true })).toMatchObject({ level: "F", minScore: null });
  expect(evaluate({ ...rule, wins }, { ...both, connected: false })).toMatchObject({ level: "E", addends: [] });
});

test("E13 a score that no band has has no level", () => {
  expect(evaluate({ ...rule, levels: [{ name: "高", minScore: 50, maxScore: 100 }] }, call)).toMatchObject({
    ...{ level: "", minScore: null, score: 0 },
  });
});
