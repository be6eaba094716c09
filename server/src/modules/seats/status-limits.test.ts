import { enter, overtime, type StatusLimits } from "./status-limits.ts";

const limits = (over: Partial<StatusLimits> = {}): StatusLimits => ({
  maxAtOnce: 0,
  maxAtOnceGroup: 0,
  maxMinutes: 0,
  maxPerDay: 0,
  overEntry: "refuse",
  overTime: "warn",
  ...over,
});
const used = (atOnce = 0, atOnceGroup = 0, today = 0) => ({ atOnce, atOnceGroup, today });

test("without limits anybody enters and stays", () => {
  expect(enter("休息", limits(), used(99, 99, 99), 1_000)).toEqual({
    kind: "entered",
    warning: undefined,
    endsAt: undefined,
  });
});

test.each([
  [limits({ maxAtOnce: 2 }), used(1), used(2), "已有2人处于“休息”，最多允许2人"],
  [limits({ maxAtOnceGroup: 1 }), used(5, 0), used(5, 1), "本组已有1人处于“休息”，每组最多允许1人"],
  [limits({ maxPerDay: 3 }), used(0, 0, 2), used(0, 0, 3), "今日已使用“休息”3次，每日最多3次"],
])("a count that is full refuses, or warns where it is set to: %#", (limit, below, full, sentence) => {
  expect(enter("休息", limit, below, 0)).toMatchObject({ kind: "entered", warning: undefined });
  expect(enter("休息", limit, full, 0)).toEqual({ kind: "refused", message: sentence });
  expect(enter("休息", { ...limit, overEntry: "warn" }, full, 0)).toMatchObject({ kind: "entered", warning: sentence });
});

test("time is counted from entering, and says what follows", () => {
  expect(enter("用餐", limits({ maxMinutes: 30 }), used(), 60_000)).toMatchObject({ endsAt: 31 * 60_000 });
  expect(overtime("用餐", limits({ maxMinutes: 30 }))).toEqual({
    then: "stay",
    message: "“用餐”已超过30分钟，请尽快恢复工作",
  });
  expect(overtime("用餐", limits({ maxMinutes: 30, overTime: "ready" }))).toEqual({
    then: "ready",
    message: "“用餐”已超过30分钟，已自动置闲",
  });
  expect(overtime("用餐", limits({ maxMinutes: 30, overTime: "busy" }))).toEqual({
    then: "busy",
    message: "“用餐”已超过30分钟，已自动转为忙碌",
  });
});
