/** Does a figure grow with the calls? A line through its samples, and how sure one can be of its slope. */

export interface Slope {
  readonly perCall: number;
  /** The true slope lies within `perCall` ± this with 95 %. */
  readonly within: number;
}

/** Student's t for 95 % on two sides (Hill's expansion about the normal's 1.96; 0.2 % high at 5 degrees of freedom). */
export function student95(freedom: number): number {
  const z = 1.959964;
  const terms = [
    z,
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return terms.reduce((sum, term, i) => sum + term / freedom ** i, 0);
}

/** Least squares. At least five points. */
export function slopeOf(points: readonly (readonly [calls: number, value: number])[]): Slope {
  const n = points.length;
  const mean = (i: 0 | 1): number => points.reduce((sum, p) => sum + p[i], 0) / n;
  const [x, y] = [mean(0), mean(1)];
  const sxx = points.reduce((sum, p) => sum + (p[0] - x) ** 2, 0);
  const perCall = points.reduce((sum, p) => sum + (p[0] - x) * (p[1] - y), 0) / sxx;
  const rest = points.reduce((sum, p) => sum + (p[1] - y - perCall * (p[0] - x)) ** 2, 0);
  return { perCall, within: student95(n - 2) * Math.sqrt(rest / (n - 2) / sxx) };
}
