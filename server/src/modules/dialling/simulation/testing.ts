/** For bench/pacing.ts. */
export { measureDecisions } from "./testing-decisions.ts";
export { cells, shockCells, ways, type Cell, type Way } from "./testing-load.ts";
export { runJobs, type Ran } from "./testing-pool.ts";
