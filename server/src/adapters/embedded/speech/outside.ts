/** Engines that operators add, as the embedded adapter knows them (adapters/production/speech). */
import type { Listen, SpeechEngine, Voice } from "../../../ports/speech.ts";
import type { FarDetector, Recogniser } from "./listening/recogniser.ts";

export interface OutsideEngines {
  /** Sound as the engine gives it: wav or mp3, any rate. Rejects with SpeechFailed, whose reason is Chinese. */
  speak(engine: SpeechEngine, text: string, voice: Voice): Promise<Uint8Array>;
  recogniser(engine: SpeechEngine, options: Listen): Recogniser;
  /** Silero for a line of an engine that leaves it to us who speaks; undefined: fvad. Rejects with SpeechFailed where it cannot be had. */
  detector(): Promise<FarDetector | undefined>;
  /** Ends what runs on this machine. */
  close(): Promise<void>;
}
