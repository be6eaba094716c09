/**
 * The embedded Speech: espeak-ng in a process of its own, each sentence once, kept in a folder by the hash of its text.
 * Without the optional component, or for a sentence it cannot speak, a chime.
 */
import { createHash, randomBytes } from "node:crypto";
import { access, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeWav } from "@liantai/api/wav";
import type { Clock } from "../../../ports/clock.ts";
import type { Logger } from "../../../ports/logger.ts";
import type { Speech } from "../../../ports/speech.ts";
import type { Converted } from "../../../audio/convert.ts";
import { telephoneRate } from "../../../audio/telephone.ts";
import { IdleThread } from "../thread.ts";
import { chime } from "./chime.ts";
import { SpeechProcess } from "./process.ts";

export interface EmbeddedSpeechOptions {
  /** DATA_DIR/speech. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Rejects when it cannot. Default: espeak-ng in a process of its own. */
  readonly engine?: { speak(text: string): Promise<Uint8Array>; close(): Promise<void> };
}

/** Changes when the voice does, so that old files are not played for new words. */
const voice = "espeak-ng-1.0.2/cmn/8000/1";
const maxText = 500;

/** The program of the workspace `speech`: found by its place, for nothing of it is part of the server. */
const program = fileURLToPath(new URL("../../../../../speech/espeak.mjs", import.meta.url));
const convertMs = 20_000;

/** What espeak-ng says comes at 22,050 Hz; a thread makes it fit the telephone. */
function espeak(clock: Clock) {
  const speaker = new SpeechProcess(clock, program);
  const converter = new IdleThread<Uint8Array, Converted>(
    clock,
    new URL("../../../audio/worker.ts", import.meta.url),
    "speech",
    convertMs,
  );
  return {
    speak: async (text: string) => (await converter.ask(await speaker.speak(text))).wav,
    close: async () => void (await Promise.all([speaker.close(), converter.close()])),
  };
}

export function createEmbeddedSpeech({ folder, clock, logger, engine = espeak(clock) }: EmbeddedSpeechOptions): Speech {
  const speaking = new Map<string, Promise<string>>();
  let complained = false;

  async function keep(name: string, data: Uint8Array): Promise<string> {
    const path = join(folder, name);
    const draft = `${path}.${randomBytes(6).toString("hex")}.part`;
    await mkdir(folder, { recursive: true });
    await writeFile(draft, data);
    await rename(draft, path);
    return path;
  }

  const exists = (path: string): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );

  async function fallback(): Promise<string> {
    const path = join(folder, "chime.wav");
    return (await exists(path)) ? path : keep("chime.wav", writeWav(chime(), telephoneRate));
  }

  async function make(text: string): Promise<string> {
    const name = `${createHash("sha256").update(`${voice}\n${text}`).digest("hex")}.wav`;
    const path = join(folder, name);
    if (await exists(path)) return path;
    if (text === "") return fallback();
    try {
      return await keep(name, await engine.speak(text));
    } catch (error) {
      if (!complained)
        logger.warn({ error }, `speech is not available (${String(error)}); a chime is played where nothing is kept`);
      complained = true;
      return fallback();
    }
  }

  return {
    kind: "espeak-ng",
    speak(given) {
      const text = given
        .replace(/[\u0000-\u001f\u007f]+/g, " ")
        .trim()
        .slice(0, maxText);
      const running = speaking.get(text);
      if (running) return running;
      const made = make(text).finally(() => speaking.delete(text));
      speaking.set(text, made);
      return made;
    },
    close: () => engine.close(),
  };
}
