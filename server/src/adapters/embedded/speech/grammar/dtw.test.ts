import { distance } from "./dtw.ts";

const of = (...values: readonly number[]): Float32Array => Float32Array.from(values);

test("the same is 0, whoever is first", () => {
  expect(distance(of(1, 2, 3, 4), of(1, 2, 3, 4), 1)).toBe(0);
  const a = of(1, 5, 2, 8, 3, 3);
  const b = of(1, 2, 2, 7, 3);
  expect(distance(a, b, 1)).toBeCloseTo(distance(b, a, 1), 10);
});

test("spoken slower in places it is still the same", () => {
  expect(distance(of(1, 9, 1, 9), of(1, 1, 9, 1, 9, 9), 1)).toBe(0);
  expect(distance(of(1, 9, 1, 9), of(9, 1, 9, 1), 1)).toBeGreaterThan(1);
});

test("more than twice as long, or empty, is not the same", () => {
  expect(distance(of(1, 2), of(1, 1, 1, 2, 2), 1)).toBe(Infinity);
  expect(distance(of(), of(1), 1)).toBe(Infinity);
  expect(distance(of(), of(), 1)).toBe(Infinity);
});

test("the path stays near the straight line", () => {
  // All of the change in the first tenth of the one, in the last of the other.
  const early = Float32Array.from({ length: 50 }, (_, n) => (n < 5 ? 0 : 1));
  const late = Float32Array.from({ length: 50 }, (_, n) => (n < 45 ? 0 : 1));
  expect(distance(early, late, 1)).toBeGreaterThan(0.2);
});

test("rows of several numbers; above the limit it is given up", () => {
  const a = of(0, 0, 3, 4);
  const b = of(0, 0, 0, 0);
  expect(distance(a, b, 2)).toBeCloseTo(1.25, 10);
  expect(distance(a, b, 2, 3)).toBeCloseTo(1.25, 10);
  expect(distance(a, b, 2, 0.5)).toBe(Infinity);
});
