/** What answering machine detection goes by. The first eight bear the names and meanings of Asterisk's application AMD. */

export interface AnswerParameters {
  /** Nobody has spoken for so long since the answer: silence. ms */
  readonly initialSilence: number;
  /** So much speech without a pause of afterGreetingSilence: a machine. ms */
  readonly greeting: number;
  /** So much silence after a shorter greeting: a person, who waits for an answer. ms */
  readonly afterGreetingSilence: number;
  /** After so long without a verdict: unknown. ms */
  readonly totalAnalysis: number;
  /** One word more than so many says machine. */
  readonly maximumWords: number;
  /** A shorter sound is no word. ms */
  readonly minimumWordLength: number;
  /** A shorter pause does not end a word. ms */
  readonly betweenWordsSilence: number;
  /** Mean of a frame's absolute samples; what is quieter is silence, however quiet the line is. */
  readonly silenceThreshold: number;
  /**
   * A first word of one syllable and at most this length, 喂, opens as people do and recordings do not: followed by openingSilence it is a
   * person's, and a greeting that goes on after it is a person's however long. ms, 0 switches it off
   */
  readonly openingWord: number;
  readonly openingSilence: number;
  /**
   * Before that a greeting is long only when it is of longGreeting; who still speaks then, after less than `greeting`, is not known
   * and will not be in time. ms after the answer, 0: `greeting` counts at once
   */
  readonly decideBy: number;
  readonly longGreeting: number;
  /** So much of the longest phrase, which has no pause of 200 ms in it, is added to what is held against `greeting`. Of 1 */
  readonly phraseWeight: number;
  /** A tone of one frequency after speech has to last so long to be the beep. ms */
  readonly beep: number;
}

/** As Asterisk publishes them, and nothing of ours. */
export const publishedParameters: AnswerParameters = {
  initialSilence: 2_500,
  greeting: 1_500,
  afterGreetingSilence: 800,
  totalAnalysis: 5_000,
  maximumWords: 3,
  minimumWordLength: 100,
  betweenWordsSilence: 50,
  silenceThreshold: 256,
  openingWord: 0,
  openingSilence: 0,
  decideBy: 0,
  longGreeting: 0,
  phraseWeight: 0,
  beep: 150,
};

/** What tasks begin with; docs/decisions/091 says why some of the published ones are others. */
export const answerParameters: AnswerParameters = {
  ...publishedParameters,
  greeting: 2_200,
  maximumWords: 99,
  silenceThreshold: 64,
  openingWord: 320,
  openingSilence: 300,
  decideBy: 2_980,
  longGreeting: 2_700,
  phraseWeight: 0.5,
};
