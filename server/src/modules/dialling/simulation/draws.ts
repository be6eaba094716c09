/** Draws that are the same for the same seed. */
export class Draws {
  #seed: number;

  /** Streams of one seed are independent of each other: what is asked of one does not move the others. */
  constructor(seed: number, stream: number) {
    this.#seed = Math.imul(seed, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b);
    for (let warm = 0; warm < 4; warm++) this.next();
  }

  /** 0 to below 1: mulberry32. */
  next(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Mean 0, deviation 1: Box and Muller (Ann. Math. Statist. 29, 1958). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  /** Log-normal by its own mean and its deviation over that mean. */
  logNormal({ meanMs, spread }: { readonly meanMs: number; readonly spread: number }): number {
    const variance = Math.log(1 + spread * spread);
    return meanMs * Math.exp(Math.sqrt(variance) * this.normal() - variance / 2);
  }

  /** A share of which so many were seen to be so, and so many not: both above 0. By two gamma draws. */
  beta(yes: number, no: number): number {
    const of = this.#gamma(yes);
    return of / (of + this.#gamma(no));
  }

  /** Marsaglia and Tsang (ACM Trans. Math. Softw. 26, 2000); below 1 by their own correction. */
  #gamma(shape: number): number {
    if (shape < 1) return this.#gamma(shape + 1) * (1 - this.next()) ** (1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = this.normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(1 - this.next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  }
}
