/** How much of a stretch of audio is one tone. Pure. */

/** Part of the energy of `samples` (8,000 Hz) that lies at `hz`: 1 is that tone alone, 0 none of it. Silence gives 0. */
export function tonePart(samples: ArrayLike<number>, hz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hz) / 8_000);
  let before = 0;
  let beforeThat = 0;
  let energy = 0;
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i] as number;
    const now = sample + coefficient * before - beforeThat;
    beforeThat = before;
    before = now;
    energy += sample * sample;
  }
  const power = before * before + beforeThat * beforeThat - coefficient * before * beforeThat;
  return energy < samples.length ? 0 : (2 * power) / (samples.length * energy);
}

/** Root mean square of 16-bit samples: digital silence is 0, a loud tone some 6,000. */
export function loudness(samples: ArrayLike<number>): number {
  let energy = 0;
  for (let i = 0; i < samples.length; i++) energy += (samples[i] as number) ** 2;
  return samples.length ? Math.sqrt(energy / samples.length) : 0;
}

/**
 * Part of the 50 ms windows of `samples` that are this tone and nothing else. A long stretch is judged by its windows because
 * one slip of phase, such as a busy machine makes, spoils a single measure over all of it.
 */
export function toneShare(samples: Int16Array, hz: number): number {
  const size = 400;
  const windows = Math.floor(samples.length / size);
  let clear = 0;
  for (let i = 0; i < windows; i++) if (tonePart(samples.subarray(i * size, (i + 1) * size), hz) > 0.8) clear++;
  return windows ? clear / windows : 0;
}

/** How much of the loud tenths of a second has a part of this tone. */
export function presence(samples: Int16Array, hz: number): number {
  const size = 800;
  let loud = 0;
  let there = 0;
  for (let at = 0; at + size <= samples.length; at += size) {
    const window = samples.subarray(at, at + size);
    if (loudness(window) < 200) continue;
    loud += 1;
    if (tonePart(window, hz) > 0.15) there += 1;
  }
  return loud === 0 ? 0 : there / loud;
}
