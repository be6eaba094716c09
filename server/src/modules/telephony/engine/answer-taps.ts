/**
 * Who answers a call that a task placed: the customer's voice is listened to from the answer until it is known (decision 091), and what
 * the network says before an answer is kept for the result of the call.
 */
import {
  announcementTone,
  createAnswerDetector,
  type AnswerVerdict,
  type NetworkTone,
} from "../../../audio/answering/index.ts";
import type { LegId } from "../../../ports/switch.ts";
import { farOf } from "../call/parties.ts";
import type { Call, CallInput } from "../call/types.ts";
import type { EngineDeps } from "./deps.ts";

interface AnswerTapsDeps extends Pick<EngineDeps, "switch" | "logger" | "clock"> {
  dispatch(callId: string, input: CallInput): void;
  /** Must be done before the engine may stop. */
  track(work: Promise<unknown>): void;
}

/** Carriers say it twice within this. */
const earlyMs = 15_000;
const frameMs = 20;

interface Tap {
  readonly kind: "early" | "answer";
  over: boolean;
  end: () => void;
}

export class AnswerTaps {
  readonly #d: AnswerTapsDeps;
  readonly #taps = new Map<string, Tap>();
  /** Sound before the answer, by call. */
  readonly #early = new Map<string, Int16Array[]>();

  constructor(deps: AnswerTapsDeps) {
    this.#d = deps;
  }

  changed(call: Call): void {
    if (!call.placed) return;
    const { phase, callId } = call;
    const far = farOf(call);
    const kind = phase.kind === "detecting" ? "answer" : phase.kind === "dialling" && far.early ? "early" : undefined;
    const tap = this.#taps.get(callId);
    if (tap && tap.kind !== kind) this.#end(callId, tap);
    // Of use for a call that nobody answers.
    if (far.up) this.#early.delete(callId);
    if (phase.kind === "ended" || kind === undefined || far.leg === undefined || this.#taps.has(callId)) return;
    if (kind === "answer") this.#detect(callId, far.leg);
    else this.#keep(callId, far.leg);
  }

  /** What was heard before the end of a call that nobody answered; it is forgotten. */
  tone(callId: string): NetworkTone | undefined {
    const frames = this.#early.get(callId);
    this.#early.delete(callId);
    if (!frames || frames.length === 0) return undefined;
    const samples = new Int16Array(frames.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const frame of frames) {
      samples.set(frame, at);
      at += frame.length;
    }
    return announcementTone(samples);
  }

  stop(): void {
    for (const [callId, tap] of [...this.#taps]) this.#end(callId, tap);
    this.#early.clear();
  }

  #detect(callId: string, leg: LegId): void {
    const detector = createAnswerDetector();
    const since = this.#d.clock.now();
    const tap = this.#listen(callId, leg, "answer", (samples) => {
      const verdict = detector.hear(samples);
      if (verdict) this.#known(callId, tap, verdict, since);
    });
  }

  #known(callId: string, tap: Tap, { class: answerer, reason: why }: AnswerVerdict, since: number): void {
    if (tap.over) return;
    this.#end(callId, tap);
    this.#d.dispatch(callId, { type: "detected", answerer, why, afterMs: this.#d.clock.now() - since });
  }

  #keep(callId: string, leg: LegId): void {
    const frames: Int16Array[] = [];
    this.#early.set(callId, frames);
    this.#listen(callId, leg, "early", (samples) => {
      if (frames.length * frameMs < earlyMs) frames.push(samples.slice());
    });
  }

  #listen(callId: string, leg: LegId, kind: Tap["kind"], hear: (samples: Int16Array) => void): Tap {
    const tap: Tap = { kind, over: false, end: () => undefined };
    this.#taps.set(callId, tap);
    this.#d.track(
      this.#d.switch
        .fork(leg, (samples) => {
          if (!tap.over) hear(samples);
        })
        .then(
          (end) => {
            if (tap.over) end();
            else tap.end = end;
          },
          // Who is not listened to is a person: the timer of the call says so.
          (error: unknown) => this.#d.logger.warn({ error, callId }, "a dialled line is not listened to"),
        ),
    );
    return tap;
  }

  #end(callId: string, tap: Tap): void {
    tap.over = true;
    this.#taps.delete(callId);
    tap.end();
  }
}
