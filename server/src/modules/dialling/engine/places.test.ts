import { placesFor, type Sharer } from "./places.ts";

const many = 100;
const of = (id: string, share: number, calls: number, wants = many): Sharer => ({ id, share, calls, wants });
/** Of ten places, so many of them taken by calls of no task. */
const places = (id: string, sharers: readonly Sharer[], others = 0, most = 10) => {
  const taken = sharers.reduce((total, { calls }) => total + calls, others);
  return placesFor(id, sharers, { most, free: Math.max(0, most - taken) });
};

test.each<readonly [string, readonly Sharer[], readonly number[]]>([
  ["without shares each may have all that is free", [of("a", 0, 2), of("b", 0, 0)], [8, 8]],
  ["a share is kept from who has none", [of("a", 0, 0), of("b", 30, 0)], [7, 10]],
  ["what has its share leaves the rest to all", [of("a", 0, 4), of("b", 30, 3)], [3, 3]],
  ["of what it would not take nothing is kept", [of("a", 0, 0), of("b", 30, 0, 1)], [9, 10]],
  ["two shares are kept from each other", [of("a", 60, 0), of("b", 40, 0)], [6, 4]],
  ["one above its share leaves the other its own", [of("a", 60, 7), of("b", 40, 0)], [0, 3]],
  ["shares of more than all are of their sum", [of("a", 100, 0), of("b", 100, 0)], [5, 5]],
  ["a small share is a place", [of("a", 0, 0), of("b", 1, 0)], [9, 10]],
])("D47 %s", (_what, sharers, expected) => {
  expect(sharers.map(({ id }) => places(id, sharers))).toEqual(expected);
});

test("D47 nothing is handed out that is not free, whatever others have", () => {
  expect(places("b", [of("a", 0, 9), of("b", 50, 0)])).toBe(1);
  expect(places("b", [of("a", 0, 5), of("b", 50, 0)], 8)).toBe(0);
});
