/** D33: when agents of a task take calls that come in, and the share of their time that those had. */
import { minuteMs } from "@liantai/api/contract";
import { blend, InboundShare, type BlendAsked } from "./blending.ts";

const asked = (more: Partial<BlendAsked> = {}, settings: Partial<BlendAsked["settings"]> = {}) =>
  blend({
    settings: { blending: "share", blendBelow: 80, blendMost: 40, ...settings },
    ...{ waits: false, takes: false, level: { calls: 20, inTime: 15 }, inbound: 0.1 },
    ...more,
  });

test("D33 each of the three says what it does", () => {
  expect(asked({ waits: true }, { blending: "off" }).takes).toBe(false);
  expect(asked({}, { blending: "idle" })).toEqual({ takes: false, reason: "不接呼入：任务有号码可拨" });
  expect(asked({ waits: true }, { blending: "idle" }).takes).toBe(true);
  expect(asked({ waits: true, inbound: 1 }).takes).toBe(true);
  const always = { blendBelow: 0, blendMost: 100 };
  expect(asked({ inbound: 1, level: { calls: 9, inTime: 9 } }, always)).toEqual({
    takes: true,
    reason: "接呼入：呼入优先",
  });
});

test("D33 share: while the service level is too low, with a margin, and without calls that come in not at all", () => {
  expect(asked()).toEqual({ takes: true, reason: "接呼入：呼入服务水平75%（15/20），要求80%" });
  const level = { calls: 25, inTime: 21 };
  expect(asked({ level })).toEqual({ takes: false, reason: "不接呼入：呼入服务水平84%（21/25），达到80%" });
  expect(asked({ level, takes: true }).takes).toBe(true);
  expect(asked({ level: { calls: 20, inTime: 17 }, takes: true }).takes).toBe(false);
  expect(asked({ level: { calls: 0, inTime: 0 } }).reason).toBe("不接呼入：近期没有呼入");
});

test("D33 share: never more of the agents' time than its bound, whatever the service level is", () => {
  const takes = true;
  expect(asked({ inbound: 0.39, takes }).takes).toBe(true);
  expect(asked({ inbound: 0.4, takes })).toEqual({ takes: false, reason: "不接呼入：呼入已占坐席时间40%，上限40%" });
  // Once over it begins again at four fifths.
  expect([asked({ inbound: 0.33 }).takes, asked({ inbound: 0.31 }).takes]).toEqual([false, true]);
});

test("D33 the share of the time, the last quarter of an hour before the time before it", () => {
  const share = new InboundShare();
  let now = 0;
  const pass = (minutes: number, agents: number, others: number) => {
    let last = 0;
    for (const end = now + minutes * minuteMs; now <= end; now += 1_000) last = share.sees(now, agents, others);
    return last;
  };
  expect(share.sees(now, 4, 0)).toBe(0);
  expect(pass(10, 4, 2)).toBeCloseTo(0.5, 1);
  expect(pass(15, 4, 0)).toBeLessThan(0.25);
  // Nobody was looked at for an hour: that is no time of anybody.
  now += 60 * minuteMs;
  expect(share.sees(now, 4, 4)).toBeLessThan(0.25);
});
