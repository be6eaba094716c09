/**
 * What a sentence sounds like, as numbers: mel-frequency cepstra of 25 ms windows, 10 ms apart, of 8,000 Hz audio (Davis and
 * Mermelstein 1980), each coefficient over the whole sentence with mean 0 and deviation 1, so that neither the line's tone nor
 * the speaker's loudness counts, and how each changes. Pure.
 */
import { powerSpectrum } from "../../../../audio/fft.ts";

const rate = 8_000;
const window = 200;
const hop = 80;
const size = 256;
const bands = 22;
/** What a telephone passes, Hz. */
const lowest = 150;
const highest = 3_600;
const cepstra = 12;
/** Numbers a window: cepstra and their changes. */
export const featureSize = cepstra * 2;
/** Below the loudest window a window at either end is silence, dB. */
const silenceDb = 32;

const mel = (hz: number): number => 1_127 * Math.log(1 + hz / 700);
const hertz = (m: number): number => 700 * (Math.exp(m / 1_127) - 1);

/** Triangles over the bins of the spectrum, each half over its neighbours. */
const filters: readonly { readonly first: number; readonly weights: readonly number[] }[] = (() => {
  const step = (mel(highest) - mel(lowest)) / (bands + 1);
  const edge = (n: number): number => (hertz(mel(lowest) + step * n) * size) / rate;
  return Array.from({ length: bands }, (_, band) => {
    const [from, top, to] = [edge(band), edge(band + 1), edge(band + 2)];
    const first = Math.ceil(from);
    const weights = Array.from({ length: Math.max(1, Math.floor(to) - first + 1) }, (_w, n) => {
      const bin = first + n;
      return Math.max(0, bin <= top ? (bin - from) / (top - from) : (to - bin) / (to - top));
    });
    return { first, weights };
  });
})();
const cosines = Array.from({ length: cepstra }, (_, c) =>
  Float64Array.from({ length: bands }, (_b, band) => Math.cos((Math.PI * (c + 1) * (band + 0.5)) / bands)),
);
const hamming = Float64Array.from(
  { length: window },
  (_, n) => 0.54 - 0.46 * Math.cos((2 * Math.PI * n) / (window - 1)),
);

interface Frame {
  readonly db: number;
  readonly values: Float64Array;
}

function frameAt(samples: Int16Array, start: number): Frame {
  const frame = new Float64Array(size);
  let energy = 1;
  for (let n = 0; n < window; n += 1) {
    const sample = samples[start + n]!;
    energy += sample * sample;
    frame[n] = (sample - 0.97 * (samples[start + n - 1] ?? 0)) * hamming[n]!;
  }
  const power = powerSpectrum(frame);
  const logs = filters.map(({ first, weights }) => {
    let sum = 0;
    for (let n = 0; n < weights.length; n += 1) sum += weights[n]! * (power[first + n] ?? 0);
    // Some floor, or the silence of a digital line would be far from every other silence.
    return Math.log(sum + 1e4);
  });
  const values = Float64Array.from(cosines, (cosine) => logs.reduce((sum, log, band) => sum + log * cosine[band]!, 0));
  return { db: 10 * Math.log10(energy / window), values };
}

/** Without silence before and after. */
function trimmed(frames: readonly Frame[]): readonly Frame[] {
  const loudest = frames.reduce((most, { db }) => Math.max(most, db), 0);
  const heard = ({ db }: Frame): boolean => db > loudest - silenceDb;
  return frames.slice(frames.findIndex(heard), frames.findLastIndex(heard) + 1);
}

/** Change at a window: slope over two windows on either side. */
function slope(column: (n: number) => number, at: number): number {
  return (column(at + 1) - column(at - 1) + 2 * (column(at + 2) - column(at - 2))) / 10;
}

/** Rows of featureSize numbers, one a window; empty: too short, or nothing to hear. */
export function mfcc(samples: Int16Array): Float32Array {
  const count = Math.max(0, Math.floor((samples.length - window) / hop) + 1);
  const frames = trimmed(Array.from({ length: count }, (_, n) => frameAt(samples, n * hop)));
  const rows = frames.length;
  const out = new Float32Array(rows * featureSize);
  for (let c = 0; c < cepstra; c += 1) {
    const mean = frames.reduce((sum, { values }) => sum + values[c]!, 0) / rows;
    const deviation = Math.sqrt(frames.reduce((sum, { values }) => sum + (values[c]! - mean) ** 2, 0) / rows) || 1;
    const column = (n: number): number => (frames[Math.max(0, Math.min(rows - 1, n))]!.values[c]! - mean) / deviation;
    for (let n = 0; n < rows; n += 1) {
      out[n * featureSize + c] = column(n);
      out[n * featureSize + cepstra + c] = 2 * slope(column, n);
    }
  }
  return out;
}
