/** What things that are made hold in the heap, after a collection of garbage before and after. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** MB of 1,048,576 bytes. */
export async function heldMb(make: () => Promise<readonly unknown[]>): Promise<number> {
  collect();
  const before = process.memoryUsage().heapUsed;
  const made = await make();
  collect();
  const held = process.memoryUsage().heapUsed - before;
  if (made.length === 0) throw new Error("nothing was made");
  return held / 1_048_576;
}
