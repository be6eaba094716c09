/** WebRTC's voice activity detector (fvad, BSD-3, 20 KB of WebAssembly): whether a frame of 20 ms is speech. */
import fvad from "@echogarden/fvad-wasm";
import { frameSamples } from "../../../../ports/speech-listening.ts";

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
