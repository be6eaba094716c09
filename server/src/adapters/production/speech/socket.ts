/** A recogniser over a WebSocket: a connection a sentence, the first made before anybody speaks. */
import { WebSocket, type RawData } from "ws";
import { pinnedTo, type Resolve } from "../../../outward/resolving.ts";
import type { Clock, Timer } from "../../../ports/clock.ts";
import { SpeechFailed, type SpeechEngine } from "../../../ports/speech.ts";
import type { Heard, Recogniser, Utterance } from "../../embedded/speech/listening/recogniser.ts";
import { authorization, destinationOf, failureOf, lateText } from "./destination.ts";
import type { Talk } from "./talk.ts";

export interface SocketDeps {
  readonly clock: Clock;
  readonly resolve: Resolve;
}

const maxPayload = 1024 * 1024;
/** After the end an engine that has nothing to say may be silent. */
const quietMs = 3_000;
/** The same where there is a sentence that would do. */
const settledMs = 600;

/** Rejects with SpeechFailed. */
async function open({ clock, resolve }: SocketDeps, engine: SpeechEngine): Promise<WebSocket> {
  const { url, to } = await destinationOf(engine, ["ws", "wss"], resolve);
  const socket = new WebSocket(url, ["binary"], {
    headers: { ...authorization(engine) },
    lookup: pinnedTo(to),
    family: to.family,
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload,
  });
  return new Promise((done, failed) => {
    const late = clock.after(engine.timeoutMs, () => {
      failed(new SpeechFailed(undefined, lateText(engine.timeoutMs)));
      socket.terminate();
    });
    socket.once("open", () => {
      late.cancel();
      done(socket);
    });
    // Stays: an error of a socket that nobody hears would end the process.
    socket.on("error", (error) => {
      late.cancel();
      failed(failureOf(error));
    });
  });
}

class SocketUtterance implements Utterance {
  readonly #talk: Talk;
  readonly #waitMs: number;
  readonly #clock: Clock;
  readonly #result: Promise<Heard>;
  #resolve!: (heard: Heard) => void;
  #reject!: (error: unknown) => void;
  /** Undefined: not connected yet. */
  #socket: WebSocket | undefined;
  #unsent: (Buffer | string)[];
  #batch: Buffer[] = [];
  #audio = 0;
  #bye = false;
  #cancelled = false;
  #quiet: Timer | undefined;

  constructor(clock: Clock, engine: SpeechEngine, socket: Promise<WebSocket>, talk: Talk) {
    this.#clock = clock;
    this.#talk = talk;
    this.#waitMs = Math.min(quietMs, engine.timeoutMs);
    this.#unsent = [talk.hello];
    this.#result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#result.catch(() => undefined);
    socket.then(
      (connected) => this.#connected(connected),
      (error: unknown) => this.#reject(error),
    );
  }

  push(frame: Int16Array): void {
    this.#batch.push(this.#talk.encode(frame));
    if (this.#batch.length >= this.#talk.batch) this.#flush();
  }

  finish(): Promise<Heard> {
    this.#flush();
    this.#bye = true;
    this.#send(this.#talk.bye);
    this.#wait();
    return this.#result.finally(() => this.cancel());
  }

  cancel(): void {
    this.#cancelled = true;
    this.#quiet?.cancel();
    this.#reject(new SpeechFailed(undefined, "识别已取消"));
    this.#socket?.terminate();
    this.#unsent = [];
  }

  #connected(socket: WebSocket): void {
    if (this.#cancelled) return socket.terminate();
    this.#socket = socket;
    socket.on("message", (data) => this.#heard(data));
    socket.once("close", () => {
      const rest = this.#bye ? this.#talk.rest(true) : undefined;
      if (rest) this.#resolve(rest);
      else this.#reject(new SpeechFailed(undefined, "识别过程中引擎断开了连接"));
    });
    for (const message of this.#unsent.splice(0)) socket.send(message);
    if (this.#bye) this.#wait();
  }

  #heard(data: RawData): void {
    try {
      const text = Buffer.isBuffer(data) ? data.toString("utf8") : "";
      const heard = this.#talk.read(JSON.parse(text) as unknown, { audio: this.#audio, bye: this.#bye });
      if (heard) this.#resolve(heard);
      else if (this.#bye) this.#wait();
    } catch (error) {
      this.#reject(new SpeechFailed(error, "引擎返回的内容不符合协议"));
    }
  }

  /** From now on it may be silent for so long. */
  #wait(): void {
    this.#quiet?.cancel();
    const ms = this.#talk.settled() ? Math.min(settledMs, this.#waitMs) : this.#waitMs;
    this.#quiet = this.#clock.after(ms, () => {
      const rest = this.#socket ? this.#talk.rest(false) : undefined;
      if (rest) this.#resolve(rest);
      else this.#reject(new SpeechFailed(undefined, lateText(this.#waitMs)));
    });
  }

  #flush(): void {
    if (this.#batch.length === 0) return;
    this.#audio += 1;
    this.#send(Buffer.concat(this.#batch.splice(0)));
  }

  #send(message: Buffer | string): void {
    if (!this.#socket) this.#unsent.push(message);
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(message);
  }
}

export function socketRecogniser(
  deps: SocketDeps,
  engine: SpeechEngine,
  talk: (partial: (text: string) => void) => Talk,
): Recogniser {
  let spare: WebSocket | undefined;
  const take = (): Promise<WebSocket> => {
    const ready = spare?.readyState === WebSocket.OPEN ? spare : undefined;
    spare = undefined;
    return ready ? Promise.resolve(ready) : open(deps, engine);
  };
  return {
    async ready() {
      spare = await open(deps, engine);
    },
    begin: (partial) => new SocketUtterance(deps.clock, engine, take(), talk(partial)),
    close() {
      spare?.terminate();
      spare = undefined;
    },
  };
}
