/** A call that was, run again: under its own version as a check, under another to see where it would go, and as a flow test. */
export type * from "./types.ts";
export { partsOf } from "./stored.ts";
export { followed } from "./followed.ts";
export { rerun, rerunSteps } from "./rerun.ts";
export { testOf } from "./test-of.ts";
export { result as replayResult } from "./words.ts";
