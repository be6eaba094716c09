/**
 * The Speech of this process: espeak-ng speaks, typed text and the closed grammar listen, and engines elsewhere do as their rows say.
 * Without the optional component, or for a sentence it cannot speak, a chime.
 */
import { writeFile } from "node:fs/promises";
import { writeWav } from "@liantai/api/wav";
import type { Clock } from "../../../ports/clock.ts";
import type { Logger } from "../../../ports/logger.ts";
import { SpeechFailed, type Listen, type Speech, type SpokenStore } from "../../../ports/speech.ts";
import { telephoneRate } from "../../../audio/telephone.ts";
import { chime } from "./chime.ts";
import { createConverter, createEspeak, espeakVoices, type Speaker } from "./espeak.ts";
import { ClosedGrammar } from "./grammar/index.ts";
import { createDetector, near } from "./listening/detector.ts";
import { JudgedSession } from "./listening/judged.ts";
import type { Recogniser } from "./listening/recogniser.ts";
import { Session } from "./listening/session.ts";
import { watchSilence } from "./listening/silence.ts";
import { createSileroOf } from "./listening/silero.ts";
import type { OutsideEngines } from "./outside.ts";
import { Spoken, usualVoice } from "./spoken.ts";
import { samplesOf, tryEngine } from "./trying.ts";

export interface EmbeddedSpeechOptions {
  /** DATA_DIR/speech. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Default: espeak-ng in a process of its own. */
  readonly engine?: Speaker;
  /** Default: this machine's folder alone. */
  readonly store?: SpokenStore;
  /** Of the folder. Default: some five hours. */
  readonly mostBytes?: number;
  /** Engines elsewhere; absent: those of a row cannot be reached. */
  readonly outside?: OutsideEngines;
}

const usualBytes = 256 * 1024 * 1024;
const unknownEngine = () => new SpeechFailed(undefined, "没有连接外部语音引擎的组件");

export function createEmbeddedSpeech({
  folder,
  clock,
  logger,
  engine: speaker = createEspeak(clock),
  store,
  mostBytes = usualBytes,
  outside,
}: EmbeddedSpeechOptions): Speech {
  let failures = 0;
  /** The engine fails since: said once, until it speaks again. */
  let complained = false;
  let closed = false;
  const converter = createConverter(clock);
  const spoken = new Spoken({
    ...{ folder, clock, logger, store, mostBytes, speaker },
    async outside(engine, text, voice) {
      if (!outside) throw unknownEngine();
      const sound = await outside.speak(engine, text, voice ?? usualVoice);
      try {
        return (await converter.ask(sound)).wav;
      } catch (error) {
        throw new SpeechFailed(error, `引擎返回的不是可用的语音：${(error as Error).message}`);
      }
    },
    spoke: () => void (complained = false),
  });
  const grammar = new ClosedGrammar({
    clock,
    async say(text, voice) {
      // A training that goes on while the server ends starts nothing anew.
      if (closed) throw new SpeechFailed(undefined, "服务正在停止");
      return samplesOf(await spoken.synthesise(text, { ...usualVoice, voice }, undefined));
    },
  });
  const fallback = (): Promise<string> =>
    spoken.files.file("chime.wav", (draft) => writeFile(draft, writeWav(chime(), telephoneRate)));

  function recogniserOf(options: Listen): Recogniser | undefined {
    const { engine, phrases = [] } = options;
    if (engine?.provider === "typed") return undefined;
    if (!engine || engine.provider === "grammar") return grammar.recogniser(phrases);
    if (!outside) throw unknownEngine();
    return outside.recogniser(engine, options);
  }

  const silero = createSileroOf({ outside, clock, logger });

  const speech: Speech = {
    kind: "espeak-ng",
    get failures() {
      return failures;
    },
    synthesise: (text, voice, engine) => spoken.synthesise(text, voice, engine),
    async speak(text, voice, engine) {
      // What is spoken ahead while the server ends fails for that alone, sentence by sentence.
      if (closed) return fallback();
      try {
        return await speech.synthesise(text, voice, engine);
      } catch (error) {
        if (text.trim() === "" || closed) return fallback();
        failures += 1;
        const { cause, reason } = error as SpeechFailed;
        const why = reason || String(cause);
        if (!complained)
          logger.warn({ error: cause }, `speech is not available (${why}); a chime is played where nothing is kept`);
        complained = true;
        return fallback();
      }
    },
    async listen(options, heard) {
      const recogniser = recogniserOf(options);
      if (!recogniser) return new Session({ options, heard });
      await recogniser.ready();
      const detect = recogniser.detect ?? (await silero());
      if (detect) return new JudgedSession({ options, heard, recogniser, detect });
      return new Session({ options, heard, ears: { recogniser, detector: await createDetector() } });
    },
    watchSilence: async (ms, silent) => watchSilence((await silero()) ?? near(await createDetector()), ms, silent),
    async prepare({ engine, phrases = [] }) {
      if (engine && engine.provider !== "grammar") return;
      await grammar.prepare(phrases);
    },
    voices: async (engine) =>
      !engine || engine.provider === "espeak" ? espeakVoices : engine.voices.map((name) => ({ name, label: name })),
    test: (engine) => tryEngine({ speech, spoken, clock }, engine),
    async close() {
      closed = true;
      await Promise.all([speaker.close(), converter.close(), grammar.close(), outside?.close()]);
    },
  };
  return speech;
}
