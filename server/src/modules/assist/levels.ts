/**
 * How loud a line was, so that a sentence begins and ends with its sound: a detector that does not cut words off holds on for some 200 ms
 * after them, and the speed of a short sentence would be a tenth too low.
 */

export const frameMs = 20;
/** A sentence of the longest kind, and the silence that ended it. */
const kept = 1_500;
/** Of the loudest frame: what is softer than this is no more than the line. */
const part = 0.04;

export class Levels {
  readonly #levels = new Float32Array(kept);
  #frames = 0;

  push(samples: Int16Array): void {
    let sum = 0;
    for (const sample of samples) sum += Math.abs(sample);
    this.#levels[this.#frames % kept] = sum / samples.length;
    this.#frames += 1;
  }

  get frames(): number {
    return this.#frames;
  }

  /** ms of the audio that was pushed. Where nothing is known of the span any more, or all of it is as loud: as it is. */
  trim(fromMs: number, toMs: number): readonly [number, number] {
    const from = Math.max(0, Math.floor(fromMs / frameMs));
    const to = Math.min(this.#frames, Math.ceil(toMs / frameMs));
    if (to <= from || from < this.#frames - kept) return [fromMs, toMs];
    const levels = Array.from({ length: to - from }, (_, at) => this.#levels[(from + at) % kept]!);
    const loud = Math.max(...levels) * part;
    if (loud === 0) return [fromMs, toMs];
    const first = levels.findIndex((level) => level >= loud);
    const last = levels.findLastIndex((level) => level >= loud);
    return [Math.max(fromMs, (from + first) * frameMs), Math.min(toMs, (from + last + 1) * frameMs)];
  }
}
