/** WebRTC's voice activity detector (fvad, BSD-3, 20 KB of WebAssembly): whether a frame of 20 ms is speech. */
import fvad from "@echogarden/fvad-wasm";
import type { Clock } from "../../../../ports/clock.ts";
import { frameSamples } from "../../../../ports/speech-listening.ts";
import type { FarDetector } from "./recogniser.ts";

export interface Detector {
  /** 160 samples of 8,000 Hz. */
  voiced(frame: Int16Array): boolean;
  close(): void;
}

/** 0 takes most for speech, 3 least. */
const strictness = 3;
let loaded: ReturnType<typeof fvad> | undefined;

export async function createDetector(): Promise<Detector> {
  const module = await (loaded ??= fvad());
  const state = module._fvad_new();
  const memory = module._malloc(frameSamples * 2);
  module._fvad_set_mode(state, strictness);
  module._fvad_set_sample_rate(state, 8_000);
  let open = true;
  return {
    voiced(frame) {
      if (!open) return false;
      module.HEAP16.set(frame, memory >> 1);
      return module._fvad_process(state, memory, frameSamples) === 1;
    },
    close() {
      if (!open) return;
      open = false;
      module._fvad_free(state);
      module._free(memory);
    },
  };
}

/** One that knows at once. */
export const near =
  (detector: Detector): FarDetector =>
  (voiced) => ({
    push: (frame) => voiced(detector.voiced(frame)),
    close: () => detector.close(),
  });

/** A verdict that is owed for longer is none. */
const lateMs = 2_000;

/** `far` says who speaks; once it breaks or is late `spare` does, for the frames that wait and for all that come. */
export const sturdy =
  (far: FarDetector, spare: Detector, clock: Pick<Clock, "now">): FarDetector =>
  (voiced) => {
    let owed: { readonly frame: Int16Array; readonly at: number }[] = [];
    let alone = false;
    let open = true;
    const takeOver = (): void => {
      if (alone || !open) return;
      alone = true;
      line.close();
      for (const { frame } of owed.splice(0)) if (open) voiced(spare.voiced(frame));
    };
    const line = far((is) => {
      if (alone || !open) return;
      owed.shift();
      voiced(is);
    }, takeOver);
    return {
      push(frame) {
        if (owed[0] && clock.now() - owed[0].at > lateMs) takeOver();
        if (alone) return voiced(spare.voiced(frame));
        owed.push({ frame, at: clock.now() });
        line.push(frame);
      },
      close() {
        if (!open) return;
        open = false;
        owed = [];
        if (!alone) line.close();
        spare.close();
      },
    };
  };
