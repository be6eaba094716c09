/**
 * The Speech port: text to audio, and audio to text. Embedded: espeak-ng in a process of its own speaks (absent: tones), typed text
 * and a closed grammar listen; outside engines are named with each request (docs/protocol.md, Speech).
 */
import type { SpeechEngine } from "./speech-engine.ts";
import type { Listen, ListeningEvent, ListeningSession, SilenceWatch } from "./speech-listening.ts";

export type { SpeechEngine } from "./speech-engine.ts";
export type * from "./speech-listening.ts";

/** How a text is spoken. */
export interface Voice {
  /** A row of speech_engine; absent: the built-in engine. */
  readonly engineId?: string | undefined;
  /** As the engine calls it; '': its usual one. */
  readonly voice: string;
  /** Per cent of the usual speed, 50 to 200. */
  readonly speed: number;
  /** Per cent of the usual loudness, 0 to 100. */
  readonly volume: number;
  /** 0 to 100; 50 is the voice's own. */
  readonly pitch: number;
}

export interface EngineVoice {
  readonly name: string;
  readonly label: string;
}

/** What an engine answered when it was tried. */
export interface EngineTest {
  readonly ok: boolean;
  readonly ms: number;
  /** Recognised, or what was spoken. */
  readonly text: string;
  /** A WAV file, of engines that speak. */
  readonly wav?: Uint8Array | undefined;
  /** Why not, in Chinese; '' when it did. */
  readonly reason: string;
}

export interface Speech {
  /**
   * A WAV file, 8,000 Hz mono 16-bit, whose content is `text` in Mandarin; made once and kept (docs/protocol.md, K38). Never rejects
   * for want of an engine: it falls back to a tone file, which is not kept for the text.
   */
  speak(text: string, voice?: Voice, engine?: SpeechEngine): Promise<string>;
  /** The same for somebody who can be told: rejects with SpeechFailed where it cannot be spoken. */
  synthesise(text: string, voice?: Voice, engine?: SpeechEngine): Promise<string>;
  /** Hears one line. Rejects with SpeechFailed where the engine cannot be reached. `heard` is called in order, never within this call. */
  listen(options: Listen, heard: (event: ListeningEvent) => void): Promise<ListeningSession>;
  /** Tells once, when nobody has spoken on a line for `ms` of its sound. It recognises nothing. */
  watchSilence(ms: number, silent: () => void): Promise<SilenceWatch>;
  /**
   * Makes ready what the closed grammar needs for these phrases, so that the first caller does not wait for it. What is to be
   * spoken to callers meanwhile is not behind all of it. Rejects with SpeechFailed: who listens to them all the same tries again.
   */
  prepare(options: Pick<Listen, "engine" | "phrases">): Promise<void>;
  /** What it can speak with; absent: the built-in engine. */
  voices(engine?: SpeechEngine): Promise<readonly EngineVoice[]>;
  /** Says or recognises a sentence. Never rejects. */
  test(engine: SpeechEngine): Promise<EngineTest>;
  readonly kind: string;
  /** Sentences that could not be spoken since the start. */
  readonly failures: number;
  close(): Promise<void>;
}

/** `reason`: why, in Chinese, where it is known. */
export class SpeechFailed extends Error {
  readonly reason: string;
  constructor(cause: unknown, reason = "") {
    super("the sentence could not be spoken", { cause });
    this.name = "SpeechFailed";
    this.reason = reason;
  }
}

/** What was spoken before by any process, on whatever machine. Names are digests of engine, voice and text. */
export interface SpokenStore {
  load(name: string): Promise<Uint8Array | undefined>;
  save(name: string, data: Uint8Array): Promise<void>;
  /** It was wanted here, where it lay already. */
  used(name: string): void;
}
