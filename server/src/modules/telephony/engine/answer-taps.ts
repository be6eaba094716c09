/**
 * Who answers a call that a task placed: the customer's voice is listened to from the answer until it is known (decision 091); and what
 * the line says before an answer, which may settle the call (decision 093).
 */
import {
  announcementTone,
  createAnswerDetector,
  createBeepListener,
  lineResult,
  type AnswerVerdict,
} from "../../../audio/answering/index.ts";
import type { LegId, Release } from "../../../ports/switch.ts";
import type { Announced } from "../../event-log/index.ts";
import { farOf } from "../call/parties.ts";
import type { Call, CallInput } from "../call/types.ts";
import type { Dialler, EarlyEar } from "../dialler.ts";
import type { EngineDeps } from "./deps.ts";

interface AnswerTapsDeps extends Pick<EngineDeps, "switch" | "logger" | "clock"> {
  readonly ear: Dialler["ear"];
  readonly unknown: Dialler["unknown"];
  dispatch(callId: string, input: CallInput): void;
  /** Must be done before the engine may stop. */
  track(work: Promise<unknown>): void;
}

/** Carriers say it twice within this. */
const earlyMs = 15_000;
const frameMs = 20;
/** A tone that was heard as the verdict itself is over after so much quiet. ms */
const afterBeepMs = 200;

interface Tap {
  readonly kind: "early" | "answer" | "beep";
  over: boolean;
  end: () => void;
}

/** Sound before the answer, and who understands it. */
interface Early {
  readonly frames: Int16Array[];
  ear?: EarlyEar;
  /** The call knows it. */
  told?: Announced;
}

const kindOf = ({ phase, far, parties }: Call): Tap["kind"] | undefined => {
  if (phase.kind === "detecting") return phase.waits ?? "answer";
  return phase.kind === "dialling" && parties.find(({ id }) => id === far)?.early ? "early" : undefined;
};

function joined(frames: readonly Int16Array[]): Int16Array {
  const samples = new Int16Array(frames.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const frame of frames) {
    samples.set(frame, at);
    at += frame.length;
  }
  return samples;
}

export class AnswerTaps {
  readonly #d: AnswerTapsDeps;
  readonly #taps = new Map<string, Tap>();
  /** By call. */
  readonly #early = new Map<string, Early>();
  /** Calls whose machine gave its tone as it was found out. */
  readonly #beeped = new Set<string>();

  constructor(deps: AnswerTapsDeps) {
    this.#d = deps;
  }

  changed(call: Call): void {
    if (!call.placed) return;
    const { phase, callId } = call;
    const far = farOf(call);
    const kind = kindOf(call);
    const tap = this.#taps.get(callId);
    if (tap && tap.kind !== kind) this.#end(callId, tap);
    // Of use for a call that nobody answers.
    if (phase.kind === "ended") this.#unknown(callId);
    if (far.up || phase.kind === "ended") this.#forget(callId);
    if (phase.kind === "ended" || kind === undefined || far.leg === undefined || this.#taps.has(callId)) return;
    if (kind === "answer") this.#detect(callId, far.leg);
    else if (kind === "beep") this.#awaitBeep(callId, far.leg);
    else this.#understand(callId, far.leg);
  }

  /** A line that nobody answered is gone: what was heard on it, unless the exchange's own cause says more than a tone does. */
  parting(callId: string, release: Release): void {
    const early = this.#early.get(callId);
    if (!early) return;
    const said = early.ear?.end();
    if (said) return this.#tell(callId, early, said, false);
    if (early.told || early.frames.length === 0) return;
    const tone = announcementTone(joined(early.frames));
    const { code, detail } = lineResult({ release, ...(tone ? { tone } : {}) });
    if (tone && detail === tone && code > 0) this.#tell(callId, early, { result: code, by: "tone", text: tone }, false);
  }

  stop(): void {
    for (const [callId, tap] of [...this.#taps]) this.#end(callId, tap);
    for (const callId of [...this.#early.keys()]) this.#forget(callId);
  }

  #tell(callId: string, early: Early, announced: Announced, hangsUp: boolean): void {
    const { told } = early;
    if (told?.result === announced.result && told.by === announced.by && !hangsUp) return;
    early.told = announced;
    this.#d.dispatch(callId, { type: "announced", ...announced, hangsUp });
  }

  /** It is over, and nobody answered: what was heard is forgotten at an answer. */
  #unknown(callId: string): void {
    const early = this.#early.get(callId);
    if (early && !early.told && early.frames.length > 0) this.#d.unknown(callId, joined(early.frames));
  }

  #forget(callId: string): void {
    this.#early.get(callId)?.ear?.close();
    this.#early.delete(callId);
    this.#beeped.delete(callId);
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
    if (why === "beep") this.#beeped.add(callId);
    this.#d.dispatch(callId, { type: "detected", answerer, why, afterMs: this.#d.clock.now() - since });
  }

  /** The machine's tone, or that it says nothing more. */
  #awaitBeep(callId: string, leg: LegId): void {
    const listener = createBeepListener(this.#beeped.has(callId) ? { silence: afterBeepMs } : {});
    const tap = this.#listen(callId, leg, "beep", (samples) => {
      if (tap.over || !listener.hear(samples)) return;
      this.#end(callId, tap);
      this.#d.dispatch(callId, { type: "machineReady" });
    });
  }

  #understand(callId: string, leg: LegId): void {
    const early: Early = { frames: [] };
    this.#early.set(callId, early);
    const tap = this.#listen(callId, leg, "early", (samples) => {
      if (early.frames.length * frameMs >= earlyMs) return;
      early.frames.push(samples.slice());
      early.ear?.hear(samples);
    });
    const known = (announced: Announced, hangsUp: boolean): void => {
      if (!tap.over) this.#tell(callId, early, announced, hangsUp);
    };
    this.#d.track(
      this.#d.ear(known).then(
        (ear) => {
          if (this.#early.get(callId) !== early || tap.over) return ear?.close();
          if (!ear) return;
          early.ear = ear;
          for (const frame of early.frames) ear.hear(frame);
        },
        (error: unknown) => this.#d.logger.warn({ error, callId }, "what a line says before its answer is not known"),
      ),
    );
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
          // Who is not listened to is a person, and a machine is spoken to late: the timers of the call say so.
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
