/**
 * A line on which something that takes its time says who speaks: a frame waits for its verdict and goes on then, and what is typed and
 * the end wait behind the frames before them. So all that a session promises holds, only later.
 */
import { frameSamples } from "../../../../ports/speech-listening.ts";
import type { Listen, ListeningEvent, ListeningSession } from "../../../../ports/speech.ts";
import type { FarDetector, Recogniser } from "./recogniser.ts";
import { Session } from "./session.ts";

/** Frames that may wait: a minute of sound. A detector that is further behind will not catch up. */
const mostWaiting = 3_000;

export interface JudgedLine {
  readonly options: Listen;
  readonly recogniser: Recogniser;
  readonly detect: FarDetector;
  readonly heard: (event: ListeningEvent) => void;
}

export class JudgedSession implements ListeningSession {
  readonly #session: Session;
  readonly #detector: ReturnType<FarDetector>;
  #waiting: (Int16Array | (() => void))[] = [];
  #frames = 0;
  #voiced = false;
  #over = false;

  constructor({ options, recogniser, detect, heard }: JudgedLine) {
    this.#detector = detect(
      (voiced) => this.#judged(voiced),
      ({ reason }) => this.#session.fail(reason || "语音检测中断"),
    );
    this.#session = new Session({
      options,
      heard,
      ears: {
        recogniser,
        detector: {
          voiced: () => this.#voiced,
          close: () => {
            this.#over = true;
            this.#waiting = [];
            this.#detector.close();
          },
        },
      },
    });
  }

  push(samples: Int16Array): void {
    if (samples.length !== frameSamples) throw new RangeError(`a frame has ${frameSamples} samples`);
    if (this.#over) return;
    if (this.#frames >= mostWaiting) return this.#session.fail("语音检测没有响应");
    const frame = samples.slice();
    this.#waiting.push(frame);
    this.#frames += 1;
    this.#detector.push(frame);
  }

  type(text: string): void {
    this.#behind(() => this.#session.type(text));
  }

  end(): void {
    this.#behind(() => this.#session.end());
  }

  #behind(action: () => void): void {
    if (this.#frames === 0) return action();
    this.#waiting.push(action);
  }

  #judged(voiced: boolean): void {
    const frame = this.#waiting.shift();
    if (!(frame instanceof Int16Array)) return;
    this.#frames -= 1;
    this.#voiced = voiced;
    this.#session.push(frame);
    while (typeof this.#waiting[0] === "function") (this.#waiting.shift() as () => void)();
  }
}
