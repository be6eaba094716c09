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
/** What a window has at least that is no silence: a few steps of 16 bits. dB */
const silentDb = 60;

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
  const sums = new Float64Array(bands);
  for (let band = 0; band < bands; band += 1) {
    const to = max(edges[band]! + 1, edges[band + 1]!);
    for (let bin = edges[band]!; bin < to; bin += 1) sums[band]! += power[bin]!;
  }
  return sums;
}

export interface Printer {
  /** 8,000 Hz, as many as there are. */
  push(samples: Int16Array): void;
  /** Of everything so far. */
  print(): Print;
}

/** Prints a sound while it comes. */
export function createPrinter(): Printer {
  const bits: number[] = [];
  const levels: number[] = [];
  let rest = new Int16Array(0);
  let before: Float64Array | undefined;
  const hop = (now: Float64Array): void => {
    if (before) {
      let word = 0;
      for (let band = 0; band < printBits; band += 1)
        if (now[band]! - now[band + 1]! - (before[band]! - before[band + 1]!) > 0) word |= 1 << band;
      bits.push(word);
      let sum = 0;
      for (const value of now) sum += value;
      levels.push(10 * log10(1 + sum));
    }
    before = now;
  };
  return {
    push(samples) {
      const all = new Int16Array(rest.length + samples.length);
      all.set(rest);
      all.set(samples, rest.length);
      let at = 0;
      for (; at + window <= all.length; at += printHop) hop(energies(all, at));
      rest = all.slice(at);
    },
    print() {
      const loud = [...levels].sort((a, b) => b - a)[floor(levels.length / 10)] ?? 0;
      return {
        bits: Uint32Array.from(bits),
        heard: Uint8Array.from(levels, (level) => (level > max(silentDb, loud - pauseDb) ? 1 : 0)),
      };
    },
  };
}

/** `samples`: 8,000 Hz. Shorter than 80 ms: nothing. */
export function printOf(samples: Int16Array): Print {
  const printer = createPrinter();
  printer.push(samples);
  return printer.print();
}

/** Four bytes a window: the bits, and above them whether something is heard. */
export function packPrint({ bits, heard }: Print): Uint8Array {
  const packed = new DataView(new ArrayBuffer(4 * bits.length));
  bits.forEach((word, n) => packed.setUint32(4 * n, (word | (heard[n]! << printBits)) >>> 0, true));
  return new Uint8Array(packed.buffer);
}

export function unpackPrint(packed: Uint8Array): Print {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const words = Uint32Array.from({ length: packed.byteLength >> 2 }, (_, n) => view.getUint32(4 * n, true));
  return {
    bits: words.map((word) => word & ((1 << printBits) - 1)),
    heard: Uint8Array.from(words, (w) => w >>> printBits),
  };
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

/** Every 16th window, then every fourth, tells where it is worth looking at all of them. */
const steps = [16, 4] as const;
/** Few windows stray more. */
const hopeless = { 16: 0.46, 4: 0.42 } as const;

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

const isHopeless = ({ errors, windows }: Laid, step: (typeof steps)[number], least: number): boolean =>
  windows * step < least / 2 || errors > hopeless[step];

/** The weightiest place, with at least `least` windows of `known` that are no pause. */
export function lay(known: Print, heard: Print, least: number): Laid | undefined {
  let best: Laid | undefined;
  for (let offset = -(heard.bits.length - least); offset <= known.bits.length - least; offset += 1) {
    if (steps.some((step) => isHopeless(errorsAt(known, heard, offset, step), step, least))) continue;
    const all = errorsAt(known, heard, offset, 1);
    if (all.windows >= least && (!best || weight(all) > weight(best))) best = all;
  }
  return best;
}
