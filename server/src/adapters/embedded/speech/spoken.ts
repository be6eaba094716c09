/** Each sentence once: kept by engine, voice and text in a folder of this machine and in a store that all processes share (K38). */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { KeptFiles } from "../../../audio/kept-files.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Logger } from "../../../ports/logger.ts";
import { SpeechFailed, type SpeechEngine, type SpokenStore, type Voice } from "../../../ports/speech.ts";
import { espeakVoices, type Speaker } from "./espeak.ts";
import { SpeechUnavailable } from "./process.ts";

export interface SpokenDeps {
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store?: SpokenStore | undefined;
  readonly mostBytes: number;
  readonly speaker: Speaker;
  /** What an outside engine says, as the telephone plays it. Rejects with SpeechFailed. */
  readonly outside: (engine: SpeechEngine, text: string, voice: Voice | undefined) => Promise<Uint8Array>;
  /** The engine has just spoken. */
  readonly spoke: () => void;
}

interface Task {
  /** Of the file: engine, voice and text. */
  readonly key: string;
  readonly make: () => Promise<Uint8Array>;
}

const maxText = 500;
export const usualVoice: Voice = { voice: "", speed: 100, volume: 100, pitch: 50 };

const isUsual = ({ voice, speed, volume, pitch }: Voice): boolean =>
  (voice === "" || voice === "cmn") && speed === 100 && volume === 100 && pitch === 50;

/** As the embedded speaker knows it; undefined: its usual one. */
function embeddedHow(given: Voice | undefined): Omit<Voice, "engineId"> | undefined {
  if (!given) return undefined;
  const known = espeakVoices.some(({ name }) => name === given.voice);
  const how = { voice: known ? given.voice : "cmn", speed: given.speed, volume: given.volume, pitch: given.pitch };
  return isUsual(how) ? undefined : how;
}

const cleaned = (text: string): string =>
  text
    .replace(/[\u0000-\u001f\u007f]+/g, " ")
    .trim()
    .slice(0, maxText);

const voiceKey = ({ voice, speed, volume, pitch }: Omit<Voice, "engineId">): string =>
  [voice, speed, volume, pitch].join("/");

const failed = (error: unknown): SpeechFailed =>
  error instanceof SpeechFailed
    ? error
    : new SpeechFailed(error, error instanceof SpeechUnavailable ? error.message : "");

export class Spoken {
  readonly #d: SpokenDeps;
  readonly files: KeptFiles;

  constructor(deps: SpokenDeps) {
    this.#d = deps;
    this.files = new KeptFiles(deps);
  }

  /** Path of the file. Rejects with SpeechFailed. */
  async synthesise(given: string, voice: Voice | undefined, engine: SpeechEngine | undefined): Promise<string> {
    const { key, make } = this.#task(cleaned(given), voice, engine);
    const name = `${createHash("sha256").update(key).digest("hex")}.wav`;
    let made = false;
    try {
      const path = await this.files.file(name, async (draft) => {
        made = true;
        await writeFile(draft, await this.#once(name, make));
      });
      if (!made) this.#d.store?.used(name);
      return path;
    } catch (error) {
      throw failed(error);
    }
  }

  /** Neither kept before nor kept now. Rejects with SpeechFailed. */
  fresh(text: string, voice: Voice | undefined, engine: SpeechEngine | undefined): Promise<Uint8Array> {
    return this.#task(cleaned(text), voice, engine)
      .make()
      .catch((error: unknown) => {
        throw failed(error);
      });
  }

  #task(text: string, voice: Voice | undefined, engine: SpeechEngine | undefined): Task {
    const { speaker, outside } = this.#d;
    const how = embeddedHow(voice);
    const made =
      engine && engine.provider !== "espeak"
        ? {
            key: `${engine.provider}/${engine.address}/${voiceKey(voice ?? usualVoice)}`,
            make: () => outside(engine, text, voice),
          }
        : { key: how ? `${speaker.voice}/${voiceKey(how)}` : speaker.voice, make: () => speaker.speak(text, how) };
    const make = text === "" ? () => Promise.reject(new Error("no text")) : made.make;
    return { key: `${made.key}\n${text}`, make };
  }

  async #once(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const { store, logger } = this.#d;
    // A store that does not answer is no reason to be silent.
    const known = await store?.load(name).catch((error: unknown) => {
      logger.warn({ error }, "what was spoken before could not be read");
      return undefined;
    });
    if (known) return known;
    const data = await make();
    this.#d.spoke();
    // Nobody waits for the store.
    void store
      ?.save(name, data)
      .catch((error: unknown) => logger.warn({ error }, "what was spoken could not be stored"));
    return data;
  }
}
