import { afterPause, beginDialogue, charactersOf, said, silence, started } from "./dialogue.ts";
import { badWordsIn, silenceWarning, warningsOf } from "./warnings.ts";

const T = 1_000_000;
const rules = { silenceS: 10, speed: 300, chipin: true, words: ["投诉到底", "Fool"] };

test("A3 mute is the silence before a sentence, of both sides together", () => {
  const [one, first] = said(beginDialogue(T), { side: "customer", from: T + 2_000, to: T + 4_000 }, "你好我想问一下");
  expect(first).toEqual({ mute: 2_000, chipin: 0, speed: 210 });
  const [two, second] = said(one, { side: "agent", from: T + 4_500, to: T + 5_500 }, "请讲");
  expect(second).toEqual({ mute: 500, chipin: 0, speed: 120 });
  // The customer began while the agent still spoke: there was no silence.
  const [, third] = said(two, { side: "customer", from: T + 5_400, to: T + 7_400 }, "是的");
  expect(third).toMatchObject({ mute: 0, chipin: 0 });
});

test("A3 chipin: it began while the other spoke, for 200 ms at least, also when that sentence is not over yet", () => {
  const speaking = started(beginDialogue(T), "customer", T + 1_000);
  const [after, cut] = said(speaking, { side: "agent", from: T + 2_000, to: T + 3_000 }, "您先别说");
  expect(cut).toEqual({ mute: 0, chipin: 1, speed: 240 });
  const [, whole] = said(after, { side: "customer", from: T + 1_000, to: T + 4_000 }, "我的订单一直没有到");
  expect(whole).toMatchObject({ chipin: 0, mute: 1_000 });
  const [over] = said(beginDialogue(T), { side: "customer", from: T, to: T + 1_000 }, "好");
  expect(said(over, { side: "agent", from: T + 850, to: T + 2_000 }, "嗯")[1].chipin).toBe(0);
  expect(said(over, { side: "agent", from: T + 800, to: T + 2_000 }, "嗯")[1].chipin).toBe(1);
});

test("A3 speed counts letters a minute, no punctuation; below a second there is none", () => {
  expect(charactersOf("您好，ABC 12！")).toBe(7);
  expect(said(beginDialogue(T), { side: "agent", from: T, to: T + 3_000 }, "您好，ABC 12！")[1].speed).toBe(140);
  expect(said(beginDialogue(T), { side: "agent", from: T, to: T + 999 }, "您好")[1].speed).toBeNull();
  expect(said(beginDialogue(T), { side: "agent", from: T, to: T + 3_000 }, "")[1].speed).toBeNull();
});

test("A4 silence grows while nobody speaks; what is not listened to is no silence", () => {
  const [dialogue] = said(beginDialogue(T), { side: "agent", from: T, to: T + 1_000 }, "您好");
  expect(silence(dialogue, T + 9_000)).toBe(8_000);
  expect(silence(started(dialogue, "customer", T + 5_000), T + 9_000)).toBe(0);
  expect(silence(afterPause(dialogue, T + 8_500), T + 9_000)).toBe(500);
  expect(silenceWarning(9_999, rules)).toBeUndefined();
  expect(silenceWarning(10_000, rules)).toEqual({ kind: "silence", text: "双方已10秒没有说话" });
  expect(silenceWarning(60_000, { ...rules, silenceS: 0 })).toBeUndefined();
});

test("A4 words are found however they are written; speed and interruption are the agent's alone", () => {
  expect(badWordsIn("我要 投诉，到底", rules.words)).toEqual(["投诉到底"]);
  expect(badWordsIn("ＦＯＯＬ！", rules.words)).toEqual(["Fool"]);
  expect(badWordsIn("投诉", rules.words)).toEqual([]);
  expect(badWordsIn("", ["，"])).toEqual([]);
  const fast = { speed: 301, chipin: 1 } as const;
  expect(warningsOf("agent", fast, ["Fool"], rules).map(({ kind }) => kind)).toEqual(["badWord", "speed", "chipin"]);
  expect(warningsOf("customer", fast, ["Fool"], rules)).toEqual([{ kind: "badWord", text: "客户说了敏感词：Fool" }]);
  expect(warningsOf("agent", { speed: 300, chipin: 0 }, [], rules)).toEqual([]);
  expect(warningsOf("agent", fast, [], { ...rules, speed: 0, chipin: false })).toEqual([]);
});
