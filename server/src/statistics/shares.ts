/** What so many of so many say about a share. Pure. */

/** One-sided, 95 %. */
export const oneSided = 1.644_853_6;

export interface ShareBounds {
  readonly low: number;
  readonly high: number;
}

/** Wilson's bounds of a share; of nothing nothing is known. */
export function shareBounds(hits: number, of: number, z: number = oneSided): ShareBounds {
  if (of <= 0) return { low: 0, high: 1 };
  const share = hits / of;
  const z2 = z * z;
  const middle = (share + z2 / (2 * of)) / (1 + z2 / of);
  const half = (z / (1 + z2 / of)) * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
