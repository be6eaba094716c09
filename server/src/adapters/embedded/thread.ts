/** A thread that does one thing at a time, starts when needed and stops when idle; and its other side. */
import { minuteMs } from "@liantai/api/contract";
import { parentPort, Worker } from "node:worker_threads";
import type { Clock, Timer } from "../../ports/clock.ts";

const idleMs = minuteMs;

type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failed: string; readonly name: string };

/** An Error of the thread: what it threw, by name and message. */
export class ThreadFailure extends Error {
  constructor(message: string, name: string) {
    super(message);
    this.name = name;
  }
}

/** In the worker's file: answers each request with what `work` gives. */
export function answer<In, Out>(work: (input: In) => Promise<Out>): void {
  parentPort?.on("message", ({ id, input }: { id: number; input: In }) => {
    work(input).then(
      (value) => parentPort?.postMessage({ id, value } satisfies Answer),
      (error: unknown) =>
        parentPort?.postMessage({
          id,
          failed: error instanceof Error ? error.message : String(error),
          name: error instanceof Error ? error.name : "Error",
        } satisfies Answer),
    );
  });
}

export class IdleThread<In, Out> {
  readonly #clock: Clock;
  readonly #file: URL;
  readonly #name: string;
  readonly #lateMs: number;
  #worker: Worker | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #idle: Timer | undefined;
  #count = 0;

  /** `lateMs`: longer than any request; a thread that takes longer is stuck and thrown away. */
  constructor(clock: Clock, file: URL, name: string, lateMs: number) {
    this.#clock = clock;
    this.#file = file;
    this.#name = name;
    this.#lateMs = lateMs;
  }

  /** Rejects with ThreadFailure when the work threw, with Error when the thread broke. */
  ask(input: In): Promise<Out> {
    const result = this.#queue.then(() => this.#one(input));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    this.#idle?.cancel();
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #one(input: In): Promise<Out> {
    this.#idle?.cancel();
    const worker = (this.#worker ??= new Worker(this.#file, { name: this.#name }));
    worker.unref();
    const id = ++this.#count;
    return new Promise<Out>((resolve, reject) => {
      const late = this.#clock.after(this.#lateMs, () => broken(new Error(`the ${this.#name} thread took too long`)));
      const settle = (): void => {
        late.cancel();
        worker.off("message", heard);
        worker.off("error", broken);
        worker.off("exit", ended);
        this.#idle = this.#clock.after(idleMs, () => void this.close());
      };
      const heard = (message: Answer): void => {
        if (message.id !== id) return;
        settle();
        if ("value" in message) resolve(message.value as Out);
        else reject(new ThreadFailure(message.failed, message.name));
      };
      const broken = (error: Error): void => {
        settle();
        reject(error);
        void this.close();
      };
      const ended = (): void => broken(new Error(`the ${this.#name} thread ended`));
      worker.on("message", heard);
      worker.on("error", broken);
      worker.on("exit", ended);
      worker.postMessage({ id, input });
    });
  }
}
