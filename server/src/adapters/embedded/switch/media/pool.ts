/** The media threads as the main thread sees them: which leg lives where, asking them, hearing their events. */
import { MessageChannel, Worker, type Transferable } from "node:worker_threads";
import { SwitchError, type AudioSink, type Hearing, type LegId, type RecordedLegs } from "../../../../ports/switch.ts";
import type { Logger } from "../../../../ports/logger.ts";
import { pcmOf, SILENT_FRAME } from "./g711.ts";
import { partOf } from "./ports.ts";
import type { FromWorker, MediaEvent, MediaOptions, MediaVerbs, Verb } from "./protocol.ts";

const STOP_MS = 3_000;

interface Thread {
  readonly number: number;
  worker: Worker;
  /** It has said so; until then what it is asked waits. */
  ready: boolean;
  legs: Set<LegId>;
  p99: number;
  cpuMs: number;
}

interface Pending {
  readonly thread: Thread;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class MediaPool {
  private readonly options: MediaOptions;
  private readonly logger: Logger;
  private readonly onEvent: (event: MediaEvent) => void;
  private threads: Thread[] = [];
  private readonly workers: number;
  private readonly homes = new Map<LegId, Thread>();
  private readonly recordings = new Map<string, Thread>();
  /** "leg>thread number" of every leg that is heard outside its thread. */
  private readonly tapped = new Set<string>();
  private readonly pending = new Map<number, Pending>();
  private lastAsk = 0;
  /** Threads that were ever begun. */
  private begun = 0;
  private stopping = false;

  constructor(
    options: MediaOptions & { readonly workers: number },
    logger: Logger,
    onEvent: (event: MediaEvent) => void,
  ) {
    const { workers, ...forThreads } = options;
    this.workers = workers;
    this.options = forThreads;
    this.logger = logger;
    this.onEvent = onEvent;
  }

  /**
   * The threads begin when somebody may soon call (a sign-in page, a token, a SIP socket), for each takes 40 MB and a third of a
   * second of CPU. What is asked of one before it is ready waits in its port.
   */
  wake(): void {
    if (this.stopping) return;
    while (this.threads.length < this.workers) this.threads.push(this.spawn());
  }

  /** A thread that ends is begun again. */
  readonly available = true;

  /** Nothing to prepare: the threads begin by `wake`. Their legs ended with them. */
  async start(): Promise<ReadonlySet<LegId>> {
    this.stopping = false;
    return new Set();
  }

  kept(): undefined {
    return undefined;
  }

  letGo(): Promise<void> {
    return this.stop();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(
      this.threads.map(async (thread) => {
        // One that is not ready has nothing to finish.
        if (thread.ready) {
          const bye = this.askThread(thread, "shutdown", {}).catch(() => undefined);
          const timer = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref());
          await Promise.race([bye, timer]);
        }
        await thread.worker.terminate();
      }),
    );
    for (const { reject } of this.pending.values()) reject(new Error("the switch stopped"));
    this.pending.clear();
    this.homes.clear();
    this.recordings.clear();
    this.threads = [];
  }

  get size(): number {
    return this.threads.length;
  }

  /** Worst of the threads, ms. */
  get p99(): number {
    return Math.max(0, ...this.threads.map(({ p99 }) => p99));
  }

  /** CPU time that each thread has used, ms; about a second old. */
  get cpuMs(): readonly number[] {
    return this.threads.map(({ cpuMs }) => cpuMs);
  }

  /** Gives a leg its thread: that of `near`, else the emptiest. */
  place(leg: LegId, near?: LegId): void {
    this.wake();
    const beside = near === undefined ? undefined : this.homes.get(near);
    const thread = beside ?? this.threads.reduce((best, next) => (next.legs.size < best.legs.size ? next : best));
    thread.legs.add(leg);
    this.homes.set(leg, thread);
  }

  /** Asks the thread of `about.leg`. Rejects with SwitchError 'leg-gone' or 'bad-audio', or an Error with the thread's words. */
  ask<V extends Verb>(verb: V, about: MediaVerbs[V]["ask"] & { leg: LegId }): Promise<MediaVerbs[V]["reply"]> {
    const thread = this.homes.get(about.leg);
    return thread ? this.askThread(thread, verb, about) : Promise.reject(new SwitchError("leg-gone", about.leg));
  }

  async close(leg: LegId): Promise<void> {
    const thread = this.homes.get(leg);
    if (!thread) return;
    this.homes.delete(leg);
    thread.legs.delete(leg);
    for (const key of this.tapped) if (key.startsWith(`${leg}>`)) this.tapped.delete(key);
    await this.askThread(thread, "close", { leg }).catch(() => undefined);
  }

  /** What `leg` hears, also of legs that live in another thread. */
  async hear(leg: LegId, hearing: Hearing | undefined): Promise<void> {
    const thread = this.homes.get(leg);
    if (thread && hearing?.kind === "legs") await this.reachAll(hearing.legs, thread);
    await this.ask("hear", { leg, hearing });
  }

