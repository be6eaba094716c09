/** A sentence as sources. A number in it that is said digit by digit is put together from ten sounds: no two customers have the same. */
import type { AudioSource } from "../../../ports/switch.ts";
import type { Speech } from "../../../ports/speech.ts";
import type { Said } from "@liantai/api/flows";
import type { FlowPort } from "../flows.ts";
import type { Say } from "../call/saying.ts";

const byDigits = /\d(?: \d)+/;

/** 您的回呼号码是, 1, 3, 8, 确认请按1。 */
export function partsOf(text: string): readonly string[] {
  const number = byDigits.exec(text);
  if (!number) return [text];
  const before = text.slice(0, number.index);
  const after = text.slice(number.index + number[0].length).replace(/^[，。、\s]+/, "");
  return [...(before ? [before] : []), ...number[0].split(" "), ...(after ? partsOf(after) : [])];
}

export async function spoken(speech: Pick<Speech, "speak">, text: string): Promise<readonly AudioSource[]> {
  const paths = await Promise.all(partsOf(text).map((part) => speech.speak(part)));
  return paths.map((path) => ({ kind: "file", path }));
}

/** Speak after it. */
const beep: AudioSource = { kind: "tone", hz: 1_000, ms: 300 };

/** What an announcement of the call is made of. */
export async function announced(
  speech: Pick<Speech, "speak">,
  { text, path, tone, says }: Pick<Say, "text" | "path" | "tone" | "says">,
  flow?: FlowSounds,
): Promise<readonly AudioSource[]> {
  if (says) return (await Promise.all(says.map((said) => ofFlow(speech, said, flow)))).flat();
  const words = path === undefined ? await spoken(speech, text) : [{ kind: "file", path } as const];
  return tone ? [...words, beep] : words;
}

/** Of the call's enterprise. */
export interface FlowSounds {
  speak(text: string, tts: string): ReturnType<FlowPort["speak"]>;
  voice(id: string): ReturnType<FlowPort["voice"]>;
}

/** A voice that is gone is left out. */
async function ofFlow(
  speech: Pick<Speech, "speak">,
  said: Said,
  flow: FlowSounds | undefined,
): Promise<readonly AudioSource[]> {
  if (said.kind === "tone") return [{ kind: "tone", hz: said.hz, ms: said.ms }];
  if (said.kind === "music") return [{ kind: "music" }];
  // Numbers are put together from their digits by the usual voice.
  if (said.kind === "text" && (!flow || byDigits.test(said.text))) return spoken(speech, said.text);
  const path = said.kind === "text" ? await flow?.speak(said.text, said.tts) : await flow?.voice(said.voiceId);
  return path === undefined ? [] : [{ kind: "file", path }];
}
