/** The main thread's side of worker.ts: one sentence at a time, a thread that starts when needed and stops when idle. */
import { Worker } from 'node:worker_threads';
import type { Clock, Timer } from '../../../ports/clock.ts';
import type { FromWorker } from './worker.ts';

const idleMs = 60_000;
/** Longer than any sentence; a thread that takes longer is stuck. */
const sentenceMs = 15_000;

export class SpeechThread {
  readonly #clock: Clock;
  #worker: Worker | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #idle: Timer | undefined;
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A WAV file's bytes. Rejects when the package is missing or the sentence cannot be spoken. */
  speak(text: string): Promise<Uint8Array> {
    const result = this.#queue.then(() => this.#one(text));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    this.#idle?.cancel();
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #one(text: string): Promise<Uint8Array> {
    this.#idle?.cancel();
    const worker = (this.#worker ??= new Worker(new URL('./worker.ts', import.meta.url), { name: 'speech' }));
    worker.unref();
    const id = ++this.#count;
    return new Promise<Uint8Array>((resolve, reject) => {
      const late = this.#clock.after(sentenceMs, () => broken(new Error('speaking took too long')));
      const settle = (): void => {
        late.cancel();
        worker.off('message', heard);
        worker.off('error', broken);
        worker.off('exit', ended);
        this.#idle = this.#clock.after(idleMs, () => void this.close());
      };
      const heard = (message: FromWorker): void => {
        if (message.id !== id) return;
        settle();
        if ('wav' in message) resolve(message.wav);
        else reject(new Error(message.failed));
      };
      const broken = (error: Error): void => {
        settle();
        reject(error);
        void this.close();
      };
      const ended = (): void => broken(new Error('the speech thread ended'));
      worker.on('message', heard);
      worker.on('error', broken);
      worker.on('exit', ended);
      worker.postMessage({ id, text });
    });
  }
}
