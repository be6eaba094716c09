/** A WAV file with a steady tone, for a fake microphone. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeWav } from "@liantai/api/wav";

/** 48,000 Hz mono 16-bit, ten seconds: Chromium plays it round and round. Whole periods, so that the seam is silent. */
export function toneFile(hz: number): string {
  const folder = join(tmpdir(), "liantai-tones");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${hz}.wav`);
  if (existsSync(path)) return path;
  const rate = 48_000;
  const sample = (i: number): number => Math.round(Math.sin((2 * Math.PI * hz * i) / rate) * 9_000);
  writeFileSync(
    path,
    writeWav(
      Int16Array.from({ length: rate * 10 }, (_, i) => sample(i)),
      rate,
    ),
  );
  return path;
}

/**
 * Share of a signal's energy at `hz`, 0..1: the median of windows of 100 ms, because a single slip of phase (a packet lost, a
 * clock followed) spoils one measure over seconds and one window of many.
 */
export function toneShare(samples: Int16Array, rate: number, hz: number): number {
  const size = Math.floor(rate / 10);
  const shares: number[] = [];
  for (let at = 0; at + size <= samples.length; at += size)
    shares.push(windowShare(samples.subarray(at, at + size), rate, hz));
  return shares.sort((a, b) => a - b)[Math.floor(shares.length / 2)] ?? 0;
}

/** Goertzel over one window. */
function windowShare(samples: Int16Array, rate: number, hz: number): number {
  const w = (2 * Math.PI * hz) / rate;
  const c = 2 * Math.cos(w);
  let a = 0;
  let b = 0;
  let energy = 0;
  for (const s of samples) {
    const next = s + c * a - b;
    b = a;
    a = next;
    energy += s * s;
  }
  if (energy === 0) return 0;
  return Math.min(1, (2 * (a * a + b * b - c * a * b)) / (energy * samples.length));
}
