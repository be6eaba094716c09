/**
 * The fingerprint of a recording (Haitsma and Kalker 2002): every 16 ms, of 128 ms of sound, whether the difference between neighbouring
 * bands grew since 16 ms ago; 24 bits. Neither level nor tone of the line changes them, noise changes some. Pure.
 */
import { powerSpectrum } from "../fft.ts";

/** Named once: the contexts of tests look globals up slowly. */
const { cos, PI, round, max, floor, log10, min } = Math;

const window = 1_024;
export const printHop = 128;
const bands = 25;
/** Where both lines and voices have something, Hz. */
const lowest = 300;
const highest = 2_800;
export const printBits = bands - 1;
/** Of the loudest tenth of the windows; what is quieter is a pause, whose bits are noise. dB */
const pauseDb = 20;

export interface Print {
  /** One a window. */
  readonly bits: Uint32Array;
  /** 1: something is heard. */
  readonly heard: Uint8Array;
}

const hann = Float64Array.from({ length: window }, (_, n) => 0.5 - 0.5 * cos((2 * PI * n) / window));
/** First bins of the bands, on a logarithmic scale. */
const edges = Array.from({ length: bands + 1 }, (_, n) =>
  round((lowest * (highest / lowest) ** (n / bands) * window) / 8_000),
).map((edge, n, all) => (n > 0 && edge <= all[n - 1]! ? all[n - 1]! + 1 : edge));

function energies(samples: Int16Array, at: number): Float64Array {
  const frame = new Float64Array(window);
  for (let n = 0; n < window; n += 1) frame[n] = samples[at + n]! * hann[n]!;
  const power = powerSpectrum(frame);
  return Float64Array.from({ length: bands }, (_, band) => {
    let sum = 0;
    for (let bin = edges[band]!; bin < max(edges[band]! + 1, edges[band + 1]!); bin += 1) sum += power[bin]!;
    return sum;
  });
}

/** `samples`: 8,000 Hz. Shorter than 80 ms: nothing. */
export function printOf(samples: Int16Array): Print {
  const count = max(0, floor((samples.length - window) / printHop));
  const bits = new Uint32Array(count);
  const levels = new Float64Array(count);
  let before = count > 0 ? energies(samples, 0) : new Float64Array(bands);
  for (let n = 0; n < count; n += 1) {
    const now = energies(samples, (n + 1) * printHop);
    let word = 0;
    for (let band = 0; band < printBits; band += 1)
      if (now[band]! - now[band + 1]! - (before[band]! - before[band + 1]!) > 0) word |= 1 << band;
    bits[n] = word;
    levels[n] = 10 * log10(1 + now.reduce((sum, value) => sum + value, 0));
    before = now;
  }
  const loud = [...levels].sort((a, b) => b - a)[floor(count / 10)] ?? 0;
  return { bits, heard: Uint8Array.from(levels, (level) => (level > loud - pauseDb ? 1 : 0)) };
}

function ones(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Where one print lies best on another, and how many bits differ there, of 1: 0.5 is by chance. */
export interface Laid {
  readonly errors: number;
  /** Windows later that `heard` begins than `known`; negative: earlier. */
  readonly offset: number;
  /** Windows compared. */
  readonly windows: number;
}

/** Bits that agree beyond chance. */
export const weight = ({ errors, windows }: Laid): number => windows * (0.5 - errors);

/** Every fourth window tells where it is worth looking at all of them. */
const coarse = 4;
const hopeless = 0.42;

function errorsAt(known: Print, heard: Print, offset: number, step: number): Laid {
  const from = max(0, -offset);
  const to = min(heard.bits.length, known.bits.length - offset);
  let windows = 0;
  let wrong = 0;
  for (let n = from; n < to; n += step) {
    if (known.heard[n + offset] === 0) continue;
    windows += 1;
    wrong += ones(heard.bits[n]! ^ known.bits[n + offset]!);
  }
  return { errors: wrong / (windows * printBits), offset, windows };
}

/** The weightiest place, with at least `least` windows of `known` that are no pause. */
export function lay(known: Print, heard: Print, least: number): Laid | undefined {
  let best: Laid | undefined;
  for (let offset = -(heard.bits.length - least); offset <= known.bits.length - least; offset += 1) {
    const some = errorsAt(known, heard, offset, coarse);
    if (some.windows * coarse < least / 2 || some.errors > hopeless) continue;
    const all = errorsAt(known, heard, offset, 1);
    if (all.windows >= least && (!best || weight(all) > weight(best))) best = all;
  }
  return best;
}
