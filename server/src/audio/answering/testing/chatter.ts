/** Sounds that are as much speech as a fingerprint and the judge of frames ask for, without a speaker. */
import { createDice } from "./dice.ts";
import { joined, pauseOf, toneOf } from "./line.ts";

const { abs, PI, round, sin } = Math;

/** Voiced like speech: a buzz whose loudness swells with each syllable of 200 ms. */
export function talk(ms: number): Int16Array {
  return Int16Array.from({ length: ms * 8 }, (_, n) => {
    const swell = 0.25 + 0.75 * abs(sin((PI * n) / 1_600));
    const pitch = (2 * PI * (130 + 20 * sin(n / 3_000)) * n) / 8_000;
    return round(1_500 * swell * [1, 2, 3, 4, 5, 6, 7].reduce((sum, harmonic) => sum + sin(harmonic * pitch), 0));
  });
}

/** Three tones at once, others every 60 to 140 ms, each as loud as it comes: the same for the same seed, and like no other seed. */
export function chatterOf(seed: number, ms: number): Int16Array {
  const dice = createDice(seed);
  const parts: Int16Array[] = [];
  for (let left = ms; left > 0;) {
    const lasts = Math.min(left, dice.between(60, 140));
    const loud = dice.between(0.15, 1);
    const tones = [dice.between(320, 900), dice.between(900, 1_600), dice.between(1_600, 2_700)].map((hz) =>
      toneOf(hz, lasts, loud * dice.between(2_500, 6_000)),
    );
    parts.push(tones[0]!.map((sample, n) => sample + tones[1]![n]! + tones[2]![n]!));
    left -= lasts;
  }
  return joined(parts);
}

/** As frames of a line: whole ones of 20 ms. */
export const framesOf = (samples: Int16Array): readonly Int16Array[] => {
  const whole = joined([samples, pauseOf(20 - ((samples.length / 8) % 20))]);
  return Array.from({ length: Math.floor(whole.length / 160) }, (_, n) => whole.slice(160 * n, 160 * n + 160));
};
