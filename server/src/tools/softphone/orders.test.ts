import { readOrder } from "./orders.ts";
import { LegMeter } from "./quality.ts";

test("L2 the five orders, and nothing else, are read", () => {
  const login = { type: 701, seq: 1, user: "1000011003", realm: "liantai", ticket: "t" };
  expect(readOrder(JSON.stringify({ ...login, url: "wss://elsewhere" }))).toEqual(login);
  for (const type of [702, 703])
    expect(readOrder(JSON.stringify({ type, seq: 2, callId: "c" }))).toEqual({ type, seq: 2, callId: "c" });
  for (const type of [704, 502]) expect(readOrder(JSON.stringify({ type, seq: 3 }))).toEqual({ type, seq: 3 });
  for (const bad of [
    "",
    "null",
    "[]",
    "{",
    '"701"',
    JSON.stringify({ ...login, seq: -1 }),
    JSON.stringify({ ...login, seq: "1" }),
    JSON.stringify({ ...login, ticket: "" }),
    JSON.stringify({ ...login, ticket: "x".repeat(300) }),
    JSON.stringify({ ...login, user: { toString: 1 } }),
    JSON.stringify({ type: 702, seq: 1 }),
    JSON.stringify({ type: 801, seq: 1 }),
    `{"type":704,"seq":1,"more":"${"x".repeat(5_000)}"}`,
  ])
    expect(readOrder(bad)).toBeUndefined();
});

test("L4 the less is lost the better, measured since the last look", () => {
  let now = 0;
  const meter = new LegMeter(() => now);
  meter.begin(1_000);
  let samples = 1_000;
  const heard = (share: number): number => {
    now += 5_000;
    samples += 40_000 * share;
    return meter.level(samples);
  };
  expect([1, 0.996, 0.992, 0.975, 0.8, 0.5, 0].map(heard)).toEqual([4, 4, 3, 2, 1, -1, -1]);
  now += 500;
  expect(meter.level(samples)).toBe(0);
});
