/**
 * What 20 ms of a line are: voice, a tone, or quiet. Energy above the line's own noise, for the verdict counts pauses of 60 ms: the
 * detector of flows (fvad) holds voice on for longer than that, and is made by a promise (docs/decisions/091). Pure.
 */
import { frameTone } from "./frame-tone.ts";

/** Named once: the contexts of tests look globals up slowly. */
const { log10, max, min, abs } = Math;

export interface HeardFrame {
  readonly kind: "voice" | "tone" | "quiet";
  /** Of a tone. */
  readonly hz?: number;
  /** dB below a full-scale square wave. */
  readonly db: number;
}

/** Voice is so much louder than the noise, dB. */
const aboveNoise = 9;
/** And at most so much quieter than the loudest that was heard. */
const belowLoudest = 30;
/** What the line begins with is its noise, unless it is louder, dB: somebody speaks already. */
const loudestNoise = -30;
/** Frames in which the level of a steady noise, a hiss or a hum, hardly moves: 400 ms. No speech is so even. */
const steadyFrames = 20;
const steadyDb = 5;
/** What noise rises by in a frame of voice, dB: 5 dB a second. */
const drift = 0.1;
/** Frames of one tone may differ so much. */
const sameHz = 20;

export type FrameJudge = (frame: Int16Array) => HeardFrame;

/** `silenceThreshold`: as Asterisk's, mean of absolute samples. */
export function createFrameJudge(silenceThreshold: number): FrameJudge {
  const threshold = 20 * log10(max(1, silenceThreshold) / 32_768);
  const recent: number[] = [];
  let noise: number | undefined;
  let loudest = -100;
  let last = 0;
  let filtered = 0;
  let lastHz: number | undefined;

  /** Level without the hum below some 200 Hz. */
  function levelOf(frame: Int16Array): { readonly db: number; readonly energy: number } {
    let sum = 0;
    let energy = 1;
    for (const sample of frame) {
      filtered = sample - last + 0.86 * filtered;
      last = sample;
      sum += filtered * filtered;
      energy += sample * sample;
    }
    return { db: 10 * log10((sum + 1) / frame.length / 32_768 ** 2), energy };
  }

  function follow(db: number): number {
    recent.push(db);
    if (recent.length > steadyFrames) recent.shift();
    const before = noise ?? min(db, loudestNoise);
    if (db < before) noise = before + 0.4 * (db - before);
    else if (db < before + aboveNoise / 2) noise = before + 0.1 * (db - before);
    else noise = before + drift;
    if (recent.length === steadyFrames) {
      const most = max(...recent);
      if (most - min(...recent) < steadyDb) noise = max(noise, most - steadyDb / 2);
    }
    return noise;
  }

  return (frame) => {
    const { db, energy } = levelOf(frame);
    const hz = db > threshold ? frameTone(frame, energy) : undefined;
    const tone = hz !== undefined && lastHz !== undefined && abs(hz - lastHz) < sameHz;
    lastHz = hz;
    if (tone) return { kind: "tone", hz, db };
    const floor = follow(db);
    const voice = db > max(floor + aboveNoise, loudest - belowLoudest, threshold);
    if (voice) loudest = max(loudest, db);
    return { kind: voice ? "voice" : "quiet", db };
  };
}
