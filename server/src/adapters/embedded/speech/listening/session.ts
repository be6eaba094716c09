/**
 * One line that is listened to: the detector says when somebody speaks, the recogniser gets those sentences alone, each with the
 * 300 ms before it. Time is counted in frames, so that a session is the same in real time and from a file.
 */
import { frameMs, frameSamples } from "../../../../ports/speech-listening.ts";
import type { Listen, ListeningEvent, ListeningSession } from "../../../../ports/speech.ts";
import { SpeechFailed } from "../../../../ports/speech.ts";
import type { Detector } from "./detector.ts";
import { closedGate, isVoiced, onsetFrames, step, type Gate } from "./gate.ts";
import { samePhrase } from "./phrases.ts";
import type { Heard, Recogniser, Utterance } from "./recogniser.ts";

/** Frames before a beginning that belong to it: the detector misses soft consonants. */
const before = 15;
/** Frames of silence that are sent on at once; later ones only when somebody goes on, so that no engine ends the sentence for us. */
const sentAtOnce = 15;
/** Frames that a sound seems longer to the detector than it is: two of its beginning may be silent, and it runs on for three. */
const overhang = 5;
export const usualEndMs = 800;
export const usualMostMs = 15_000;

export interface Line {
  readonly options: Listen;
  /** Absent: nothing but typed text is heard. */
  readonly ears?: { readonly detector: Detector; readonly recogniser: Recogniser } | undefined;
  readonly heard: (event: ListeningEvent) => void;
}

interface Sentence {
  readonly utterance: Utterance;
  /** Frame of the beginning. */
  readonly from: number;
  /** Silence that was not sent on. */
  readonly kept: Int16Array[];
  /** That it lasts was told. */
  lasted: boolean;
}

export class Session implements ListeningSession {
  readonly #line: Line;
  readonly #endFrames: number;
  readonly #mostFrames: number;
  #gate: Gate = closedGate;
  #frame = 0;
  /** Frame since which nobody has said anything. */
  #quietSince = 0;
  #recent: Int16Array[] = [];
  #sentence: Sentence | undefined;
  /** What was heard is told in order. */
  #telling: Promise<void> = Promise.resolve();
  /** listening: frames count; ending: what was begun is finished; over: nothing is told any more. */
  #phase: "listening" | "ending" | "over" = "listening";

  constructor(line: Line) {
    this.#line = line;
    this.#endFrames = Math.max(1, Math.round((line.options.endSilenceMs ?? usualEndMs) / frameMs));
    this.#mostFrames = Math.max(1, Math.round((line.options.maxMs ?? usualMostMs) / frameMs));
  }

  push(samples: Int16Array): void {
    if (samples.length !== frameSamples) throw new RangeError(`a frame has ${frameSamples} samples`);
    if (this.#phase !== "listening") return;
    this.#frame += 1;
    if (this.#line.ears) this.#hear(samples.slice(), this.#line.ears.detector);
    const { noInputMs = 0 } = this.#line.options;
    if (noInputMs > 0 && !this.#sentence && (this.#frame - this.#quietSince) * frameMs >= noInputMs)
      this.#over({ type: "ended", why: "noInput" });
  }

  type(text: string): void {
    if (this.#phase !== "listening" || text.trim() === "") return;
    this.#sentence?.utterance.cancel();
    const from = this.#sentence?.from ?? this.#frame;
    if (!this.#sentence) this.#tell({ type: "started", atMs: from * frameMs });
    this.#sentence = undefined;
    this.#gate = closedGate;
    this.#finished(Promise.resolve({ text: text.trim(), confidence: 1, alternatives: [] }), from, this.#frame);
  }

  end(): void {
    if (this.#phase !== "listening") return;
    if (this.#sentence) this.#finish(this.#frame);
    this.#phase = "ending";
    this.#telling = this.#telling.then(() => this.#over({ type: "ended", why: "done" }));
  }

  /** What listens broke; `reason` is Chinese. */
  fail(reason: string): void {
    this.#over({ type: "failed", reason });
  }

  #hear(frame: Int16Array, detector: Detector): void {
    const { gate, change } = step(this.#gate, detector.voiced(frame), this.#endFrames);
    this.#gate = gate;
    if (change === "start") this.#begin();
    const sentence = this.#sentence;
    if (!sentence) {
      this.#recent.push(frame);
      if (this.#recent.length > before + onsetFrames) this.#recent.shift();
      return;
    }
    if (gate.quiet > sentAtOnce) sentence.kept.push(frame);
    else {
      for (const kept of sentence.kept.splice(0)) sentence.utterance.push(kept);
      sentence.utterance.push(frame);
    }
    this.#lasts(sentence);
    if (change === "end") this.#finish(this.#frame - this.#endFrames);
    else if (this.#frame - sentence.from >= this.#mostFrames) {
      this.#gate = closedGate;
      this.#finish(this.#frame);
    }
  }

  /** Told within a voiced frame alone: the pause after a short sound is no part of it. */
  #lasts(sentence: Sentence): void {
    const { lastsMs = 0 } = this.#line.options;
    if (lastsMs === 0 || sentence.lasted || !isVoiced(this.#gate)) return;
    if ((this.#frame - sentence.from - overhang) * frameMs < lastsMs) return;
    sentence.lasted = true;
    this.#tell({ type: "lasted", atMs: this.#frame * frameMs });
  }

  #begin(): void {
    const from = Math.max(0, this.#frame - onsetFrames);
    const partial = (text: string): void => {
      if (text !== "") this.#tell({ type: "partial", text });
    };
    const utterance = this.#line.ears!.recogniser.begin(partial);
    for (const frame of this.#recent.splice(0)) utterance.push(frame);
    this.#sentence = { utterance, from, kept: [], lasted: false };
    this.#tell({ type: "started", atMs: from * frameMs });
  }

  #finish(to: number): void {
    const { utterance, from } = this.#sentence!;
    this.#sentence = undefined;
    this.#finished(utterance.finish(), from, to);
  }

  #finished(result: Promise<Heard>, from: number, to: number): void {
    this.#quietSince = this.#frame;
    if (!this.#line.options.continuous) this.#phase = "ending";
    // Whoever waits in line must not be an unhandled rejection meanwhile.
    result.catch(() => undefined);
    this.#telling = this.#telling.then(async () => {
      try {
        const heard = await result;
        const id = heard.id ?? samePhrase(heard.text, this.#line.options.phrases);
        const fromMs = from * frameMs;
        this.#tell({ type: "final", ...heard, ...(id === undefined ? {} : { id }), fromMs, toMs: to * frameMs });
        if (!this.#line.options.continuous) this.#over({ type: "ended", why: "done" });
      } catch (error) {
        const reason = error instanceof SpeechFailed ? error.reason : "";
        this.fail(reason || "语音识别失败");
      }
    });
  }

  #tell(event: ListeningEvent): void {
    if (this.#phase !== "over") this.#line.heard(event);
  }

  #over(event: ListeningEvent): void {
    if (this.#phase === "over") return;
    this.#line.heard(event);
    this.#phase = "over";
    this.#sentence?.utterance.cancel();
    this.#sentence = undefined;
    this.#line.ears?.recogniser.close();
    this.#line.ears?.detector.close();
  }
}
