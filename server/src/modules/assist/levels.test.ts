import { Levels } from "./levels.ts";

const frame = (level: number) => new Int16Array(160).fill(level);
function heard(...parts: readonly (readonly [level: number, ms: number])[]): Levels {
  const levels = new Levels();
  for (const [level, ms] of parts) for (let at = 0; at < ms; at += 20) levels.push(frame(level));
  return levels;
}

test("A3 a sentence is as long as its sound: what a detector held on for is none of it", () => {
  const levels = heard([10, 1_000], [5_000, 600], [12, 400], [3_000, 400], [10, 800]);
  expect(levels.trim(940, 2_600)).toEqual([1_000, 2_400]);
  // A detector that begins late or ends early is not made longer.
  expect(levels.trim(1_100, 2_300)).toEqual([1_100, 2_300]);
});

test("A3 on a loud line, of silence and of what is long gone the detector's word stands", () => {
  expect(heard([900, 1_000], [1_000, 500]).trim(200, 1_400)).toEqual([200, 1_400]);
  expect(heard([0, 1_000]).trim(200, 800)).toEqual([200, 800]);
  expect(heard([5_000, 100], [0, 60_000]).trim(0, 200)).toEqual([0, 200]);
  expect(heard([5_000, 100]).trim(500, 400)).toEqual([500, 400]);
});
