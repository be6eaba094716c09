import { flowText } from "./track-flow.ts";

const step = (data: Readonly<Record<string, unknown>>, content = "查账单") =>
  flowText({ type: "flowStep", step: "heard", nodeId: "n", nodeName: "请说", content, data }, (text) => text);

test("E10 the track says what was heard, the intent it was taken for and the second best, each with its score", () => {
  const first = { intentName: "账单", score: 0.912 };
  expect(step({ ...first, secondName: "交费", secondScore: 0.4 })).toEqual([
    "识别语句",
    "「请说」，查账单，意图「账单」0.91，其次「交费」0.40",
  ]);
  expect(step({ ...first, secondName: "", secondScore: 0 })[1]).toBe("「请说」，查账单，意图「账单」0.91");
  expect(step({ intentName: "", score: 0 })[1]).toBe("「请说」，查账单");
  expect(step(first, "***")[1]).toBe("「请说」，***");
});

test("the track says how a flow was left in words, and a result of the enterprise's own as it is called", () => {
  const left = (content: string) =>
    flowText({ type: "flowStep", step: "left", nodeId: "n", nodeName: "再见", content }, (text) => text);
  expect([left("hangup"), left("hungUp"), left("已处理")]).toEqual([
    ["流程离开", "「再见」，流程挂机"],
    ["流程离开", "「再见」，客户挂机"],
    ["流程离开", "「再见」，已处理"],
  ]);
});
