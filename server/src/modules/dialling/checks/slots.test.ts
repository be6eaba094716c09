/** D31: the hour of a retry, from what the enterprise's own calls came to. */
import { epochOf, formatTime, hourMs } from "@liantai/api/contract";
import { bestSlot, hourRate, totalOf, weekendAt, type HourCount, type SlotAsked } from "./slots.ts";
import { noon, wholeFrame } from "./testing.ts";

const count = (hour: number, answered: number, calls: number, more: Partial<HourCount> = {}): HourCount => ({
  ...{ weekend: 0, hour, calls, answered, likeCalls: 0, likeAnswered: 0 },
  ...more,
});
const known = [count(9, 10, 50), count(10, 21, 55), count(12, 4, 40), count(15, 9, 40), count(19, 20, 50)];
const slot = (more: Partial<SlotAsked> = {}) =>
  bestSlot({ from: noon, hours: wholeFrame, called: new Set([12]), counts: known, draw: 0, ...more });
const told = (more: Partial<SlotAsked> = {}) => {
  const found = slot(more);
  return found && [formatTime(found.at), found.reason];
};

test("D31 the best hour within the task's hours of the next 48, with its figures", () => {
  expect(told()).toEqual(["2026-11-30 19:00:00", "换到工作日19:00–20:00重拨：接通率 40%（20/50）"]);
  // An hour in which the number was called is none.
  expect(told({ called: new Set([12, 19]) })).toEqual([
    "2026-12-01 10:00:00",
    "换到工作日10:00–11:00重拨：接通率 38%（21/55）",
  ]);
  const windows = [{ from: "14:00", to: "16:30" }];
  expect(told({ hours: { ...wholeFrame, windows } })?.[0]).toBe("2026-11-30 14:00:00");
  expect(told({ hours: { ...wholeFrame, windows }, called: new Set([14, 16]) })).toEqual([
    "2026-11-30 15:00:00",
    "换到工作日15:00–16:00重拨：接通率 23%（9/40）",
  ]);
  expect(told({ counts: [count(10, 10, 50), count(19, 20, 49)] })).toBeUndefined();
  expect(told({ hours: { ...wholeFrame, untilAt: noon + hourMs } })).toBeUndefined();
});

test("D31 numbers are spread over the hour, and stay within the task's hours", () => {
  expect(told({ draw: 3_600 + 754 })?.[0]).toBe("2026-11-30 19:12:34");
  const windows = [{ from: "19:00", to: "19:10" }];
  expect(told({ draw: 754, hours: { ...wholeFrame, windows } })?.[0]).toBe("2026-11-30 19:00:00");
  // It is allowed now, in the best hour: at once.
  const from = epochOf("2026-11-30 19:20:00");
  expect(told({ from, draw: 754 })?.[0]).toBe("2026-11-30 19:20:00");
});

test("D31 few calls change little, many decide; the number's place and tries count beside the hour", () => {
  const total = totalOf(known);
  const usual = (total.answered + 1) / (total.calls + 2);
  expect(hourRate(total, undefined)).toBe(usual);
  expect(hourRate(total, count(20, 2, 2))).toBeLessThan(0.36);
  expect(hourRate(total, count(20, 200, 200))).toBeGreaterThan(0.9);
  expect(told({ counts: [...known, count(20, 2, 2)] })?.[1]).toMatch(/19:00–20:00/);
  const like = known.map((one) => (one.hour === 15 ? { ...one, likeCalls: 40, likeAnswered: 36 } : one));
  expect(told({ counts: like })?.[1]).toMatch(/15:00–16:00/);
});

test("D31 a weekend is told from a working day, in Shanghai", () => {
  const at = (text: string) => weekendAt(epochOf(text));
  expect(["2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30"].map((day) => at(`${day} 00:00:00`))).toEqual([
    0, 1, 1, 0,
  ]);
  expect([at("2026-11-27 23:59:59"), at("2026-11-29 23:59:59")]).toEqual([0, 1]);
});
