/** Inputs handled one after the other to the end: one that is caused by another waits until that is done. */
export class Inbox<T> {
  readonly #waiting: T[] = [];
  readonly #run: (item: T) => boolean;
  #draining = false;

  constructor(run: (item: T) => boolean) {
    this.#run = run;
  }

  /** False when it was refused; true, too, when it waits. */
  put(item: T): boolean {
    this.#waiting.push(item);
    if (this.#draining) return true;
    this.#draining = true;
    let accepted: boolean | undefined;
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
        const ok = this.#run(next);
        accepted ??= ok;
      }
    } finally {
      this.#draining = false;
    }
    return accepted ?? true;
  }
}
