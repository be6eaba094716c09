/** How sure the closed grammar is of a phrase, from distances. Pure; the figures were measured (docs/decisions/077-speech-engines.md). */

/** As near as only the phrase itself comes. */
const near = 3.2;
/** Farther than this nothing is the phrase, however clear it is that it is no other. */
const far = 3.75;
/** Of the distance to the second: so much nearer is no chance. */
const margin = 0.87;

const within = (value: number): number => Math.max(0, Math.min(1, value));

/** Below this it is none of the phrases. */
export const sure = 0.5;

/** 0 to 1 for a phrase at `distance`, when the nearest other phrase is at `other` (Infinity: there is none). */
export function confidenceOf(distance: number, other: number): number {
  if (!(distance < far)) return 0;
  const byDistance = 0.5 + (near - distance) / 2.4;
  const byMargin = Number.isFinite(other) ? 0.5 + (margin - distance / other) * 1.5 : 0;
  return within(Math.max(byDistance, byMargin));
}
