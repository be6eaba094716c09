/**
 * The built-in hold music: sixteen bars of our own, four voices, made of sines when a worker starts. Soft on purpose
 * (peaks near -14 dBFS) and without long pauses, so that a caller never takes it for a dead line.
 */
import { RATE, toUlaw } from "./g711.ts";

const BEAT = RATE * 0.6; // 100 beats a minute
const BAR = BEAT * 4;

/** Chords as MIDI notes, one a bar: I vi IV V, then I iii vi IV, ii V I I, vi IV V I. */
const CHORDS: readonly (readonly number[])[] = [
  [60, 64, 67],
  [57, 60, 64],
  [53, 57, 60],
  [55, 59, 62],
  [60, 64, 67],
  [52, 55, 59],
  [57, 60, 64],
  [53, 57, 60],
  [50, 53, 57],
  [55, 59, 62],
  [60, 64, 67],
  [60, 64, 67],
  [57, 60, 64],
  [53, 57, 60],
  [55, 59, 62],
  [48, 52, 55],
];

/** The tune on a pentatonic scale: [beat, beats, note] a bar. */
const TUNE: readonly (readonly (readonly [number, number, number])[])[] = [
  [
    [0, 1, 76],
    [1, 1, 79],
    [2, 2, 74],
  ],
  [
    [0, 1.5, 72],
    [1.5, 0.5, 74],
    [2, 2, 76],
  ],
  [
    [0, 1, 72],
    [1, 1, 69],
    [2, 2, 72],
  ],
  [
    [0, 2, 74],
    [2, 1, 67],
    [3, 1, 69],
  ],
  [
    [0, 1, 72],
    [1, 1, 76],
    [2, 2, 79],
  ],
  [
    [0, 1.5, 79],
    [1.5, 0.5, 76],
    [2, 2, 74],
  ],
  [
    [0, 1, 72],
    [1, 1, 74],
    [2, 2, 76],
  ],
  [
    [0, 3, 72],
    [3, 1, 69],
  ],
  [
    [0, 1, 69],
    [1, 1, 72],
    [2, 2, 74],
  ],
  [
    [0, 1, 76],
    [1, 1, 74],
    [2, 2, 67],
  ],
  [
    [0, 1.5, 72],
    [1.5, 0.5, 74],
    [2, 2, 76],
  ],
  [
    [0, 2, 79],
    [2, 2, 76],
  ],
  [
    [0, 1, 81],
    [1, 1, 79],
    [2, 2, 76],
  ],
  [
    [0, 1, 72],
    [1, 1, 74],
    [2, 2, 69],
  ],
  [
    [0, 1, 67],
    [1, 1, 69],
    [2, 2, 74],
  ],
  [[0, 4, 72]],
];

const hertz = (note: number): number => 440 * 2 ** ((note - 69) / 12);

/** Adds one plucked or swelling note, with a quiet second partial. The tail wraps round, so that the loop has no seam. */
function note(
  into: Float32Array,
  start: number,
  beats: number,
  pitch: number,
  gain: number,
  attack: number,
  decay: number,
): void {
  const hz = hertz(pitch);
  const length = Math.round(beats * BEAT + RATE * 0.25);
  const step = (2 * Math.PI * hz) / RATE;
  const release = RATE * 0.25;
  for (let i = 0; i < length; i++) {
    const rise = Math.min(1, i / (attack * RATE));
    const fall = Math.min(1, (length - i) / release);
    const level = gain * rise * fall * Math.exp((-i / RATE) * decay);
    const at = (start + i) % into.length;
    into[at] = (into[at] as number) + level * (Math.sin(step * i) + 0.22 * Math.sin(2 * step * i));
  }
}

/** About 38 s of mu-law; always the same bytes. Takes some 100 ms, so make it once a thread. */
export function synthesizeMusic(): Uint8Array {
  const mix = new Float32Array(Math.round(BAR * CHORDS.length));
  CHORDS.forEach((chord, bar) => {
    const at = Math.round(bar * BAR);
    for (const pitch of chord) note(mix, at, 4, pitch, 0.11, 0.3, 0.15);
    note(mix, at, 2, (chord[0] as number) - 12, 0.2, 0.02, 0.9);
    note(mix, Math.round(at + 2 * BEAT), 2, (chord[2] as number) - 12, 0.16, 0.02, 0.9);
    for (let eighth = 1; eighth < 8; eighth += 2) {
      note(mix, Math.round(at + (eighth * BEAT) / 2), 0.5, (chord[(eighth >> 1) % 3] as number) + 12, 0.08, 0.01, 4);
    }
    for (const [beat, beats, pitch] of TUNE[bar] ?? [])
      note(mix, Math.round(at + beat * BEAT), beats, pitch, 0.26, 0.015, 1.1);
  });
  let peak = 0;
  for (const sample of mix) peak = Math.max(peak, Math.abs(sample));
  const scale = (32_767 * 0.2) / peak;
  return Uint8Array.from(mix, (sample) => toUlaw(sample * scale));
}
