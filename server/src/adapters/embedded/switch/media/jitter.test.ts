import { tonePart } from "../../../../testing/sip/goertzel.ts";
import { FRAME, ULAW_TO_PCM } from "./g711.ts";
import { JitterBuffer } from "./jitter.ts";
import { tone } from "./tone.ts";

const SECONDS = 20;
const source = tone(400, SECONDS * 1_000);
const packet = (n: number): Uint8Array => source.subarray(n * FRAME, (n + 1) * FRAME);

/** Sends packet n at `arrival(n)` ms, pulls every 20 ms, gives what came out as samples; undefined frames are zeros. */
function run(
  frames: number,
  arrival: (n: number) => number,
  base = 1_000,
): { out: Int16Array; buffer: JitterBuffer; silent: number } {
  const buffer = new JitterBuffer();
  const out = new Int16Array(frames * FRAME);
  const due = Array.from({ length: frames }, (_, n) => ({ n, at: arrival(n) }))
    .filter(({ at }) => Number.isFinite(at))
    .sort((a, b) => a.at - b.at);
  let silent = 0;
  for (let frame = 0; frame < frames; frame++) {
    while (due[0] && due[0].at <= frame * 20) {
      const { n } = due.shift() as { n: number };
      buffer.put((base + n * FRAME) >>> 0, packet(n));
    }
    const said = buffer.pull();
    if (said)
      out.set(
        Int16Array.from(said, (byte) => ULAW_TO_PCM[byte] as number),
        frame * FRAME,
      );
    else silent++;
  }
  return { out, buffer, silent };
}

/** Largest step between neighbouring samples: a 400 Hz tone at this loudness moves by at most about 2,500. */
const steepest = (samples: Int16Array): number =>
  samples.reduce((most, sample, i) => Math.max(most, i ? Math.abs(sample - (samples[i - 1] as number)) : 0), 0);

test("a steady stream comes out whole after at most 60 ms", () => {
  const { out, buffer, silent } = run(200, (n) => n * 20 + 3);
  expect(silent).toBeLessThanOrEqual(3);
  expect(buffer.counters).toEqual({ late: 0, gaps: expect.any(Number), adjusted: 0 });
  expect(tonePart(out.subarray(800), 400)).toBeGreaterThan(0.99);
});

test("packets that come jumbled by up to 30 ms are put in order", () => {
  const { out, buffer } = run(500, (n) => n * 20 + ((n * 7919) % 31));
  expect(buffer.counters.late).toBe(0);
  expect(tonePart(out.subarray(16_000), 400)).toBeGreaterThan(0.97);
});

test.each([
  [1.004, "slow"],
  [0.996, "fast"],
])("a sender whose clock is wrong by a factor of %d (%s) is followed without a click", (factor) => {
  const { out, buffer, silent } = run(900, (n) => n * 20 * factor);
  expect(buffer.counters.adjusted).toBeGreaterThan(0);
  expect(silent).toBeLessThan(6);
  expect(steepest(out.subarray(FRAME * 10))).toBeLessThan(3_000);
  expect(tonePart(out.subarray(FRAME * 10, FRAME * 60), 400)).toBeGreaterThan(0.9);
});

test("a lost packet is made up from the one before, a long gap becomes silence", () => {
  const { out, silent } = run(200, (n) => (n === 50 || (n >= 100 && n < 120) ? Number.POSITIVE_INFINITY : n * 20));
  expect(steepest(out.subarray(FRAME * 10, FRAME * 95))).toBeLessThan(3_000);
  expect(silent).toBeGreaterThan(10);
  expect(tonePart(out.subarray(FRAME * 130, FRAME * 180), 400)).toBeGreaterThan(0.95);
});

test("timestamps may wrap, jump, or stand still during a pause", () => {
  expect(tonePart(run(200, (n) => n * 20, 0xffffffff - 5_000).out.subarray(1_600), 400)).toBeGreaterThan(0.99);
  const buffer = new JitterBuffer();
  let heard = 0;
  for (let frame = 0; frame < 300; frame++) {
    // Frames 100 to 199: the sender says nothing and its clock stands still; at 250 it begins anew somewhere else.
    if (frame < 100) buffer.put(frame * FRAME, packet(frame));
    else if (frame >= 200) buffer.put((frame >= 250 ? 3_000_000_000 : 0) + (frame - 100) * FRAME, packet(frame));
    if (buffer.pull() && frame >= 210) heard++;
  }
  expect(heard).toBeGreaterThan(75);
});

test("packets of 10, 30 and 60 ms are played too, and nonsense is ignored", () => {
  for (const size of [80, 240, 480]) {
    const buffer = new JitterBuffer();
    const said: number[] = [];
    let sent = 0;
    for (let frame = 0; frame < 200; frame++) {
      while (sent <= frame * FRAME) {
        buffer.put(sent, source.subarray(sent, sent + size));
        sent += size;
      }
      buffer.put(sent, new Uint8Array(0));
      buffer.put(sent, new Uint8Array(9_000));
      for (const byte of buffer.pull() ?? []) said.push(ULAW_TO_PCM[byte] as number);
    }
    expect(tonePart(said.slice(1_600), 400)).toBeGreaterThan(0.97);
  }
});
