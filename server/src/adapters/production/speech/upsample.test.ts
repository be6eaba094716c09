import { createUpsampler } from "./upsample.ts";

const frame = (hz: number, n: number): Int16Array =>
  Int16Array.from({ length: 160 }, (_, i) => Math.round(8_000 * Math.sin((2 * Math.PI * hz * (n * 160 + i)) / 8_000)));

/** Loudness of one frequency in sound of 16,000 Hz. */
function loudness(samples: readonly number[], hz: number): number {
  let re = 0;
  let im = 0;
  for (const [n, sample] of samples.entries()) {
    re += sample * Math.cos((2 * Math.PI * hz * n) / 16_000);
    im += sample * Math.sin((2 * Math.PI * hz * n) / 16_000);
  }
  return (2 * Math.hypot(re, im)) / samples.length;
}

test.each([300, 1_000, 2_000, 3_000])("%i Hz stays what it is, over the edges of frames, too", (hz) => {
  const upsample = createUpsampler();
  const out = Array.from({ length: 10 }, (_, n) => [...upsample(frame(hz, n))]).flat();
  expect(out).toHaveLength(3_200);
  const steady = out.slice(160);
  expect(loudness(steady, hz)).toBeGreaterThan(7_000);
  // Its mirror above 4,000 Hz.
  expect(loudness(steady, 8_000 - hz)).toBeLessThan(900);
});

test("the loudest sound does not wrap round", () => {
  const upsample = createUpsampler();
  const square = Int16Array.from({ length: 160 }, (_, n) => (n % 8 < 4 ? 32_767 : -32_768));
  const out = [...upsample(square), ...upsample(square)].slice(8);
  for (const [n, sample] of out.entries()) if (n > 0) expect(Math.abs(sample - out[n - 1]!)).toBeLessThan(50_000);
});
