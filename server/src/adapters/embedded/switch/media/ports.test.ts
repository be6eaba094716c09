/** MEDIA_PORTS in use: no two legs that begin at once look at the same ports. */
import { beginnings, partOf } from "./ports.ts";

test("threads have parts of their own, which together are not more than the whole; one begun again has the part of one that ended", () => {
  expect([0, 1, 2].map((n) => partOf([10_000, 10_100], n, 2))).toEqual([
    [10_000, 10_049],
    [10_050, 10_099],
    [10_000, 10_049],
  ]);
});

test("each leg begins eight ports further, the one after the last at the first again, with room up to the end of the part", () => {
  const next = beginnings([10_000, 10_039]);
  expect(Array.from({ length: 5 }, () => next()[0])).toEqual([10_000, 10_008, 10_016, 10_024, 10_000]);
  expect(next()).toEqual([10_008, 10_039]);
  const few = beginnings([10_000, 10_005]);
  expect([few(), few()]).toEqual([
    [10_000, 10_005],
    [10_000, 10_005],
  ]);
});
