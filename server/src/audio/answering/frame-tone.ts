/** Whether 20 ms are a tone of one frequency, and which: a bank of Goertzel filters (Goertzel 1958). Pure. */

const rate = 8_000;
const lowestHz = 375;
const highestHz = 2_225;
const stepHz = 25;
const count = (highestHz - lowestHz) / stepHz + 1;
const coefficients = Float64Array.from(
  { length: count },
  (_, n) => 2 * Math.cos((2 * Math.PI * (lowestHz + n * stepHz)) / rate),
);
/** Of a frame's energy so much is within one filter: speech puts less of it there, for long, at one frequency. */
const purest = 0.7;

const powers = new Float64Array(count);

/** Frequency, Hz; undefined: no tone, or one outside of 400 to 2,200 Hz. `energy`: sum of the squares of `frame`. */
export function frameTone(frame: Int16Array, energy: number): number | undefined {
  let best = 0;
  for (let n = 0; n < count; n += 1) {
    const c = coefficients[n]!;
    let before = 0;
    let last = 0;
    for (let i = 0; i < frame.length; i += 1) {
      const now = frame[i]! + c * last - before;
      before = last;
      last = now;
    }
    powers[n] = last * last + before * before - c * last * before;
    if (powers[n]! > powers[best]!) best = n;
  }
  // A sine of amplitude A: power (A n / 2)², energy n A² / 2.
  if (best === 0 || best === count - 1 || (2 * powers[best]!) / (frame.length * energy) < purest) return undefined;
  // The top of the parabola through three neighbours.
  const [l, m, r] = [Math.sqrt(powers[best - 1]!), Math.sqrt(powers[best]!), Math.sqrt(powers[best + 1]!)];
  return lowestHz + stepHz * (best + (l - r) / (2 * (l - 2 * m + r) || 1));
}
