/** The thread of the closed grammar: a sentence of 200 samples' windows against hundreds of others is too long for the event loop. */
import { answer } from "../../thread.ts";
import { distance } from "./dtw.ts";
import { featureSize, mfcc } from "./mfcc.ts";

export type Asked =
  /** What a template sounds like; the answer lies in shared memory, so that it comes here again without a copy. */
  | { readonly do: "learn"; readonly samples: Int16Array }
  | { readonly do: "compare"; readonly samples: Int16Array; readonly phrases: readonly (readonly Float32Array[])[] };
/** learn: rows of featureSize; compare: a distance a phrase, Infinity where it cannot be. */
export type Answered = Float32Array | readonly number[];

answer<Asked, Answered>(async (asked) => {
  const features = mfcc(asked.samples);
  if (asked.do === "learn") {
    const shared = new Float32Array(new SharedArrayBuffer(features.byteLength));
    shared.set(features);
    return shared;
  }
  return asked.phrases.map((templates) =>
    templates.reduce((best, template) => Math.min(best, distance(features, template, featureSize, best)), Infinity),
  );
});
