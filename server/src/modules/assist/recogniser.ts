/** What the assist needs of a recogniser: one line of audio in, sentences out. The half of the Speech port that listens is one. */

export interface Sentences {
  /** What is expected; a closed grammar knows nothing else. */
  readonly phrases: readonly { readonly id: string; readonly text: string }[];
  /** So much silence ends a sentence, ms. */
  readonly endSilenceMs: number;
  /** A longer sentence is cut, ms. */
  readonly maxMs: number;
  /** Goes on after a sentence. */
  readonly continuous: true;
}

/** ms are of the audio that was pushed, from its beginning. */
export type Recognised =
  | { readonly type: "started"; readonly atMs: number }
  | { readonly type: "partial"; readonly text: string }
  | {
      readonly type: "final";
      /** '': not understood. */
      readonly text: string;
      readonly confidence: number;
      readonly fromMs: number;
      readonly toMs: number;
    }
  | { readonly type: "ended" }
  /** reason: Chinese. */
  | { readonly type: "failed"; readonly reason: string };

export interface Line {
  /** 160 samples. */
  push(samples: Int16Array): void;
  end(): void;
}

export interface Recogniser {
  /** In words, for 坐席辅助设置. */
  readonly name: string;
  /** These will be expected: what takes long is done before the first talk. Never rejects. */
  prepare(compId: string, phrases: Sentences["phrases"]): Promise<void>;
  listen(compId: string, options: Sentences, heard: (event: Recognised) => void): Promise<Line>;
}

/** Most that are expected: a closed grammar compares each sentence with every one. Words come first. */
const most = 200;

export const phrasesOf = (
  words: readonly string[],
  knowledge: readonly { readonly id: string; readonly sentence: string }[],
): Sentences["phrases"] =>
  [
    ...words.map((text) => ({ id: `word:${text}`, text })),
    ...knowledge.map(({ id, sentence }) => ({ id: `knowledge:${id}`, text: sentence })),
  ].slice(0, most);
