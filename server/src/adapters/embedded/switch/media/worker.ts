/** A media thread: legs, recordings and the 20 ms clock. Speaks media/protocol.ts with the main thread. */
import { parentPort, workerData } from "node:worker_threads";
import { Lateness } from "./lateness.ts";
import type { Ask, FromWorker, MediaOptions } from "./protocol.ts";
import { SdpRefused } from "./sdp.ts";
import { BadAudio, Sources } from "./sources.ts";
import { startTicker } from "./ticker.ts";
import { LegMissing, MediaRoom } from "./room.ts";

const port = parentPort;
if (!port) throw new Error("media/worker.ts runs as a worker thread only");
const post = (message: FromWorker): void => port.postMessage(message);

// One hostile packet must not end the calls of everybody else in this thread.
process.on("uncaughtException", (error) =>
  post({ kind: "log", level: "error", message: `media thread: ${error.stack ?? error.message}` }),
);
process.on("unhandledRejection", (reason) =>
  post({ kind: "log", level: "debug", message: `media thread: ${String(reason)}` }),
);

const options = workerData as MediaOptions;
const lateness = new Lateness();
const sources = new Sources();
const room = new MediaRoom(
  options,
  sources,
  (event) => post(event),
  (message) => post({ kind: "log", level: "error", message }),
);

let frames = 0;
let stopTicker: (() => void) | undefined;

/** The clock runs while there is something to hear: fifty wake-ups a second for nobody cost 4 ms of CPU each second. */
function tick(): void {
  if (!room.busy) {
    if (stopTicker) post({ kind: "stats", p99: 0, cpuMs: usedMs() });
    stopTicker?.();
    stopTicker = undefined;
    return;
  }
  stopTicker ??= startTicker((due) => {
    room.frame(due, (late) => lateness.add(late));
    if (++frames % 50 !== 0) return;
    post({ kind: "stats", p99: lateness.p99(), cpuMs: usedMs() });
    lateness.roll();
    tick();
  });
}

function usedMs(): number {
  const used = process.threadCpuUsage();
  return (used.user + used.system) / 1_000;
}

port.on("message", (ask: Ask) => {
  const handled = room.handle(ask);
  // A leg that begins is in the room at once, before its offer is made.
  tick();
  handled
    .then((value) => post({ kind: "reply", n: ask.n, value }))
    .catch((error: Error) => {
      const code = error instanceof BadAudio ? "bad-audio" : error instanceof LegMissing ? "leg-gone" : "failed";
      if (code === "failed" && !(error instanceof SdpRefused))
        post({ kind: "log", level: "warn", message: `${ask.verb}: ${error.message}` });
      post({ kind: "refused", n: ask.n, code, message: error.message });
    })
    .finally(tick);
});

const problem = await sources.prepare(options.musicPath);
if (problem) post({ kind: "log", level: "warn", message: problem });
post({ kind: "ready" });
