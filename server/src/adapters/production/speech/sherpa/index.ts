/**
 * sherpa-onnx with a model folder of this machine: streaming zipformer or paraformer hears; silero_vad.onnx, where there is one, says who
 * speaks, on that model's lines and on those of every other engine (docs/protocol.md, A11 and A21;
 * docs/decisions/088-ears-of-the-installation.md). Apache-2.0, an optional dependency.
 */
import type { Clock } from "../../../../ports/clock.ts";
import { SpeechFailed, type SpeechEngine } from "../../../../ports/speech.ts";
import { withoutGaps } from "../../../embedded/speech/listening/phrases.ts";
import {
  nothingHeard,
  type FarDetector,
  type Heard,
  type Recogniser,
  type Utterance,
} from "../../../embedded/speech/listening/recogniser.ts";
import { lateText } from "../destination.ts";
import { findDetector, findModel, type FoundModel } from "./model.ts";
import type { Told } from "./messages.ts";
import { SherpaProcess } from "./process.ts";

export interface SherpaOptions {
  readonly clock: Clock;
  /** SPEECH_MODELS: model folders lie in it. */
  readonly folder: string;
  /** Default: the package. */
  readonly module?: string | undefined;
}

export interface Sherpa {
  /** `engine.address`: the name of its folder. */
  recogniser(engine: SpeechEngine): Recogniser;
  /**
   * Silero for one line of whatever engine, until its line is closed; undefined: SPEECH_MODELS has none, or its program has enough to do.
   * Rejects with SpeechFailed where it cannot be loaded.
   */
  detector(): Promise<FarDetector | undefined>;
  close(): Promise<void>;
}

/** Frames that are decoded together. */
const batch = 5;
/** Who waits for it is a caller: without it he is heard at once. */
const detectorWithinMs = 2_000;
/** Silero takes some 0.3 ms a frame: a line more than these and a core could be late for all. */
const mostDetected = 40;

const joined = (frames: readonly Int16Array[]): Int16Array => {
  const all = new Int16Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let at = 0;
  for (const frame of frames) {
    all.set(frame, at);
    at += frame.length;
  }
  return all;
};

class SherpaUtterance implements Utterance {
  readonly #clock: Clock;
  readonly #process: SherpaProcess;
  readonly #lateMs: number;
  readonly #id: number;
  readonly #result: Promise<Heard>;
  #resolve!: (heard: Heard) => void;
  #reject!: (error: unknown) => void;
  #batch: Int16Array[] = [];

  constructor(clock: Clock, process: SherpaProcess, lateMs: number, partial: (text: string) => void) {
    this.#clock = clock;
    this.#process = process;
    this.#lateMs = lateMs;
    this.#result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#result.catch(() => undefined);
    this.#id = process.join({
      told: (told) => this.#told(told, partial),
      broken: (error) => this.#reject(error),
    });
  }

  push(frame: Int16Array): void {
    this.#batch.push(frame);
    if (this.#batch.length >= batch) this.#flush();
  }

  finish(): Promise<Heard> {
    this.#flush();
    const { heard } = this.#process;
    this.#process.ask({ do: "finish", id: this.#id });
    const late = this.#clock.after(this.#lateMs, () => {
      this.#reject(new SpeechFailed(undefined, lateText(this.#lateMs)));
      // Not a word to anybody: it is stuck.
      if (this.#process.heard === heard) void this.#process.close();
    });
    return this.#result.finally(() => {
      late.cancel();
      this.#process.leave(this.#id);
    });
  }

  cancel(): void {
    this.#reject(new SpeechFailed(undefined, "识别已取消"));
    this.#process.ask({ do: "drop", id: this.#id });
    this.#process.leave(this.#id);
  }

  #flush(): void {
    if (this.#batch.length === 0) return;
    this.#process.ask({ do: "hear", id: this.#id, samples: joined(this.#batch.splice(0)) });
  }

  #told(told: Told, partial: (text: string) => void): void {
    if (told.do !== "guess" && told.do !== "text") return;
    const text = withoutGaps(told.text);
    if (told.do === "guess") partial(text);
    else this.#resolve(text === "" ? nothingHeard : { text, confidence: 1, alternatives: [] });
  }
}

function farDetector(process: SherpaProcess): FarDetector {
  return (voiced, broken) => {
    const id = process.join({ told: (told) => told.do === "voiced" && voiced(told.voiced), broken });
    return {
      push: (frame) => process.ask({ do: "judge", id, frame }),
      close() {
        process.ask({ do: "leave", id });
        process.leave(id);
      },
    };
  };
}

/** One line of a process that was asked for with `use`. */
const leased =
  (process: SherpaProcess): FarDetector =>
  (voiced, broken) => {
    const line = farDetector(process)(voiced, broken);
    let open = true;
    return {
      push: (frame) => line.push(frame),
      close() {
        if (!open) return;
        open = false;
        line.close();
        process.release();
      },
    };
  };

export function createSherpa({ clock, folder, module = "sherpa-onnx-node" }: SherpaOptions): Sherpa {
  /** By what lies in the folder: exchanged files are another process. */
  const processes = new Map<string, SherpaProcess>();

  function processOf({ model, print }: FoundModel): SherpaProcess {
    for (const [known, { users }] of processes)
      if (users === 0 && known !== print && known.split("\n")[0] === print.split("\n")[0]) {
        void processes.get(known)!.close();
        processes.delete(known);
      }
    const process = processes.get(print) ?? new SherpaProcess({ clock, model, module });
    processes.set(print, process);
    return process;
  }

  return {
    recogniser(engine) {
      let used: SherpaProcess | undefined;
      const recogniser: Recogniser = {
        async ready() {
          const found = await findModel(folder, engine.address);
          const process = processOf(found);
          await process.use(engine.timeoutMs);
          used = process;
          if (found.model.vad !== undefined) recogniser.detect = farDetector(process);
        },
        begin: (partial) => new SherpaUtterance(clock, used!, engine.timeoutMs, partial),
        close() {
          used?.release();
          used = undefined;
        },
      };
      return recogniser;
    },
    async detector() {
      const found = await findDetector(folder);
      const process = found && processOf(found);
      if (!process || process.users >= mostDetected) return undefined;
      await process.use(detectorWithinMs);
      return leased(process);
    },
    close: async () => void (await Promise.all([...processes.values()].map((process) => process.close()))),
  };
}
