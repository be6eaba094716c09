/** Power spectrum of a short frame. Pure. */

/** Named once: the contexts of tests look globals up slowly. */
const { PI, cos, sin } = Math;

interface Turns {
  readonly cos: Float64Array;
  readonly sin: Float64Array;
}

/** By size of a butterfly: the same for every frame. */
const turns = new Map<number, Turns>();

function turnsOf(size: number): Turns {
  const known = turns.get(size);
  if (known) return known;
  const angle = (-2 * PI) / size;
  const made = {
    cos: Float64Array.from({ length: size >> 1 }, (_, k) => cos(angle * k)),
    sin: Float64Array.from({ length: size >> 1 }, (_, k) => sin(angle * k)),
  };
  turns.set(size, made);
  return made;
}

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
    const turn = turnsOf(size);
    for (let k = 0; k < half; k += 1) {
      const c = turn.cos[k]!;
      const s = turn.sin[k]!;
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
  const power = new Float64Array(frame.length / 2 + 1);
  for (let k = 0; k < power.length; k += 1) power[k] = frame[k]! * frame[k]! + im[k]! * im[k]!;
  return power;
}
