/** PGlite in a thread of its own: a long query must not stop calls, sockets and timers. */
import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { getEnvironmentData, parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { ImageFs } from "./image-fs.ts";
import { engineKey, type FromWorker, type ToWorker, type WorkerOptions } from "./thread.ts";

const port = parentPort;
if (!port) throw new Error("this file is a worker");
const options = workerData as WorkerOptions;
const engine: unknown = getEnvironmentData(engineKey);
const send = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What PostgreSQL says of a start that fails: the library's own error is a stack of its code. */
let lastWords: string | undefined;
const hear = (line: string): boolean => {
  const said = /(?:FATAL|PANIC):\s+(.*)/.exec(line);
  if (said) lastWords ??= said[1];
  return false;
};

/** The library takes 128 MB for pages that the system's own cache has anyway. */
const settings = ["-c", "shared_buffers=16MB", "-c", "max_connections=4"];

async function open(): Promise<PGlite> {
  return PGlite.create({
    ...(options.folder === undefined ? {} : { dataDir: options.folder }),
    ...(engine instanceof WebAssembly.Module ? { pgliteWasmModule: engine } : {}),
    ...(options.image === undefined ? {} : { fs: new ImageFs(readFileSync(options.image)) }),
    startParams: [...PGlite.defaultStartParams, ...settings],
    onStdout: hear,
    onStderr: hear,
  });
}

/**
 * The streaming call, for the plain one (execProtocolRaw of 0.5.16) also parses each reply into messages and keeps them for
 * good: 850 bytes a row that was ever read, and half of the thread's time.
 */
async function exec(lite: PGlite, message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  await lite.execProtocolRawStream(message, {
    onRawData: (piece) => {
      // It lies in the engine's own memory.
      pieces.push(piece.slice());
      bytes += piece.length;
    },
  });
  const reply = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    reply.set(piece, at);
    at += piece.length;
  }
  return reply;
}

async function answer(lite: PGlite, message: ToWorker): Promise<void> {
  switch (message.type) {
    case "exec": {
      const reply = await exec(lite, message.bytes);
      return send({ type: "reply", id: message.id, bytes: reply }, [reply.buffer]);
    }
    case "dump": {
      // Several processes may write the same image: each renames a whole file into place.
      const partial = `${message.path}.${process.pid}`;
      await writeFile(partial, new Uint8Array(await (await lite.dumpDataDir("none")).arrayBuffer()));
      await rename(partial, message.path);
      return send({ type: "done", id: message.id });
    }
    case "close":
      await lite.close();
      send({ type: "done", id: message.id });
      port?.close();
  }
}

try {
  const lite = await open();
  // One at a time: the session is one.
  let last: Promise<void> = Promise.resolve();
  port.on("message", (message: ToWorker) => {
    last = last
      .then(() => answer(lite, message))
      .catch((error: unknown) => send({ type: "failed", id: message.id, message: textOf(error) }));
  });
  send({ type: "open" });
} catch (error) {
  send({ type: "refused", message: (lastWords ?? textOf(error)).split("\n")[0] ?? "" });
}
