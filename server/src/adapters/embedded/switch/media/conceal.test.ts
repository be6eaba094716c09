/** P15: lost and late packets, on virtual time: the clock is the number of frames pulled, chance is a seed. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loudness, tonePart } from "../../../../testing/sip/goertzel.ts";
import { readStereo } from "../../../../testing/sip/wav-file.ts";
import { Concealer, EMPTY } from "./conceal.ts";
import { FRAME, toUlaw, ULAW_TO_PCM } from "./g711.ts";
import { JitterBuffer } from "./jitter.ts";
import { Recorder } from "./recorder.ts";

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Voiced sound without a pause: six harmonics of a pitch that glides between 95 and 165 Hz, and grows and falls by a half. */
function voice(seconds: number): Uint8Array {
  let phase = 0;
  return Uint8Array.from({ length: seconds * 8_000 }, (_, i) => {
    const t = i / 8_000;
    phase += (2 * Math.PI * (130 + 35 * Math.sin(2 * Math.PI * 0.7 * t))) / 8_000;
    const loud = 6_000 * (0.75 + 0.25 * Math.sin(2 * Math.PI * 2.3 * t));
    let sum = 0;
    for (let n = 1; n <= 6; n++) sum += Math.sin(n * phase + n * n) / n;
    return toUlaw(loud * sum);
  });
}

const pcm = (said: Uint8Array): Int16Array => Int16Array.from(said, (byte) => ULAW_TO_PCM[byte] as number);

describe("P15 G.711 appendix I", () => {
  const hz = 80;
  const tone = Uint8Array.from({ length: 8_000 }, (_, i) => toUlaw(8_000 * Math.sin((2 * Math.PI * hz * i) / 8_000)));
  /** The tone through a concealer, without the samples from `from` to `to`; `more`: the buffer holds what comes after. */
  function without(from: number, to: number, more = false): Int16Array {
    const concealer = new Concealer();
    const heard = new Int16Array(tone.length);
    for (let at = 0; at < tone.length; at += FRAME) {
      const frame = Uint16Array.from({ length: FRAME }, (_, i) =>
        at + i >= from && at + i < to ? EMPTY : (tone[at + i] as number),
      );
      const said = concealer.next(frame, more);
      if (said) heard.set(pcm(said), at);
    }
    return heard;
  }
  const delay = 30;

  test("what is whole passes as it is, 3.75 ms later", () => {
    expect(without(0, 0).subarray(delay)).toEqual(pcm(tone).subarray(0, tone.length - delay));
  });

  test.each([
    [1_600, 1_760],
    [1_650, 1_810],
    [1_777, 1_790],
  ])("samples %d to %d are made up in the pitch of what was heard, without a step", (from, to) => {
    const heard = without(from, to);
    expect(tonePart(heard.subarray(delay), hz)).toBeGreaterThan(0.99);
    // The tone itself moves by 503 a sample, and mu-law rounds by up to 256 up there.
    for (let i = from; i < to + 200; i++) {
      expect(Math.abs((heard[i] as number) - (heard[i - 1] as number))).toBeLessThan(503 + 2 * 256);
    }
  });

  test("it falls by a fifth each 10 ms after the first and is mute after 60 ms", () => {
    const heard = without(1_600, 4_000);
    const full = loudness(heard.subarray(800, 1_600));
    // 12.5 ms is a period; so are these windows, each in the middle of a ramp of known height.
    const part = (ms: number): number =>
      loudness(heard.subarray(1_600 + delay + ms * 8, 1_600 + delay + ms * 8 + 100)) / full;
    expect(part(-20)).toBeCloseTo(1, 1);
    for (const ms of [15, 25, 35, 45]) expect(part(ms)).toBeCloseTo(1 - 0.02 * (ms + 6.25 - 10), 1);
    expect(heard.subarray(1_600 + delay + 480, 3_900).every((sample) => sample === 0)).toBe(true);
  });

  test("a loss whose end is in the buffer falls no further, and is mute after 70 ms all the same", () => {
    const heard = without(1_600, 4_000, true);
    expect(loudness(heard.subarray(1_600 + 300, 1_600 + 480)) / loudness(heard.subarray(800, 1_600))).toBeCloseTo(1, 1);
    expect(heard.subarray(1_600 + delay + 560, 3_900).every((sample) => sample === 0)).toBe(true);
  });
});

interface Line {
  readonly loss: number;
  /** ms by which a packet is later than the quickest. */
  readonly jitter: number;
  readonly seed: number;
}

/**
 * What comes out of a buffer, frame by frame, when `source` comes over a line like that. Answers how many packets were lost
 * in a row at the worst.
 */
function over(source: Uint8Array, { loss, jitter, seed }: Line, hear: (said: Uint8Array | undefined) => void): number {
  const random = chance(seed);
  const buffer = new JitterBuffer();
  let row = 0;
  let worst = 0;
  const packets = Array.from({ length: source.length / FRAME }, (_, n) => {
    row = random() < loss ? row + 1 : 0;
    worst = Math.max(worst, row);
    return { n, lost: row > 0, at: n * 20 + random() * jitter };
  })
    .filter(({ lost }) => !lost)
    .sort((a, b) => a.at - b.at);
  let next = 0;
  for (let frame = 0; frame < source.length / FRAME; frame++) {
    for (; (packets[next]?.at ?? Infinity) <= frame * 20; next++) {
      const { n } = packets[next] as { n: number };
      buffer.put(n * FRAME, source.subarray(n * FRAME, (n + 1) * FRAME));
    }
    hear(buffer.pull());
  }
  return worst;
}

/** The longest stretch of samples under a twentieth of the whole's loudness, ms. */
function longestHole(samples: Int16Array): number {
  const threshold = loudness(samples) / 20;
  let longest = 0;
  let length = 0;
  for (const sample of samples) {
    length = Math.abs(sample) < threshold ? length + 1 : 0;
    longest = Math.max(longest, length);
  }
  return longest / 8;
}

const seconds = 20;
const source = voice(seconds);
/** The first second is the buffer's beginning. */
const steady = (samples: Int16Array): Int16Array => samples.subarray(8_000);

test("the voice itself has no hole", () => expect(longestHole(pcm(source))).toBeLessThan(2));

describe.each([
  { loss: 0.05, jitter: 40, seeds: 16 },
  { loss: 0.05, jitter: 0, seeds: 6 },
  { loss: 0, jitter: 40, seeds: 6 },
])("$loss of the packets lost, up to $jitter ms of jitter: no hole over 5 ms", ({ seeds, ...line }) => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "liantai-holes-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(Array.from({ length: seeds }, (_, seed) => seed + 1))("seed %d", async (seed) => {
    const heard = new Int16Array(source.length);
    const path = join(folder, `${seed}.wav`);
    const recorder = await Recorder.begin(path, {}, () => undefined);
    let at = 0;
    const row = over(source, { ...line, seed }, (said) => {
      if (said) heard.set(pcm(said), at);
      recorder.add(said, undefined, at / 8);
      at += FRAME;
    });
    await recorder.end();
    const { left } = await readStereo(path);
    // Four packets in a row are more than the 60 ms after which the appendix asks for silence.
    const most = row <= 3 ? 5 : (row - 3) * 20 + 5;
    expect(longestHole(steady(heard))).toBeLessThanOrEqual(most);
    expect(longestHole(steady(left))).toBeLessThanOrEqual(most);
  });
});
