/** When nobody has spoken on a line for so long. Time is the sound's own. */
import { frameMs } from "../../../../ports/speech-listening.ts";
import type { SilenceWatch } from "../../../../ports/speech.ts";
import { closedGate, step } from "./gate.ts";
import type { FarDetector } from "./recogniser.ts";

export function watchSilence(detect: FarDetector, ms: number, silent: () => void): SilenceWatch {
  const most = Math.max(1, Math.round(ms / frameMs));
  let gate = closedGate;
  let quiet = 0;
  let over = false;
  const close = (): void => {
    if (!over) line.close();
    over = true;
  };
  const line = detect((voiced) => {
    if (over) return;
    // Its own end comes with the silence that is waited for: what counts is when somebody last spoke.
    ({ gate } = step(gate, voiced, most));
    quiet = gate.speaking && gate.quiet === 0 ? 0 : quiet + 1;
    if (quiet < most) return;
    close();
    silent();
  }, close);
  return {
    push(samples) {
      if (!over) line.push(samples);
    },
    close,
  };
}
