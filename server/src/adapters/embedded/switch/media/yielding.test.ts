import { PressReader } from "./digits.ts";
import { Yielding } from "./yielding.ts";

test("E8 P9 what a key stops is silent from its first packet on, and goes on where nothing stops it after the key", () => {
  const yielding = new Yielding();
  yielding.begin(true);
  expect([yielding.quiet(false, 0), yielding.quiet(true, 20), yielding.quiet(true, 400)]).toEqual([false, true, true]);
  // It was let go of: the stop is under way.
  expect([yielding.quiet(false, 690), yielding.quiet(false, 700)]).toEqual([true, false]);
  expect(yielding.hushed).toBe(false);
});

test("E8 what no key stops sounds on, and what begins after a key sounds at once", () => {
  const yielding = new Yielding();
  yielding.begin(false);
  expect(yielding.quiet(true, 0)).toBe(false);
  yielding.begin(true);
  expect(yielding.quiet(true, 20)).toBe(true);
  yielding.begin(true);
  expect(yielding.quiet(false, 40)).toBe(false);
});

test("P9 a key is down from its first packet to its first end packet; a repeat of the end is none", () => {
  const reader = new PressReader();
  const packet = (end: boolean) => reader.packet(1_000, Buffer.from([5, 10 | (end ? 0x80 : 0), 0, 160]), 0);
  expect(reader.down).toBe(false);
  packet(false);
  expect(reader.down).toBe(true);
  packet(true);
  expect(reader.down).toBe(false);
  packet(true);
  expect(reader.down).toBe(false);
});
