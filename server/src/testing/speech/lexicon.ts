/**
 * The ear of the test servers: names the sentence that some audio is, out of those it was taught. It hears what really came over the
 * wire, so that a byte order, a rate or a lost frame shows.
 */
import { distance } from "../../adapters/embedded/speech/grammar/dtw.ts";
import { featureSize, mfcc } from "../../adapters/embedded/speech/grammar/mfcc.ts";

export type Lexicon = (samples: Int16Array) => string;

const farthest = 3.6;

/** `taught`: texts, and how each sounds, 8,000 Hz. Answers '' for what is none of them. */
export function createLexicon(taught: ReadonlyMap<string, readonly Int16Array[]>): Lexicon {
  const known = [...taught].flatMap(([text, sounds]) => sounds.map((sound) => ({ text, features: mfcc(sound) })));
  return (samples) => {
    const features = mfcc(samples);
    const ranked = known
      .map(({ text, features: template }) => ({ text, far: distance(features, template, featureSize) }))
      .sort((a, b) => a.far - b.far);
    return ranked[0] && ranked[0].far < farthest ? ranked[0].text : "";
  };
}

/** Samples of bytes, little-endian. */
export const samplesIn = (bytes: Buffer): Int16Array =>
  Int16Array.from({ length: bytes.length >> 1 }, (_, n) => bytes.readInt16LE(n * 2));
