/**
 * How many lines to the outside live now, for the limits of enterprises and access numbers: one a call, and one for each further
 * number outside that is asked or joins. Internal calls use none.
 */
import type { Call } from "../call/types.ts";

/** Access numbers of the further lines of a call. */
const furtherLines = ({ parties, far, direction }: Call): string[] =>
  parties.flatMap(({ id, agentId, displayed }) =>
    (id !== far || direction === "internal") && agentId === undefined && displayed ? [displayed] : [],
  );

export class LiveCalls {
  /** By enterprise, and by '#' and access number. */
  readonly #counts = new Map<string, number>();

  /** With the further lines that it has from its beginning: 双呼 of two telephones outside, and what goes on in another process. */
  add(call: Call): void {
    this.#count(call, 1);
    for (const number of furtherLines(call)) this.#line(call.compId, number, 1);
  }

  remove(call: Call): void {
    this.#count(call, -1);
    for (const number of furtherLines(call)) this.#line(call.compId, number, -1);
  }

  /** Somebody joined or left. */
  changed(before: Call, call: Call): void {
    for (const number of furtherLines(before)) this.#line(call.compId, number, -1);
    for (const number of furtherLines(call)) this.#line(call.compId, number, 1);
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
    this.#line(compId, accessNumber, by);
  }

  #line(compId: string, accessNumber: string | undefined, by: 1 | -1): void {
    for (const key of [compId, ...(accessNumber ? [`#${accessNumber}`] : [])]) {
      const count = (this.#counts.get(key) ?? 0) + by;
      if (count > 0) this.#counts.set(key, count);
      else this.#counts.delete(key);
    }
  }
}
