/** espeak-ng as the embedded speaker: in a process of its own; what it says comes at 22,050 Hz, a thread makes it fit the telephone. */
import { fileURLToPath } from "node:url";
import type { Converted } from "../../../audio/convert.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { EngineVoice, Voice } from "../../../ports/speech.ts";
import { IdleThread } from "../thread.ts";
import { SpeechProcess } from "./process.ts";

/** Something that speaks Mandarin on this machine. */
export interface Speaker {
  /** Changes with anything that changes what is heard of its usual voice: engine, its version, voice, speed. */
  readonly voice: string;
  /** A WAV file of 8,000 Hz. Rejects when it cannot. */
  speak(text: string, how?: Omit<Voice, "engineId">): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Of espeak-ng's some hundred variants those that are worth hearing. A voice that is none of them is the usual one. */
export const espeakVoices: readonly EngineVoice[] = [
  { name: "cmn", label: "普通话" },
  { name: "cmn+f2", label: "普通话女声1" },
  { name: "cmn+f3", label: "普通话女声2" },
  { name: "cmn+f4", label: "普通话女声3" },
  { name: "cmn+f5", label: "普通话女声4" },
  { name: "cmn+m2", label: "普通话男声1" },
  { name: "cmn+m3", label: "普通话男声2" },
  { name: "cmn+m4", label: "普通话男声3" },
  { name: "cmn+m7", label: "普通话男声4" },
];

/** The program of the workspace `speech`: found by its place, for nothing of it is part of the server. */
const program = fileURLToPath(new URL("../../../../../speech/espeak.mjs", import.meta.url));
const convertMs = 20_000;

/** Whatever comes, wav or mp3, as the telephone plays it. Rejects with ThreadFailure. */
export const createConverter = (clock: Clock): IdleThread<Uint8Array, Converted> =>
  new IdleThread(clock, new URL("../../../audio/worker.ts", import.meta.url), "speech", convertMs);

export function createEspeak(clock: Clock): Speaker {
  const speaker = new SpeechProcess(clock, program);
  const converter = createConverter(clock);
  return {
    voice: "espeak-ng-1.0.2/cmn/8000/1",
    speak: async (text, how) => (await converter.ask(await speaker.speak(text, how))).wav,
    close: async () => void (await Promise.all([speaker.close(), converter.close()])),
  };
}
