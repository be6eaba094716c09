/** Work that may be long, on the loop that answers everybody: a few milliseconds of it, then the others have their turn (G180). */
import { setImmediate } from "node:timers/promises";

const sliceMs = 8;

/** What the steps come to. Throws what one of them throws. */
export async function inSlices<T>(steps: Iterator<undefined, T, undefined>): Promise<T> {
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < sliceMs) continue;
    await setImmediate();
    began = performance.now();
  }
}
