/** What is uploaded as an announcement: in the switch's format, with its fingerprint. */
import { readSamples } from "@liantai/api/wav";
import { answer } from "../adapters/embedded/thread.ts";
import { packPrint, printOf } from "./answering/fingerprint.ts";
import { convert, type Converted } from "./convert.ts";

export interface Printed extends Converted {
  readonly print: Uint8Array;
}

/** More is not printed. */
const longestMs = 60_000;

answer(async (file: Uint8Array): Promise<Printed> => {
  const sound = await convert(file);
  if (sound.durationMs > longestMs) return { ...sound, print: new Uint8Array(0) };
  const { samples } = readSamples(Buffer.from(sound.wav));
  return { ...sound, print: packPrint(printOf(Int16Array.from(samples, (value) => value * 32_768))) };
});
