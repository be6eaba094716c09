/**
 * How far two sentences are from each other when either may be spoken faster or slower in places (dynamic time warping, Sakoe and
 * Chiba 1978, symmetric steps). Pure.
 */

/** One may be so many times as long as the other. */
const mostStretch = 2;
/** How far from the straight line the path may go, of the longer one's length. */
const band = 0.2;

/**
 * Mean distance of a window along the best path; Infinity: they cannot be the same, or it is above `limit`.
 * `a`, `b`: rows of `size` numbers.
 */
export function distance(a: Float32Array, b: Float32Array, size: number, limit = Infinity): number {
  const rows = a.length / size;
  const columns = b.length / size;
  if (rows === 0 || columns === 0 || rows > columns * mostStretch || columns > rows * mostStretch) return Infinity;
  const reach = Math.max(2, Math.ceil(Math.max(rows, columns) * band));
  const most = limit * (rows + columns);
  let before = new Float64Array(columns + 1).fill(Infinity);
  let here = new Float64Array(columns + 1);
  before[0] = 0;
  for (let i = 1; i <= rows; i += 1) {
    const straight = Math.round((i * columns) / rows);
    const from = Math.max(1, straight - reach);
    const to = Math.min(columns, straight + reach);
    here.fill(Infinity);
    let best = Infinity;
    for (let j = from; j <= to; j += 1) {
      let sum = 0;
      for (let k = 0, x = (i - 1) * size, y = (j - 1) * size; k < size; k += 1) {
        const d = a[x + k]! - b[y + k]!;
        sum += d * d;
      }
      const d = Math.sqrt(sum);
      const cost = Math.min(before[j]! + d, here[j - 1]! + d, before[j - 1]! + 2 * d);
      here[j] = cost;
      if (cost < best) best = cost;
    }
    // The rest of the path only adds.
    if (best > most) return Infinity;
    [before, here] = [here, before];
  }
  return before[columns]! / (rows + columns);
}
