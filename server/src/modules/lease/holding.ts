/** The lock by which the others know that a process is alive; it is held again when its connection ends. */
export class Holding {
  readonly #hold: (lost: () => void) => Promise<() => Promise<void>>;
  readonly #doubted: () => void;
  #release: (() => Promise<void>) | undefined;
  #trying: Promise<void> | undefined;
  #ended = false;

  /** doubted: it is not held any more, and whoever looks may take the process for dead. */
  constructor(hold: (lost: () => void) => Promise<() => Promise<void>>, doubted: () => void) {
    this.#hold = hold;
    this.#doubted = doubted;
  }

  get held(): boolean {
    return this.#release !== undefined;
  }

  /** Resolves after one try: without the lock a process is known by its time alone. */
  begin(): Promise<void> {
    if (this.#ended || this.held) return Promise.resolve();
    this.#trying ??= this.#try().finally(() => (this.#trying = undefined));
    return this.#trying;
  }

  async end(): Promise<void> {
    this.#ended = true;
    const release = this.#release;
    this.#release = undefined;
    await release?.().catch(() => undefined);
  }

  async #try(): Promise<void> {
    let lost = false;
    try {
      const release = await this.#hold(() => {
        lost = true;
        this.#release = undefined;
        this.#doubted();
      });
      if (this.#ended) await release();
      else if (!lost) this.#release = release;
    } catch {
      // The next renewal tries again.
    }
  }
}
