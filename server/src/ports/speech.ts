/** The Speech port: text to audio. Embedded: espeak-ng in a process of its own; absent: tones. */
export interface Speech {
  /**
   * A WAV file, 8,000 Hz mono 16-bit, whose content is `text` in Mandarin; cached by text. Never rejects for want of an
   * engine: it falls back to a tone file.
   */
  speak(text: string): Promise<string>;
  readonly kind: string;
  close(): Promise<void>;
}
