import { featureSize, mfcc } from "./mfcc.ts";

const tone = (hz: number, ms: number, loud = 8_000): Int16Array =>
  Int16Array.from({ length: ms * 8 }, (_, n) => Math.round(loud * Math.sin((2 * Math.PI * hz * n) / 8_000)));
const join = (...parts: readonly Int16Array[]): Int16Array => Int16Array.from(parts.flatMap((part) => [...part]));
const rows = (features: Float32Array): number => features.length / featureSize;

test("a row every 10 ms, without the silence before and after", () => {
  const silence = new Int16Array(4_000);
  expect(rows(mfcc(join(silence, tone(500, 200), tone(1_500, 200), silence)))).toBeGreaterThanOrEqual(38);
  expect(rows(mfcc(join(silence, tone(500, 200), tone(1_500, 200), silence)))).toBeLessThanOrEqual(42);
});

test("loudness does not count, what is heard does", () => {
  const say = (loud: number): Float32Array => mfcc(join(tone(400, 150, loud), tone(1_600, 150, loud)));
  const loud = say(16_000);
  const soft = say(2_000);
  const other = mfcc(join(tone(1_600, 150), tone(400, 150)));
  const far = (a: Float32Array, b: Float32Array): number =>
    a.reduce((sum, value, n) => sum + Math.abs(value - (b[n] ?? 0)), 0) / a.length;
  expect(far(loud, soft)).toBeLessThan(0.3);
  expect(far(loud, other)).toBeGreaterThan(0.6);
});

test("each coefficient has mean 0 and deviation 1 over the sentence", () => {
  const features = mfcc(join(tone(300, 100), tone(900, 100), tone(2_500, 100)));
  const first = Array.from({ length: rows(features) }, (_, n) => features[n * featureSize]!);
  const mean = first.reduce((a, b) => a + b, 0) / first.length;
  expect(mean).toBeCloseTo(0, 4);
  expect(first.reduce((sum, value) => sum + (value - mean) ** 2, 0) / first.length).toBeCloseTo(1, 3);
});

test("nothing, and too little, have no rows and no NaN", () => {
  expect(mfcc(new Int16Array(0))).toHaveLength(0);
  expect(mfcc(new Int16Array(199))).toHaveLength(0);
  expect([...mfcc(new Int16Array(1_600))].every(Number.isFinite)).toBe(true);
  expect([...mfcc(tone(1_000, 25))].every(Number.isFinite)).toBe(true);
});