  async record(id: string, path: string, legs: RecordedLegs, begunAt?: number): Promise<void> {
    this.wake();
    const all = Object.values(legs).flat();
    const known = all.find((leg) => this.homes.has(leg));
    const thread = (known === undefined ? undefined : this.homes.get(known)) ?? this.threads[0];
    if (!thread) throw new Error("no media thread");
    await this.reachAll(all, thread);
    this.recordings.set(id, thread);
    await this.askThread(thread, "record", { id, path, legs, begunAt });
  }

  async recordLegs(id: string, legs: RecordedLegs): Promise<void> {
    const thread = this.recordings.get(id);
    if (!thread) return;
    await this.reachAll(Object.values(legs).flat(), thread);
    await this.askThread(thread, "recordLegs", { id, legs });
  }

  async recordPause(id: string, paused: boolean): Promise<void> {
    const thread = this.recordings.get(id);
    if (thread) await this.askThread(thread, "recordPause", { id, paused });
  }

  async recordStop(id: string): Promise<MediaVerbs["recordStop"]["reply"]> {
    const thread = this.recordings.get(id);
    this.recordings.delete(id);
    return thread && this.askThread(thread, "recordStop", { id });
  }

  /** What a leg says comes to this thread, as it goes to others that hear it. */
  async fork(leg: LegId, sink: AudioSink): Promise<() => void> {
    const home = this.homes.get(leg);
    if (!home) return () => undefined;
    const { port1, port2 } = new MessageChannel();
    port2.on("message", (said: Uint8Array | null) => sink(pcmOf(said ?? SILENT_FRAME)));
    port2.unref();
    await this.askThread(home, "tapOut", { leg, port: port1 }, [port1]);
    return () => port2.close();
  }

  private async reachAll(legs: readonly LegId[], thread: Thread): Promise<void> {
    await Promise.all(legs.map((leg) => this.reach(leg, thread)));
  }

  /** Makes `leg` audible in `thread`. Nothing to do when it lives there; a leg that is gone is silence anyway. */
  private async reach(leg: LegId, thread: Thread): Promise<void> {
    const home = this.homes.get(leg);
    const key = `${leg}>${thread.number}`;
    if (!home || home === thread || this.tapped.has(key)) return;
    this.tapped.add(key);
    const { port1, port2 } = new MessageChannel();
    await Promise.all([
      this.askThread(home, "tapOut", { leg, port: port1 }, [port1]),
      this.askThread(thread, "tapIn", { leg, port: port2 }, [port2]),
    ]);
  }

  private askThread<V extends Verb>(
    thread: Thread,
    verb: V,
    about: MediaVerbs[V]["ask"],
    transfer: Transferable[] = [],
  ): Promise<MediaVerbs[V]["reply"]> {
    return new Promise((resolve, reject) => {
      const n = ++this.lastAsk;
      this.pending.set(n, { thread, resolve, reject });
      thread.worker.postMessage({ ...about, n, verb }, transfer);
    });
  }

  private spawn(): Thread {
    const { portRange } = this.options;
    const own = portRange && { portRange: partOf(portRange, this.begun, this.workers) };
    const workerData: MediaOptions = { ...this.options, ...own };
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData, name: "media" });
    const thread: Thread = { number: ++this.begun, worker, ready: false, legs: new Set(), p99: 0, cpuMs: 0 };
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "ready") thread.ready = true;
      else this.receive(thread, message);
    });
    worker.on("error", (error) => this.logger.error({}, `media thread: ${error.message}`));
    worker.once("exit", (code) => this.gone(thread, code));
    return thread;
  }

  private receive(thread: Thread, message: Exclude<FromWorker, { kind: "ready" }>): void {
    switch (message.kind) {
      case "reply":
        this.pending.get(message.n)?.resolve(message.value);
        this.pending.delete(message.n);
        return;
      case "refused": {
        const error =
          message.code === "failed" ? new Error(message.message) : new SwitchError(message.code, message.message);
        this.pending.get(message.n)?.reject(error);
        this.pending.delete(message.n);
        return;
      }
      case "stats":
        thread.p99 = message.p99;
        thread.cpuMs = message.cpuMs;
        return;
      case "log":
        this.logger[message.level]({}, message.message);
        return;
      default:
        this.onEvent(message);
    }
  }

  /** A thread that died takes its calls with it, and nobody else's: the legs fail, a new thread takes its place. */
  private gone(thread: Thread, code: number): void {
    if (this.stopping) return;
    this.logger.error({}, `media thread ended with ${code}; ${thread.legs.size} legs are gone`);
    for (const [id, pending] of this.pending) {
      if (pending.thread !== thread) continue;
      this.pending.delete(id);
      pending.reject(new Error("the media thread ended"));
    }
    const legs = [...thread.legs];
    for (const leg of legs) this.homes.delete(leg);
    for (const [id, home] of this.recordings) if (home === thread) this.recordings.delete(id);
    const index = this.threads.indexOf(thread);
    // One that cannot even begin is tried again by the next call, not in a circle.
    if (index >= 0) this.threads.splice(index, 1, ...(thread.ready ? [this.spawn()] : []));
    for (const key of this.tapped)
      if (key.endsWith(`>${thread.number}`) || legs.some((leg) => key.startsWith(`${leg}>`))) this.tapped.delete(key);
    for (const leg of legs) this.onEvent({ kind: "failed", leg, alone: false });
  }
}
