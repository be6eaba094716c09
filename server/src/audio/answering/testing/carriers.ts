/** Announcements of carriers, each in a voice of its own, and lines on which they are heard. */
import { createDice, type Dice } from "./dice.ts";
import { joined, overLine, pauseOf } from "./line.ts";
import { phrasesIn, wordingsOf, type SoundSet } from "./phrases.ts";
import { phrasesOf } from "./speakers.ts";

export interface Carrier {
  readonly name: string;
  /** By wording: what the switch recorded of it once. */
  readonly recordings: ReadonlyMap<string, Int16Array>;
}

export async function carriersOf(set: SoundSet): Promise<readonly Carrier[]> {
  const wordings = wordingsOf(set);
  const voices = await phrasesOf(phrasesIn(wordings), wordings.voices);
  const dice = createDice(15);
  const record = (wording: string, by: ReadonlyMap<string, Int16Array>): Int16Array => {
    const phrases = wording.split("/").flatMap((phrase, n) => [...(n > 0 ? [pauseOf(250)] : []), by.get(phrase)!]);
    return overLine(joined(phrases), { db: -16, snr: 40, noise: "hiss" }, dice);
  };
  return voices.map((by, n) => ({
    name: Object.values(wordings.voices[n]!).join(" "),
    recordings: new Map(wordings.announcements.map((wording) => [wording, record(wording, by)])),
  }));
}

/** Six seconds from somewhere within it, over and over, 6 dB quieter than the recording, 20 dB above noise. */
export function announcedLine(recording: Int16Array, dice: Dice): Int16Array {
  const over = joined([pauseOf(dice.between(0, 900)), recording, pauseOf(dice.between(400, 900)), recording]);
  const from = Math.floor(dice.between(0, recording.length / 2));
  const noise = dice.pick(["hiss", "car", "street"] as const);
  return overLine(over.subarray(from, from + 48_000), { db: -22, snr: 20, noise }, dice);
}
