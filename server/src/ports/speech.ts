/** The Speech port: text to audio. Embedded: espeak-ng in a process of its own; absent: tones. */
export interface Speech {
  /**
   * A WAV file, 8,000 Hz mono 16-bit, whose content is `text` in Mandarin; made once and kept (docs/protocol.md, K38). Never rejects
   * for want of an engine: it falls back to a tone file, which is not kept for the text.
   */
  speak(text: string): Promise<string>;
  /** The same for somebody who can be told: rejects with SpeechFailed where it cannot be spoken. */
  synthesise(text: string): Promise<string>;
  readonly kind: string;
  /** Sentences that could not be spoken since the start. */
  readonly failures: number;
  close(): Promise<void>;
}

export class SpeechFailed extends Error {
  constructor(cause: unknown) {
    super("the sentence could not be spoken", { cause });
    this.name = "SpeechFailed";
  }
}

/** What was spoken before by any process, on whatever machine. Names are digests of engine, voice and text. */
export interface SpokenStore {
  load(name: string): Promise<Uint8Array | undefined>;
  save(name: string, data: Uint8Array): Promise<void>;
  /** It was wanted here, where it lay already. */
  used(name: string): void;
}
