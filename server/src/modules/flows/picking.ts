/** Which version a caller gets where calls are shared out: by the number, so that the same caller gets the same one (inventory D5). */

export interface Share {
  readonly versionId: string;
  readonly percent: number;
}

/** FNV-1a with the mixing of murmur3: neighbouring numbers land far apart. 0 to 2^32 - 1. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Percent from 0 to 100, of `flowId`'s own drawing: who is in the experiment of one flow is not in that of every other. */
export const placeOf = (flowId: string, callerNumber: string): number => hash(`${flowId}\n${callerNumber}`) % 100;

/**
 * Shares in the order of their ids add up to 100. A caller who is in the first 20 stays in it when it grows to 50. undefined: nobody has a
 * share.
 */
export function pickVersion(shares: readonly Share[], callerNumber: string, flowId = ""): string | undefined {
  const place = placeOf(flowId, callerNumber);
  let sum = 0;
  for (const { versionId, percent } of shares.toSorted((a, b) => (a.versionId < b.versionId ? -1 : 1))) {
    sum += percent;
    if (place < sum) return versionId;
  }
  return undefined;
}
