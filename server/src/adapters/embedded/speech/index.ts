/**
 * The embedded Speech: espeak-ng in a process of its own, each sentence once, kept by engine, voice and text: in a folder of this
 * machine, and in a store that all processes share. Without the optional component, or for a sentence it cannot speak, a chime.
 */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { writeWav } from "@liantai/api/wav";
import type { Clock } from "../../../ports/clock.ts";
import type { Logger } from "../../../ports/logger.ts";
import { SpeechFailed, type Speech, type SpokenStore } from "../../../ports/speech.ts";
import type { Converted } from "../../../audio/convert.ts";
import { KeptFiles } from "../../../audio/kept-files.ts";
import { telephoneRate } from "../../../audio/telephone.ts";
import { IdleThread } from "../thread.ts";
import { chime } from "./chime.ts";
import { SpeechProcess } from "./process.ts";

export interface SpeechEngine {
  /** Changes with anything that changes what is heard: engine, its version, voice, speed. */
  readonly voice: string;
  /** Rejects when it cannot. */
  speak(text: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface EmbeddedSpeechOptions {
  /** DATA_DIR/speech. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Default: espeak-ng in a process of its own. */
  readonly engine?: SpeechEngine;
  /** Default: this machine's folder alone. */
  readonly store?: SpokenStore;
  /** Of the folder. Default: some five hours. */
  readonly mostBytes?: number;
}

const maxText = 500;
const usualBytes = 256 * 1024 * 1024;

/** The program of the workspace `speech`: found by its place, for nothing of it is part of the server. */
const program = fileURLToPath(new URL("../../../../../speech/espeak.mjs", import.meta.url));
const convertMs = 20_000;

/** What espeak-ng says comes at 22,050 Hz; a thread makes it fit the telephone. */
function espeak(clock: Clock): SpeechEngine {
  const speaker = new SpeechProcess(clock, program);
  const converter = new IdleThread<Uint8Array, Converted>(
    clock,
    new URL("../../../audio/worker.ts", import.meta.url),
    "speech",
    convertMs,
  );
  return {
    voice: "espeak-ng-1.0.2/cmn/8000/1",
    speak: async (text: string) => (await converter.ask(await speaker.speak(text))).wav,
    close: async () => void (await Promise.all([speaker.close(), converter.close()])),
  };
}

export function createEmbeddedSpeech({
  folder,
  clock,
  logger,
  engine = espeak(clock),
  store,
  mostBytes = usualBytes,
}: EmbeddedSpeechOptions): Speech {
  const files = new KeptFiles({ folder, mostBytes, clock, logger });
  let failures = 0;
  /** The engine fails since: said once, until it speaks again. */
  let complained = false;

  /** A store that does not answer is no reason to be silent. */
  const stored = (name: string): Promise<Uint8Array | undefined> =>
    store?.load(name).catch((error: unknown) => {
      logger.warn({ error }, "what was spoken before could not be read");
      return undefined;
    }) ?? Promise.resolve(undefined);

  async function make(name: string, text: string): Promise<Uint8Array> {
    const known = await stored(name);
    if (known) return known;
    const data = await engine.speak(text);
    complained = false;
    // Nobody waits for the store.
    void store
      ?.save(name, data)
      .catch((error: unknown) => logger.warn({ error }, "what was spoken could not be stored"));
    return data;
  }

  async function synthesise(given: string): Promise<string> {
    const text = given
      .replace(/[\u0000-\u001f\u007f]+/g, " ")
      .trim()
      .slice(0, maxText);
    const name = `${createHash("sha256").update(`${engine.voice}\n${text}`).digest("hex")}.wav`;
    let made = false;
    try {
      if (text === "") throw new Error("no text");
      const path = await files.file(name, async (draft) => {
        made = true;
        await writeFile(draft, await make(name, text));
      });
      if (!made) store?.used(name);
      return path;
    } catch (error) {
      throw new SpeechFailed(error);
    }
  }

  const fallback = (): Promise<string> =>
    files.file("chime.wav", (draft) => writeFile(draft, writeWav(chime(), telephoneRate)));

  return {
    kind: "espeak-ng",
    get failures() {
      return failures;
    },
    synthesise,
    async speak(text) {
      try {
        return await synthesise(text);
      } catch (error) {
        if (text.trim() === "") return fallback();
        failures += 1;
        const { cause } = error as SpeechFailed;
        if (!complained)
          logger.warn(
            { error: cause },
            `speech is not available (${String(cause)}); a chime is played where nothing is kept`,
          );
        complained = true;
        return fallback();
      }
    },
    close: () => engine.close(),
  };
}
