/** The half of the Speech port that listens. Time is the audio's own: a frame is 20 ms, however fast it comes. */
import type { SpeechEngine } from "./speech-engine.ts";

/** Samples of a frame: 20 ms of 8,000 Hz. */
export const frameSamples = 160;
export const frameMs = 20;

export interface Phrase {
  readonly id: string;
  readonly text: string;
}

export interface Listen {
  /** Absent: the closed grammar. */
  readonly engine?: SpeechEngine | undefined;
  /** What is expected. The closed grammar knows nothing else; others are helped by it. */
  readonly phrases?: readonly Phrase[] | undefined;
  /** So much silence ends a sentence, ms; default 800. */
  readonly endSilenceMs?: number | undefined;
  /** A sentence that lasts longer is cut, ms; default 15,000. */
  readonly maxMs?: number | undefined;
  /** Nobody says anything for so long: `ended`, noInput. 0 or absent: it is waited for without end. */
  readonly noInputMs?: number | undefined;
  /** Who has spoken for so long is told of by `lasted`, ms; 0 or absent: nobody asks. */
  readonly lastsMs?: number | undefined;
  /** Default 'zh-CN'. */
  readonly language?: string | undefined;
  /** Goes on after a sentence until `end()`; default: one sentence. */
  readonly continuous?: boolean | undefined;
}

export interface Alternative {
  /** Of the phrase, where one was expected. */
  readonly id?: string | undefined;
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** ms are of the audio that was pushed, from its beginning. */
export type ListeningEvent =
  | { readonly type: "started"; readonly atMs: number }
  /** Of the sentence that began: he speaks still, and has for `lastsMs`. */
  | { readonly type: "lasted"; readonly atMs: number }
  | { readonly type: "partial"; readonly text: string }
  | {
      readonly type: "final";
      /** '': something was said and not understood. */
      readonly text: string;
      /** The expected phrase that it is, word for word or by its sound. */
      readonly id?: string | undefined;
      /** 0 to 1; 1 where the engine gives none. */
      readonly confidence: number;
      /** Best first, without `text` itself. */
      readonly alternatives: readonly Alternative[];
      readonly fromMs: number;
      readonly toMs: number;
    }
  /** done: a sentence was heard, or `end()` was called. Nothing comes after it. */
  | { readonly type: "ended"; readonly why: "done" | "noInput" }
  /** Nothing comes after it; `reason` is Chinese. */
  | { readonly type: "failed"; readonly reason: string };

export interface SilenceWatch {
  /** 160 samples of 8,000 Hz, 16 bit: 20 ms. */
  push(samples: Int16Array): void;
  close(): void;
}

export interface ListeningSession {
  /** 160 samples of 8,000 Hz, 16 bit: 20 ms. Ignored after the end. Throws RangeError for any other number of samples. */
  push(samples: Int16Array): void;
  /** What was typed in place of speech: a sentence, understood. */
  type(text: string): void;
  /** Nothing more comes: what was begun is finished, then `ended`. */
  end(): void;
}
