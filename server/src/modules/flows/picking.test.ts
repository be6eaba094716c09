import { pickVersion } from "./picking.ts";

const numbers = Array.from({ length: 10_000 }, (_, at) => `138${String(10_000_000 + at * 7)}`);
const shared = (percent: number) => [
  { versionId: "2", percent: 100 - percent },
  { versionId: "1", percent },
];

test("G44 the same caller gets the same version, and shares are as they were set within two in a hundred", () => {
  for (const percent of [5, 20, 50, 90]) {
    const got = numbers.filter((number) => pickVersion(shared(percent), number, "flow") === "1");
    expect(got.every((number) => pickVersion(shared(percent), number, "flow") === "1")).toBe(true);
    expect(Math.abs(got.length / 100 - percent)).toBeLessThan(2);
  }
});

test("G44 who had the new version keeps it when its share grows; another flow draws anew", () => {
  const few = numbers.filter((number) => pickVersion(shared(20), number, "flow") === "1");
  expect(few.every((number) => pickVersion(shared(50), number, "flow") === "1")).toBe(true);
  const there = few.filter((number) => pickVersion(shared(20), number, "other") === "1").length / few.length;
  expect(Math.abs(there - 0.2)).toBeLessThan(0.05);
});

test("G44 without shares nobody is picked; a hidden number has its place, too", () => {
  expect(pickVersion([], "13800000000")).toBeUndefined();
  expect(pickVersion(shared(50), "")).toBeDefined();
});
