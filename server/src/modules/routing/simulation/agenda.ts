/** What is to happen, in the order of its times; of the same time in the order it was put down. */
interface Due {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

const before = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

export class Agenda {
  /** A heap. */
  readonly #due: Due[] = [];
  #order = 0;
  now: number;

  constructor(now: number) {
    this.now = now;
  }

  /** What lies in the past happens at once, after what is put down already. */
  at(at: number, run: () => void): void {
    const due = this.#due;
    let i = due.push({ at: Math.max(at, this.now), order: this.#order++, run }) - 1;
    for (let up = (i - 1) >> 1; i > 0 && before(due[i]!, due[up]!); i = up, up = (i - 1) >> 1) this.#swap(i, up);
  }

  /** Until nothing is left that begins before `to`. */
  runUntil(to: number): void {
    for (let next = this.#due[0]; next && next.at < to; next = this.#due[0]) {
      this.#take();
      this.now = next.at;
      next.run();
    }
    this.now = to;
  }

  #take(): void {
    const due = this.#due;
    const last = due.pop()!;
    if (due.length === 0) return;
    due[0] = last;
    for (let i = 0; ;) {
      const [left, right] = [2 * i + 1, 2 * i + 2];
      let least = i;
      for (const child of [left, right]) if (child < due.length && before(due[child]!, due[least]!)) least = child;
      if (least === i) return;
      this.#swap(i, least);
      i = least;
    }
  }

  #swap(a: number, b: number): void {
    const due = this.#due;
    [due[a], due[b]] = [due[b]!, due[a]!];
  }
}
