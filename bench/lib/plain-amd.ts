/** Asterisk's application AMD as its source has it, with its published parameters: the rules, a silence threshold, and nothing else. */

const initialSilence = 2_500;
const greeting = 1_500;
const afterGreetingSilence = 800;
const totalAnalysis = 5_000;
const minimumWordLength = 100;
const betweenWordsSilence = 50;
const maximumWords = 3;
const silenceThreshold = 256;
const frameMs = 20;

export interface PlainVerdict {
  readonly class: "person" | "machine" | "unknown";
  readonly ms: number;
}

export function plainAmd(samples: Int16Array): PlainVerdict {
  let [silence, voice, word, words] = [0, 0, 0, 0];
  let [initial, greeted, inWord] = [true, false, false];
  let ms = 0;
  for (let at = 0; at + 160 <= samples.length; at += 160) {
    ms += frameMs;
    let sum = 0;
    for (let n = at; n < at + 160; n += 1) sum += Math.abs(samples[n]!);
    if (sum / 160 < silenceThreshold) {
      silence += frameMs;
      if (silence >= betweenWordsSilence) [inWord, word] = [false, 0];
      // Asterisk says MACHINE, INITIALSILENCE.
      if (initial && silence >= initialSilence) return { class: "machine", ms };
      if (greeted && silence >= afterGreetingSilence) return { class: "person", ms };
    } else {
      silence = 0;
      word += frameMs;
      voice += frameMs;
      if (word >= minimumWordLength && !inWord) [inWord, words] = [true, words + 1];
      if (words > maximumWords || (greeted && voice >= greeting)) return { class: "machine", ms };
      if (voice >= minimumWordLength) [initial, greeted] = [false, true];
    }
    if (ms >= totalAnalysis) break;
  }
  return { class: "unknown", ms };
}
