/** What a telephone line does to a sound: its band, its level, its noise, its coding. The same for the same dice. */
import { toPcm, toUlaw } from "../../../adapters/embedded/switch/media/g711.ts";
import type { Dice } from "./dice.ts";

/** Named once: the contexts of tests look globals up slowly. */
const { round, min, sin, PI, max, sqrt, ceil } = Math;

export const samplesOf = (ms: number): number => round(ms * 8);

export const joined = (parts: readonly Int16Array[]): Int16Array => {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** Silence of the digital kind, before noise is laid over it. */
export const pauseOf = (ms: number): Int16Array => new Int16Array(samplesOf(ms));

/** amplitude: of 32,768; it swells and fades for 4 ms, as tones of networks do. */
export function toneOf(hz: number, ms: number, amplitude = 6_000): Int16Array {
  const length = samplesOf(ms);
  return Int16Array.from({ length }, (_, n) => {
    const swell = min(1, n / 32, (length - n) / 32);
    return round(swell * amplitude * sin((2 * PI * hz * n) / 8_000));
  });
}

const clipped = (sample: number): number => max(-32_768, min(32_767, round(sample)));

/** Two filters of the first order at either end: 300 to 3,400 Hz as old lines have it. */
export function banded(samples: Int16Array): Int16Array {
  let last = 0;
  let high = 0;
  let low = 0;
  return samples.map((sample) => {
    high = sample - last + 0.79 * high;
    last = sample;
    low += 0.93 * (high - low);
    return clipped(low);
  });
}

/** Root mean square of what is not silence. */
export function loudness(samples: Int16Array): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at + 160 <= samples.length; at += 160) {
    let energy = 0;
    for (let n = at; n < at + 160; n += 1) energy += samples[n]! ** 2;
    if (energy / 160 < 40_000) continue;
    sum += energy;
    count += 160;
  }
  return count === 0 ? 0 : sqrt(sum / count);
}

export const gained = (samples: Int16Array, gain: number): Int16Array =>
  samples.map((sample) => clipped(sample * gain));

/** To so many dB below full scale; silence stays what it is. */
export function levelled(samples: Int16Array, db: number): Int16Array {
  const from = loudness(samples);
  return from === 0 ? samples : gained(samples, (32_768 * 10 ** (db / 20)) / from);
}

/** car: most of it low; street: swells and fades within a second or two; hiss: even. */
export type NoiseKind = "hiss" | "car" | "street" | "hum";

/** rms: of 32,768. */
export function noiseOf(kind: NoiseKind, length: number, rms: number, dice: Dice): Float64Array {
  const noise = new Float64Array(length);
  const phase = dice.between(0, 7);
  const beat = dice.between(4_000, 16_000);
  let low = 0;
  for (let n = 0; n < length; n += 1) {
    const white = dice.normal();
    low += 0.12 * (white - low);
    if (kind === "hiss") noise[n] = white;
    else if (kind === "car") noise[n] = low + 0.05 * white;
    else if (kind === "street") noise[n] = (0.4 * white + low) * (1 + 0.6 * sin(phase + (2 * PI * n) / beat));
    else noise[n] = sin((2 * PI * 50 * n) / 8_000) + 0.5 * sin((2 * PI * 150 * n) / 8_000) + 0.1 * white;
  }
  const power = sqrt(noise.reduce((sum, value) => sum + value * value, 0) / max(1, length));
  return noise.map((value) => (value * rms) / power);
}

export interface LineOf {
  /** Of what is said, dB below full scale. */
  readonly db: number;
  /** Of that over the noise, dB. */
  readonly snr: number;
  readonly noise: NoiseKind;
}

/** `samples` as they come out of the line: whole frames. */
export function overLine(samples: Int16Array, { db, snr, noise }: LineOf, dice: Dice): Int16Array {
  const said = levelled(banded(samples), db);
  const rms = 32_768 * 10 ** ((db - snr) / 20);
  const whole = new Int16Array(ceil(samples.length / 160) * 160);
  const around = noiseOf(noise, whole.length, rms, dice);
  return whole.map((_, n) => toPcm(toUlaw(clipped((said[n] ?? 0) + around[n]!))));
}
