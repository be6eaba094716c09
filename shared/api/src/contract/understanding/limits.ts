/** How much of what people write and say is looked at (docs/protocol.md, I2). Lengths in characters. */
export const understandingLimits = {
  /** Of a regular expression. */
  pattern: 500,
  /** Of a compiled one, instructions: a short text may stand for a long one, `a{1000}`. */
  patternSize: 500,
  /** Of a sentence; what is longer is refused where people type it and cut where it was heard. */
  sentence: 1_000,
  /** Sentences of one test of a rule. */
  testSentences: 20,
  keyword: 30,
  keywords: 100,
  rules: 20,
  /** Of an intent. */
  sample: 200,
  samples: 2_000,
  /** Of an enterprise, all intents together. */
  allSamples: 20_000,
  intents: 1_000,
  question: 200,
  similar: 100,
  answer: 1_000,
} as const;

/** What a nearest sample must reach, and how far it must be before that of the next intent; 0..1. */
export const matchDefaults = { threshold: 0.4, margin: 0.05 } as const;
