/** Whether a line opened as people in China do, with 喂, alone or in one breath with two syllables more. Pure. */
import type { AnswerParameters } from "./parameters.ts";
import { createSyllableCounter } from "./syllables.ts";

/** The pause of a comma. ms */
const comma = 140;

export interface Opening {
  /** dB of the next 20 ms. */
  push(db: number): void;
  /** So much silence; `word`: length of the word before it. ms */
  pause(silence: number, words: number, word: number): void;
  /** Speech goes on after so much silence. ms */
  goesOn(silence: number, words: number): void;
  /** 喂 was said, and nothing since. */
  firstWord(words: number): boolean;
  readonly opened: boolean;
}

export function createOpening({ openingWord }: AnswerParameters): Opening {
  const syllables = createSyllableCounter();
  let opened = false;
  /** Length of the first word, ms, and whether it was one syllable. */
  let first = 0;
  let alone = false;
  /** No pause of a comma since the first word began. */
  let unbroken = true;

  const firstWord = (words: number): boolean => alone && words === 1 && first <= openingWord;
  /** 喂你好 and 喂哪位, whose first syllable stands apart; not 您好, and no sentence. */
  function inOneBreath(): boolean {
    const { count, apart, murmur, firstMs } = syllables;
    return count === 3 && apart && !murmur && firstMs <= openingWord;
  }

  return {
    push(db) {
      if (unbroken) syllables.push(db);
    },
    pause(silence, words, word) {
      if (words === 1 && first === 0) {
        first = word;
        alone = syllables.count === 1 && !syllables.murmur;
      }
      if (words > 0 && silence >= comma && unbroken) {
        unbroken = false;
        if (inOneBreath()) opened = true;
      }
      if (words === 0) syllables.reset();
    },
    goesOn(silence, words) {
      if (firstWord(words) && silence >= comma) opened = true;
    },
    firstWord,
    get opened() {
      return opened;
    },
  };
}
