import { otherIntents, testIntents } from "../testing/paraphrases.ts";
import { buildIndex, type Intent } from "./index-build.ts";
import { mostSteps } from "../patterns.ts";
import { matcherOf } from "./match.ts";
import { mostPostings, mostSigns, nearnessOf } from "./nearest.ts";

const intent = (id: string, more: Partial<Intent> = {}): Intent => ({
  id,
  name: id,
  priority: 0,
  keywords: [],
  rules: [],
  samples: [],
  ...more,
});
const matcher = (...intents: Intent[]) => matcherOf(buildIndex(intents));

test("I9 the same sentence scores 1 whatever is filler; a rule, a keyword and a sample are taken in this order", () => {
  const { match } = matcher(
    intent("退货", { samples: ["我要退货"] }),
    intent("人工", { rules: [{ id: "r1", pattern: "转.{0,2}人工" }] }),
    intent("发票", { keywords: ["发票"] }),
  );
  expect(match("嗯，我要退货吧。").intent).toMatchObject({ id: "退货", by: "sample", what: "0" });
  expect(match("嗯，我要退货吧。").intent!.score).toBeCloseTo(1);
  const both = match("我要退货，发票也要，转一下人工");
  expect(both.scores.map(({ id, by }) => [id, by])).toEqual([
    ["人工", "rule"],
    ["发票", "keyword"],
    ["退货", "sample"],
  ]);
  expect(both.second).toMatchObject({ id: "发票" });
});

test("I9 of several rules or keywords the priority decides, then the longer keyword", () => {
  const low = intent("低", { keywords: ["宽带"], priority: 1 });
  const high = intent("高", { keywords: ["宽带"], priority: 5 });
  expect(matcher(low, high).match("宽带坏了").intent?.id).toBe("高");
  const longer = intent("长", { keywords: ["宽带坏了"], priority: 1 });
  expect(matcher(low, longer).match("宽带坏了").intent?.id).toBe("长");
});

test("I9 below the threshold nothing is understood, and every score is kept; an intent's own threshold goes before", () => {
  const index = matcher(intent("甲", { samples: ["怎么申请退货"] }), intent("乙", { samples: ["营业时间"] }));
  const none = index.match("退货运费是谁出的钱呢", undefined, { threshold: 0.9 });
  expect(none).toMatchObject({ by: "none", intent: undefined, second: undefined });
  expect(none.scores).toMatchObject([{ id: "甲", by: "sample" }]);
  const own = matcher(intent("甲", { samples: ["怎么申请退货"], threshold: 0.1 }));
  expect(own.match("退货运费是谁出的钱呢", undefined, { threshold: 0.9 }).intent?.id).toBe("甲");
});

test("I9 two that are too close are ambiguous, with the better first; the margin says how close", () => {
  const { match } = matcher(intent("退货", { samples: ["申请退货"] }), intent("退款", { samples: ["申请退款"] }));
  const close = match("申请退", undefined, { threshold: 0.1, margin: 0.2 });
  expect(close.ambiguous).toBe(true);
  expect([close.intent?.id, close.second?.id].sort()).toEqual(["退款", "退货"].sort());
  expect(match("申请退货", undefined, { margin: 0.1 })).toMatchObject({ ambiguous: false, intent: { id: "退货" } });
});

test("I9 only the intents of the branches are matched; unknown ones fit nothing", () => {
  const { match } = matcher(intent("甲", { samples: ["查余额"] }), intent("乙", { samples: ["查余额多少"] }));
  expect(match("查余额", ["乙"]).intent?.id).toBe("乙");
  expect(match("查余额", ["丙"])).toMatchObject({ by: "none", scores: [] });
  expect(match("查余额", [])).toMatchObject({ by: "none", scores: [] });
});

test("I10 an index is plain JSON of a version, and matches the same after a way through text", () => {
  const index = buildIndex(testIntents.map(({ name, samples }) => intent(name, { samples })));
  const copy = JSON.parse(JSON.stringify(index)) as typeof index;
  expect(copy).toEqual(index);
  expect(matcherOf(copy).match("帮我开一张发票")).toEqual(matcherOf(index).match("帮我开一张发票"));
});

test("I9 the shipped test set among 10,000 samples: 85 of 100 come first, and one of twenty is taken for another at the most", () => {
  const all = [...testIntents, ...otherIntents(70)];
  const { match } = matcherOf(buildIndex(all.map(({ name, samples }) => intent(name, { samples }))));
  const tried = testIntents.flatMap(({ name, paraphrases }) => paraphrases.map((text) => ({ name, text })));
  expect(tried.length).toBeGreaterThanOrEqual(200);
  const right = tried.filter(({ name, text }) => match(text).scores[0]?.name === name);
  expect(right.length / tried.length).toBeGreaterThanOrEqual(0.85);
  const wrong = tried.filter(({ name, text }) => {
    const { intent: found, ambiguous } = match(text);
    return found !== undefined && !ambiguous && found.name !== name;
  });
  expect(wrong.length / tried.length).toBeLessThanOrEqual(0.05);
});

test("I2 a long sentence of common words reads no more postings than the bound, and rules no more steps", () => {
  const samples = Array.from({ length: 10_000 }, (_, at) => `我要查询余额和话费账单以及订单${at}`);
  const near = nearnessOf(
    buildIndex(
      Array.from({ length: 5 }, (_, at) =>
        intent(String(at), { samples: samples.slice(at * 2_000, at * 2_000 + 2_000) }),
      ),
    ),
  );
  near.nearest("我要查询余额和话费账单以及订单".repeat(1_000));
  expect(near.read).toBeGreaterThan(0);
  expect(near.read).toBeLessThanOrEqual(mostPostings);
  expect(mostSigns).toBeLessThanOrEqual(200);

  const heavy = Array.from({ length: 20 }, (_, at) => ({ id: String(at), pattern: `(?:.{0,15}甲){0,10}${at}` }));
  const { match } = matcher(...Array.from({ length: 20 }, (_, at) => intent(String(at), { rules: heavy })));
  const long = match("甲".repeat(1_000_000));
  expect(long.cut).toBe(true);
  expect(mostSteps).toBeLessThanOrEqual(600_000);
  expect(match("甲").cut).toBe(false);
});
