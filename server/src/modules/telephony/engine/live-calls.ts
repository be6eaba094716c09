/** How many calls live now, for the limits of enterprises and access numbers. Internal calls use no line and do not count. */
import type { Call } from "../call/types.ts";

export class LiveCalls {
  /** By enterprise, and by '#' and access number. */
  readonly #counts = new Map<string, number>();

  add(call: Call): void {
    this.#count(call, 1);
  }

  remove(call: Call): void {
    this.#count(call, -1);
  }

  ofEnterprise(compId: string): number {
    return this.#counts.get(compId) ?? 0;
  }

  on(accessNumber: string): number {
    return this.#counts.get(`#${accessNumber}`) ?? 0;
  }

  #count({ compId, direction, accessNumber, plan }: Call, by: 1 | -1): void {
    // A call that only hears why it is refused does not count against the limit.
    if (direction === "internal" || plan?.refuse) return;
    for (const key of [compId, ...(accessNumber ? [`#${accessNumber}`] : [])]) {
      const count = (this.#counts.get(key) ?? 0) + by;
      if (count > 0) this.#counts.set(key, count);
      else this.#counts.delete(key);
    }
  }
}
