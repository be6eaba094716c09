import { createVirtualClock } from "../../../testing/index.ts";
import { createCounts } from "./counts.ts";

const slow = () => {
  const until = performance.now() + 25;
  while (performance.now() < until);
};

test("F43 a total that took long is told again for 15 s, one that did not is counted each time; a failure is not kept", async () => {
  const clock = createVirtualClock();
  const counts = createCounts(clock);
  let counted = 0;
  const total = (long: boolean) => async () => {
    if (long) slow();
    return (counted += 1);
  };
  expect([await counts.of("a", total(true)), await counts.of("a", total(true))]).toEqual([1, 1]);
  expect([await counts.of("b", total(false)), await counts.of("b", total(false))]).toEqual([2, 3]);
  await clock.advance(15_000);
  expect(await counts.of("a", total(true))).toBe(4);
  await clock.advance(15_000);
  await expect(counts.of("a", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await counts.of("a", total(true))).toBe(5);
});

test("F43 while one counts anew the others go on with what is known", async () => {
  const clock = createVirtualClock();
  const counts = createCounts(clock);
  await counts.of("a", async () => (slow(), 1));
  await clock.advance(15_000);
  let done: (n: number) => void = () => undefined;
  const first = counts.of("a", () => new Promise<number>((resolve) => (done = resolve)));
  expect(await counts.of("a", () => Promise.reject(new Error("counted twice")))).toBe(1);
  done(2);
  expect(await first).toBe(2);
});
