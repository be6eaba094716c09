/** What becomes of a number while it is called, written in the order in which it came: two at once would go over two connections. */
import type { Flight } from "./flight.ts";

export class StateWrites {
  readonly #write: (taskId: string, flight: Flight) => Promise<unknown>;
  /** By number; the last of it. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(write: (taskId: string, flight: Flight) => Promise<unknown>) {
    this.#write = write;
  }

  /** Rejects where it was not written; what comes after it is written all the same. */
  put(taskId: string, flight: Flight): Promise<unknown> {
    const { phoneId } = flight;
    const before = this.#last.get(phoneId) ?? Promise.resolve();
    const written = before.catch(() => undefined).then(() => this.#write(taskId, flight));
    this.#last.set(phoneId, written);
    const forget = (): void => {
      if (this.#last.get(phoneId) === written) this.#last.delete(phoneId);
    };
    written.then(forget, forget);
    return written;
  }
}
