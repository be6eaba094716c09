/** The engines of the contract of listening, each with its server where it has one. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../adapters/embedded/switch/options.ts";
import { createEmbeddedSpeech } from "../../adapters/embedded/speech/index.ts";
import { samplesOf } from "../../adapters/embedded/speech/trying.ts";
import { createOutsideEngines } from "../../adapters/production/speech/index.ts";
import type { Speech, SpeechEngine } from "../../ports/speech.ts";
import { phrases, type ListeningStage } from "../../ports/speech-listening.contract.ts";
import { createLexicon, type Lexicon } from "./lexicon.ts";
import type { TestServer } from "./sockets.ts";

export const standIn = new URL("sherpa-stand-in.ts", import.meta.url).href;
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

export const engineOf = (provider: SpeechEngine["provider"], address = ""): SpeechEngine => ({
  id: provider,
  provider,
  address,
  key: address === "" ? "" : "secret-key",
  voices: [],
  timeoutMs: 5_000,
  allowsPrivate: true,
});

const voiceOf = (voice: string) => ({ voice, speed: 100, volume: 100, pitch: 50 });

export interface OwnSpeech {
  readonly speech: Speech;
  /** 8,000 Hz. */
  say(text: string, voice?: string): Promise<Int16Array>;
  close(): Promise<void>;
}

/** espeak-ng with a folder of its own, and whatever is outside. */
export async function openSpeech({ models = "/nowhere", sherpaModule }: Models = {}): Promise<OwnSpeech> {
  const folder = await mkdtemp(join(tmpdir(), "liantai-speech-"));
  const speech = createEmbeddedSpeech({
    folder,
    clock: systemClock,
    logger: silent,
    outside: createOutsideEngines({ clock: systemClock, models, sherpaModule }),
  });
  return {
    speech,
    say: async (text, voice = "cmn+m7") => samplesOf(await speech.synthesise(text, voiceOf(voice))),
    async close() {
      await speech.close();
      // Templates of phrases may be on their way into it.
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** What a server is taught: the phrases in two voices, neither of which is the caller's. */
export async function teach({ say }: OwnSpeech, texts: readonly string[]): Promise<Lexicon> {
  const sounds = new Map<string, readonly Int16Array[]>();
  for (const text of texts) sounds.set(text, [await say(text, "cmn"), await say(text, "cmn+f2")]);
  return createLexicon(sounds);
}

export async function builtInStage(provider: "grammar" | "typed", of: Models = {}): Promise<ListeningStage> {
  const own = await openSpeech(of);
  return { ...own, engine: engineOf(provider), hears: provider !== "typed" };
}

interface Models {
  /** SPEECH_MODELS. */
  readonly models?: string;
  /** In place of the package sherpa-onnx-node. */
  readonly sherpaModule?: string;
}

/** The same on an installation that has Silero, by the stand-in. */
export async function withSilero(make: (of: Models) => Promise<ListeningStage>): Promise<ListeningStage> {
  const models = await mkdtemp(join(tmpdir(), "liantai-models-"));
  await fillFolder(models, { "silero_vad.onnx": Uint8Array.of(8) });
  const stage = await make({ models, sherpaModule: standIn });
  return {
    ...stage,
    async close() {
      await stage.close();
      await rm(models, { recursive: true, force: true });
    },
  };
}

/** sherpa-onnx by its stand-in, `files` besides those of a zipformer in the folder of the model. */
export async function sherpaStage(files: Readonly<Record<string, Uint8Array>> = {}): Promise<ListeningStage> {
  const models = await mkdtemp(join(tmpdir(), "liantai-models-"));
  const own = await openSpeech({ models, sherpaModule: standIn });
  const taught = await Promise.all(
    phrases.flatMap(({ text }) =>
      ["cmn", "cmn+f2"].map(async (voice) => [text, [...(await own.say(text, voice))]] as const),
    ),
  );
  const onnx = (content: string): Uint8Array => Buffer.concat([Buffer.of(8), Buffer.from(content)]);
  await fillFolder(join(models, "zh"), {
    "tokens.txt": Buffer.from("<blk> 0\n查 1\n"),
    "encoder.onnx": onnx(JSON.stringify(taught)),
    "decoder.onnx": onnx(""),
    "joiner.onnx": onnx(""),
    ...files,
  });
  return {
    ...own,
    engine: { ...engineOf("sherpa", "zh"), key: "" },
    hears: true,
    async close() {
      await own.close();
      await rm(models, { recursive: true, force: true });
    },
  };
}

export async function fillFolder(path: string, files: Readonly<Record<string, Uint8Array>>): Promise<void> {
  await mkdir(path, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), content);
}

export async function outsideStage(
  provider: "funasr" | "vosk",
  serve: (lexicon: Lexicon) => Promise<TestServer>,
  of: Models = {},
): Promise<ListeningStage> {
  const own = await openSpeech(of);
  const server = await serve(
    await teach(
      own,
      phrases.map(({ text }) => text),
    ),
  );
  return {
    ...own,
    engine: engineOf(provider, server.address),
    hears: true,
    async close() {
      await server.close();
      await own.close();
    },
  };
}
