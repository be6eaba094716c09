/** Runs of cells in a thread of their own, for bench/pacing.ts: a message is a job, the answer what the table needs of it. */
import { parentPort } from "node:worker_threads";
import { runCell, type Cell, type Way } from "./testing-load.ts";

parentPort!.on("message", ({ cell, way, seed }: { readonly cell: Cell; readonly way: Way; readonly seed: number }) => {
  const from = performance.now();
  const { talkMs, abandoned, answered } = runCell(cell, way, seed);
  parentPort!.postMessage({ talkMs, share: answered > 0 ? abandoned / answered : 0, ms: performance.now() - from });
});
