/** A sentence as a caller would say it, for benches: espeak-ng's voice, 8,000 Hz, without the silence before and behind it. */
import { readSamples } from "@liantai/api/wav";
import { createEspeak } from "../../adapters/embedded/speech/espeak.ts";
import { systemClock } from "../../adapters/embedded/switch/options.ts";
import { toTelephone } from "../../audio/telephone.ts";

/** Quieter than any speech: of 32,768. */
const silence = 300;

/** voice: one of espeakVoices. Rejects where the speaker is not installed. */
export async function sayings(texts: readonly string[], voice: string): Promise<readonly Int16Array[]> {
  const speaker = createEspeak(systemClock);
  // The speaker's process and thread keep nothing running by themselves.
  const awake = setInterval(() => undefined, 1_000);
  try {
    const said: Int16Array[] = [];
    for (const text of texts) {
      const wav = await speaker.speak(text, { voice, speed: 100, volume: 100, pitch: 50 });
      const samples = toTelephone(readSamples(Buffer.from(wav)));
      const sounds = (sample: number) => Math.abs(sample) > silence;
      said.push(samples.slice(samples.findIndex(sounds), samples.findLastIndex(sounds) + 1));
    }
    return said;
  } finally {
    await speaker.close();
    clearInterval(awake);
  }
}
