/**
 * Phrases in voices of the embedded speaker, the same on every machine. A sentence costs the speaker the time of its start, so a voice
 * says all of its phrases in one go, with pauses that are cut at; what was said is kept in the folder for temporary files.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSamples } from "@liantai/api/wav";
import { SpeechProcess } from "../../../adapters/embedded/speech/process.ts";
import { systemClock } from "../../../adapters/embedded/switch/options.ts";
import { toTelephone } from "../../telephone.ts";

/** Named once: the contexts of tests look globals up slowly. */
const { abs } = Math;

/** Not the speaker of espeak.ts: its thread for the telephone's rate would have to take half a minute of speech at once. */
const program = fileURLToPath(new URL("../../../../../speech/espeak-still.mjs", import.meta.url));
const version = "espeak-ng-1.0.2, still";

export interface VoiceOf {
  /** One of espeakVoices. */
  readonly voice: string;
  /** Per cent. */
  readonly speed: number;
  /** 0 to 100. */
  readonly pitch: number;
}

/** By phrase, 8,000 Hz, without silence around it. */
export type Phrases = ReadonlyMap<string, Int16Array>;

/** The speaker makes some 400 ms of silence of it, and 100 of a comma. */
const pause = "。\n\n　。\n\n-\n\n-\n\n";
/** Quieter is silence: of 32,768. */
const quiet = 200;
const shortestPause = 0.15 * 8_000;
/** In one go, so that the speaker keeps within its time. */
const together = 10;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Stretches of silence. */
function silences(samples: Int16Array): readonly Span[] {
  const found: Span[] = [];
  let from = 0;
  for (let at = 0; at <= samples.length; at += 1) {
    if (at < samples.length && abs(samples[at]!) <= quiet) continue;
    if (at - from >= shortestPause) found.push({ from, to: at });
    from = at + 1;
  }
  return found;
}

/** Cut at the longest silences. */
function cut(samples: Int16Array, count: number): readonly Int16Array[] {
  const loud = (sample: number): boolean => abs(sample) > quiet;
  const [first, last] = [samples.findIndex(loud), samples.findLastIndex(loud) + 1];
  const within = samples.subarray(first, last);
  const pauses = [...silences(within)].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, count - 1);
  if (pauses.length < count - 1) throw new Error(`${count} phrases, but ${pauses.length} pauses`);
  const ends = pauses.sort((a, b) => a.from - b.from);
  return Array.from({ length: count }, (_, n) => within.slice(ends[n - 1]?.to ?? 0, ends[n]?.from ?? within.length));
}

async function sayAll(
  speaker: SpeechProcess,
  texts: readonly string[],
  voice: VoiceOf,
): Promise<readonly Int16Array[]> {
  const wav = await speaker.speak(texts.join(pause), { ...voice, volume: 100 });
  return cut(toTelephone(readSamples(Buffer.from(wav))), texts.length);
}

const pack = (sounds: readonly Int16Array[]): Buffer =>
  Buffer.concat(
    sounds.map((sound) => {
      const head = Buffer.alloc(4);
      head.writeUInt32LE(sound.length);
      return Buffer.concat([head, Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength)]);
    }),
  );

function unpack(file: Buffer): readonly Int16Array[] {
  const sounds: Int16Array[] = [];
  for (let at = 0; at < file.length;) {
    const length = file.readUInt32LE(at);
    at += 4;
    sounds.push(new Int16Array(file.buffer.slice(file.byteOffset + at, file.byteOffset + at + 2 * length)));
    at += 2 * length;
  }
  return sounds;
}

async function kept(key: string, make: () => Promise<readonly Int16Array[]>): Promise<readonly Int16Array[]> {
  const folder = join(tmpdir(), "liantai-answering");
  const path = join(folder, `${createHash("sha256").update(key).digest("hex").slice(0, 32)}.pcm`);
  const there = await readFile(path).catch(() => undefined);
  if (there) return unpack(there);
  const made = await make();
  await mkdir(folder, { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, pack(made));
  await rename(draft, path);
  return made;
}

/** What each voice makes of the phrases, in the order of `voices`. Rejects where the speaker is not installed. */
export async function phrasesOf(texts: readonly string[], voices: readonly VoiceOf[]): Promise<readonly Phrases[]> {
  const speaker = new SpeechProcess(systemClock, program);
  // The speaker's process keeps nothing running by itself.
  const awake = setInterval(() => undefined, 1_000);
  try {
    const all: Phrases[] = [];
    for (const voice of voices) {
      const said = new Map<string, Int16Array>();
      for (let at = 0; at < texts.length; at += together) {
        const some = texts.slice(at, at + together);
        const key = JSON.stringify([version, pause, voice, some]);
        const sounds = await kept(key, () => sayAll(speaker, some, voice));
        some.forEach((text, n) => said.set(text, sounds[n]!));
      }
      all.push(said);
    }
    return all;
  } finally {
    await speaker.close();
    clearInterval(awake);
  }
}
