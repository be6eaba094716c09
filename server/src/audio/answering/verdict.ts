/** What listens to a line that was dialled, and what it says of it. */

/**
 * unknown is dealt with as a person is: nobody shall be hung up on because nothing was understood.
 * silence: nobody speaks, or only the network does, by a tone.
 */
export type AnswerClass = "person" | "machine" | "fax" | "silence" | "unknown";

export type AnswerReason =
  /** A person waits after his greeting. */
  | "afterGreeting"
  /** A person said 喂. */
  | "opening"
  /** A machine speaks for long. */
  | "greeting"
  /** A machine says many words. */
  | "words"
  /** A machine beeps. */
  | "beep"
  /** A fax machine calls (1,100 Hz) or answers (2,100 Hz). */
  | "cng"
  | "ced"
  | "initialSilence"
  | "busyTone"
  | "congestionTone"
  | "unobtainableTone"
  | "ringback"
  /** Somebody speaks, too short for a machine and too long for a person. */
  | "decideBy"
  /** The time is over. */
  | "totalAnalysis"
  /** The line was gone before anything was known. */
  | "ended";

export interface AnswerVerdict {
  readonly class: AnswerClass;
  readonly reason: AnswerReason;
  /** Since the first frame. */
  readonly ms: number;
}

/** Fed with the sound of one line, as AudioSink of the Switch port gives it; it keeps nothing outside and needs no closing. */
export interface Listener<V> {
  /** Any frame; a verdict as soon as it is known, and the same one ever after. */
  hear(samples: Int16Array): V | undefined;
  /** No more will come: what is known, or as good as it gets. */
  end(): V;
}
