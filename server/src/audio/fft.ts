/** Power spectrum of a short frame. Pure. */

/** Named once: the contexts of tests look globals up slowly. */
const { PI, cos, sin } = Math;

/** In place, radix 2: `re` and `im` have the same length, a power of two. */
function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i += 1) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [re[i], re[j]] = [re[j]!, re[i]!];
    [im[i], im[j]] = [im[j]!, im[i]!];
  }
  for (let size = 2; size <= n; size <<= 1) {
    const half = size >> 1;
    const angle = (-2 * PI) / size;
    for (let k = 0; k < half; k += 1) {
      const c = cos(angle * k);
      const s = sin(angle * k);
      for (let at = k; at < n; at += size) {
        const to = at + half;
        const r = re[to]! * c - im[to]! * s;
        const i = re[to]! * s + im[to]! * c;
        re[to] = re[at]! - r;
        im[to] = im[at]! - i;
        re[at]! += r;
        im[at]! += i;
      }
    }
  }
}

/** Bins 0 to n/2 of |X|². `frame` is overwritten. */
export function powerSpectrum(frame: Float64Array): Float64Array {
  const im = new Float64Array(frame.length);
  transform(frame, im);
  return Float64Array.from({ length: frame.length / 2 + 1 }, (_, k) => frame[k]! ** 2 + im[k]! ** 2);
}
