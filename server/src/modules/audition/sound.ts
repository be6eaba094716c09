/** One file of what an audition says. */
import { readFile } from "node:fs/promises";
import { readSamples, writeWav } from "@liantai/api/wav";
import { telephoneRate } from "../../audio/telephone.ts";
import type { Saying } from "./session-types.ts";
import type { FlowPort } from "../telephony/index.ts";

/** Tones and music are left out: nobody waits for them. */
export async function soundOf(
  { speak, voice }: Pick<FlowPort, "speak" | "voice">,
  compId: string,
  { says, fromMs }: Saying,
): Promise<Buffer> {
  const parts = await Promise.all(
    says.map(async (said) => {
      if (said.kind === "tone" || said.kind === "music") return new Int16Array(0);
      const path = said.kind === "text" ? await speak(compId, said.text, said.tts) : await voice(compId, said.voiceId);
      return path === undefined ? new Int16Array(0) : readSamples(await readFile(path)).samples;
    }),
  );
  const whole = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return Buffer.from(writeWav(whole.subarray(Math.round((fromMs * telephoneRate) / 1_000)), telephoneRate));
}
