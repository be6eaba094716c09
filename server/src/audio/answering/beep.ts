/** When a machine has said its greeting and may be spoken to: after its beep, or when it has been silent for long. Pure. */
import { frameMs } from "../../ports/speech-listening.ts";
import { createFrameJudge } from "./frame-voice.ts";
import { answerParameters } from "./parameters.ts";
import { createToneRuns } from "./tone-runs.ts";
import type { Listener } from "./verdict.ts";

export interface Ready {
  /** silence: without a beep; ended: the line was gone. */
  readonly by: "beep" | "silence" | "ended";
  /** Since the first frame. */
  readonly ms: number;
}

export interface BeepParameters {
  /** Of one tone, 400 to 2,000 Hz. ms */
  readonly beep: number;
  /** Without voice and tone. ms */
  readonly silence: number;
}

/** Fed from the verdict on. */
export function createBeepListener(given: Partial<BeepParameters> = {}): Listener<Ready> {
  const { beep, silence } = { beep: answerParameters.beep, silence: 2_500, ...given };
  const judge = createFrameJudge(answerParameters.silenceThreshold);
  const tones = createToneRuns();
  let now = 0;
  let quiet = 0;
  let long = false;
  let ready: Ready | undefined;
  return {
    hear(samples) {
      if (ready) return ready;
      const { kind, hz, db } = judge(samples);
      tones.push(kind === "tone" ? hz : undefined, db);
      now += frameMs;
      quiet = kind === "quiet" ? quiet + frameMs : 0;
      const tone = tones.current;
      if (tone && tone.hz >= 400 && tone.hz <= 2_000 && tone.toMs - tone.fromMs >= beep) long = true;
      // Who speaks into the beep is not recorded.
      if (long && kind !== "tone" && !tone) ready = { by: "beep", ms: now };
      else if (quiet >= silence) ready = { by: "silence", ms: now };
      return ready;
    },
    end: () => (ready ??= { by: "ended", ms: now }),
  };
}
