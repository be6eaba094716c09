/** Chance that is the same for the same seed and the same question, in whatever order questions are asked. */

/** FNV-1a, then a final mix: 0 to below 1. */
export function chance(seed: number, ...about: readonly string[]): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const char of about.join("\u0000")) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** One of these; undefined: there are none. */
export const drawn = <T>(from: readonly T[], draw: number): T | undefined => from[Math.floor(draw * from.length)];
