/** Samples of any rate to the telephone's 8,000 Hz. */
import type { Sound } from "@liantai/api/wav";

/** Named once: the contexts of tests look globals up slowly. */
const { ceil, abs, sin, PI, cos, max, floor, min, round } = Math;

/** Samples a second. */
export const telephoneRate = 8_000;

/** Half the width of the low-pass filter, in output samples. */
const reach = 12;
/** Of the new Nyquist frequency: what a telephone passes. */
const passband = 0.92;
/** Fractions of an input sample the filter is tabled for: the error stays under -60 dB. */
const phases = 256;

/** Hann-windowed sinc, one row a phase. */
function filterTable(cut: number, half: number): { readonly taps: number; readonly rows: readonly Float32Array[] } {
  const taps = 2 * ceil(half) + 1;
  const first = -ceil(half);
  const rows = Array.from({ length: phases }, (_, phase) => {
    const row = new Float32Array(taps);
    let weight = 0;
    for (let t = 0; t < taps; t++) {
      const x = first + t - phase / phases;
      if (abs(x) > half) continue;
      const w = (x === 0 ? 1 : sin(PI * cut * x) / (PI * cut * x)) * (0.5 + 0.5 * cos((PI * x) / half));
      row[t] = w;
      weight += w;
    }
    return row.map((w) => w / weight);
  });
  return { taps, rows };
}

/** So that nothing above 4 kHz folds back into the voice. */
export function toTelephone({ rate, samples }: Sound): Int16Array {
  const ratio = rate / telephoneRate;
  const half = reach * max(1, ratio);
  const { taps, rows } = filterTable(passband / max(1, ratio), half);
  const out = new Int16Array(floor(samples.length / ratio));
  for (let n = 0; n < out.length; n++) {
    const centre = n * ratio;
    const row = rows[floor((centre - floor(centre)) * phases)]!;
    const first = floor(centre) - (taps - 1) / 2;
    let sum = 0;
    for (let t = max(0, -first); t < taps && first + t < samples.length; t++) sum += row[t]! * samples[first + t]!;
    out[n] = max(-32_768, min(32_767, round(sum * 32_768)));
  }
  return out;
}
