import type { FlowEvent } from "@liantai/api/flows";
import { refusalIn, refusingWords } from "./refusals.ts";

test.each([
  "不要再打了",
  "别再给我打电话了！",
  "以后不要给我打电话",
  "不要，再打",
  "你们别老打电话骚扰我",
  "停止骚扰",
  "把我拉黑吧",
  "加到黑名单里",
  "我谢绝来电",
])("D11 %s refuses", (text) => expect(refusingWords(text)).toBeDefined());

test.each([
  "我不要",
  "现在别打给我，晚点再打",
  "不用了谢谢",
  "打电话给我儿子",
  "好的，你再打一次",
  "今天不要打了，明天吧",
  "",
])("D11 %s does not", (text) => expect(refusingWords(text)).toBeUndefined());

const digit: FlowEvent = { type: "digit", digit: "9" };
test("D11 by words, by a key that the flow takes for it, or by whatever sets its variable", () => {
  const said: FlowEvent = { type: "heard", id: "e1", text: "不要再打了", confidence: 1 };
  expect(refusalIn(said, { vars: {} })).toBe("客户说“不要再打”");
  expect(refusalIn(digit, { vars: { refused: "true", lastKeys: "9" } })).toBe("客户按键“9”");
  expect(refusalIn(digit, { vars: { refused: true } })).toBe("流程判定客户谢绝来电");
  expect(refusalIn(digit, { vars: { refused: "false", lastKeys: "9" } })).toBeUndefined();
  expect(refusalIn(digit, { vars: {} })).toBeUndefined();
});
