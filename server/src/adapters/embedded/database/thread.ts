/** The main thread's side of worker.ts. */
import { Worker } from "node:worker_threads";
import type { ProtocolBackend } from "./stream.ts";

export interface WorkerOptions {
  /** Absent: in memory. */
  readonly folder?: string;
  /** A tar made by dump, to begin an empty folder with. */
  readonly image?: string;
}

/** Where a process that opens many databases (a test) leaves the library's WebAssembly, compiled, for all their threads. */
export const engineKey = "pglite.wasm";

export type ToWorker =
  | { readonly type: "exec"; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: "dump"; readonly id: number; readonly path: string }
  | { readonly type: "close"; readonly id: number };

export type FromWorker =
  | { readonly type: "open" }
  | { readonly type: "refused"; readonly message: string }
  | { readonly type: "reply"; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: "done"; readonly id: number }
  | { readonly type: "failed"; readonly id: number; readonly message: string };

export interface PgliteThread extends ProtocolBackend {
  dump(path: string): Promise<void>;
  close(): Promise<void>;
  /** At once, as a crash would. */
  kill(): Promise<void>;
  /** False once the thread is gone. */
  readonly alive: boolean;
}

const none = new Uint8Array(0);

let asked = 0;
/** Messages no thread has answered yet: tests on virtual time wait for them. */
export const queriesUnderWay = (): number => asked;

const hearers = new Set<() => void>();
/** Calls `hear` once, when the next of them is answered; returns what takes it back. */
export function onceAnswered(hear: () => void): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}
function answered(count: number): void {
  asked -= count;
  const hearing = [...hearers];
  hearers.clear();
  for (const hear of hearing) hear();
}

interface Waiting {
  resolve(bytes: Uint8Array): void;
  reject(error: Error): void;
}

/** Resolves when the database is open. */
export function openPgliteThread(options: WorkerOptions): Promise<PgliteThread> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: options, name: "pglite" });
  const waiting = new Map<number, Waiting>();
  let alive = true;
  let next = 0;

  const ask = (message: (id: number) => ToWorker, transfer: readonly ArrayBuffer[] = []): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      if (!alive) return reject(new Error("the database thread is gone"));
      const id = next++;
      asked += 1;
      waiting.set(id, { resolve, reject });
      worker.postMessage(message(id), transfer);
    });
  const thread: PgliteThread = {
    exec(message) {
      // Its own bytes alone: they lie in a pool of node-postgres or Node, which a message would be sent whole, 64 KB a question.
      const bytes = new Uint8Array(message);
      return ask((id) => ({ type: "exec", id, bytes }), [bytes.buffer]);
    },
    dump: (path) => ask((id) => ({ type: "dump", id, path })).then(() => undefined),
    async close() {
      if (!alive) return;
      await ask((id) => ({ type: "close", id }));
      await worker.terminate();
    },
    async kill() {
      await worker.terminate();
    },
    get alive() {
      return alive;
    },
  };

  return new Promise((resolve, reject) => {
    const end = (error: Error): void => {
      alive = false;
      reject(error);
      for (const { reject: fail } of waiting.values()) fail(error);
      const left = waiting.size;
      waiting.clear();
      answered(left);
    };
    worker.on("error", (error) => end(error instanceof Error ? error : new Error(String(error))));
    worker.on("exit", () => end(new Error("the database thread ended")));
    worker.on("message", (message: FromWorker) => {
      if (message.type === "open") return resolve(thread);
      if (message.type === "refused") return end(new Error(message.message));
      const question = waiting.get(message.id);
      if (!question) return;
      waiting.delete(message.id);
      if (message.type === "failed") question.reject(new Error(message.message));
      else question.resolve(message.type === "reply" ? message.bytes : none);
      answered(1);
    });
  });
}
