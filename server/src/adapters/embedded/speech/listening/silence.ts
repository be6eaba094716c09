/** When nobody has spoken on a line for so long. Time is the sound's own. */
import { frameMs } from "../../../../ports/speech-listening.ts";
import type { SilenceWatch } from "../../../../ports/speech.ts";
import type { Detector } from "./detector.ts";
import { closedGate, step } from "./gate.ts";

export function watchSilence(detector: Detector, ms: number, silent: () => void): SilenceWatch {
  const most = Math.max(1, Math.round(ms / frameMs));
  let gate = closedGate;
  let quiet = 0;
  let over = false;
  const close = (): void => {
    if (!over) detector.close();
    over = true;
  };
  return {
    push(samples) {
      if (over) return;
      // Its own end comes with the silence that is waited for: what counts is when somebody last spoke.
      ({ gate } = step(gate, detector.voiced(samples), most));
      quiet = gate.speaking && gate.quiet === 0 ? 0 : quiet + 1;
      if (quiet < most) return;
      close();
      silent();
    },
    close,
  };
}
