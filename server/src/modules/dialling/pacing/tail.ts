/**
 * P(at least so many of independent things happen), each with a probability of its own: the Poisson-binomial distribution. Things are
 * added one by one and the tail can be asked for in between, so that a further call costs one step.
 *
 * Up to 256 things it is exact, by convolution. Beyond, the refined normal approximation (Volkova, Theory Probab. Appl. 40, 1996;
 * compared by Hong, Comput. Statist. Data Anal. 59, 2013): with mean, deviation s and skewness g of the sum,
 * P(X <= k) = G((k + 0.5 - mean) / s), G(x) = F(x) + g (1 - x^2) f(x) / 6, where F and f are the normal distribution's.
 */

const exactMost = 32;

/** The normal distribution by its error function: Abramowitz and Stegun 7.1.26, right to 1.5e-7. */
function normal(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * z);
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const half = 0.5 * poly * Math.exp(-z * z);
  return x < 0 ? half : 1 - half;
}

export class Tail {
  /** P(X = k) as long as it is exact. */
  readonly #exact = new Float64Array(exactMost + 2);
  #things = 0;
  /** Things that are certain. */
  #sure = 0;
  #mean = 0;
  #variance = 0;
  #third = 0;

  constructor() {
    this.#exact[0] = 1;
  }

  add(probability: number): void {
    if (probability <= 0) return;
    if (probability >= 1) {
      this.#sure++;
      return;
    }
    const rest = 1 - probability;
    this.#mean += probability;
    this.#variance += probability * rest;
    this.#third += probability * rest * (rest - probability);
    const n = ++this.#things;
    if (n > exactMost) return;
    const exact = this.#exact;
    for (let k = n; k > 0; k--) exact[k] = exact[k]! * rest + exact[k - 1]! * probability;
    exact[0]! *= rest;
  }

  atLeast(many: number): number {
    const least = many - this.#sure;
    if (least <= 0) return 1;
    if (least > this.#things) return 0;
    return this.#things <= exactMost ? this.#exactly(least) : this.#nearly(least);
  }

  #exactly(least: number): number {
    let sum = 0;
    for (let k = least; k <= this.#things; k++) sum += this.#exact[k]!;
    return sum;
  }

  #nearly(least: number): number {
    const deviation = Math.sqrt(this.#variance);
    const skewness = this.#third / deviation ** 3;
    const x = (least - 0.5 - this.#mean) / deviation;
    const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
    const below = normal(x) + (skewness * (1 - x * x) * density) / 6;
    return Math.min(1, Math.max(0, 1 - below));
  }
}
