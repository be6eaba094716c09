/** A telephone line for tests of listening: frames of 20 ms through mu-law, and what is heard of them. */
import type { Listen, ListeningEvent, ListeningSession, Speech } from "../../ports/speech.ts";
import { frameMs, frameSamples } from "../../ports/speech-listening.ts";
import { toPcm, toUlaw } from "../../adapters/embedded/switch/media/g711.ts";

/** Frames of a sound; the last is filled up with silence. */
export const framesOf = (samples: Int16Array): readonly Int16Array[] =>
  Array.from({ length: Math.ceil(samples.length / frameSamples) }, (_, n) => {
    const frame = new Int16Array(frameSamples);
    frame.set(samples.subarray(n * frameSamples, (n + 1) * frameSamples));
    return frame;
  });

/** The same as a telephone line brings it. */
export const lineFrames = (samples: Int16Array): readonly Int16Array[] =>
  framesOf(samples.map((sample) => toPcm(toUlaw(sample))));

export const quiet = (ms: number): readonly Int16Array[] =>
  Array.from({ length: ms / frameMs }, () => new Int16Array(frameSamples));

export interface Heard {
  readonly session: ListeningSession;
  readonly events: readonly ListeningEvent[];
  readonly over: Promise<void>;
  push(...parts: readonly (readonly Int16Array[])[]): void;
  /** The first; throws where there is none. */
  final(): Extract<ListeningEvent, { type: "final" }>;
}

export async function listenTo(speech: Speech, options: Listen): Promise<Heard> {
  const events: ListeningEvent[] = [];
  let done: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (done = resolve));
  const session = await speech.listen(options, (event) => {
    events.push(event);
    if (event.type === "ended" || event.type === "failed") done();
  });
  return {
    session,
    events,
    over,
    push(...parts) {
      for (const frame of parts.flat()) session.push(frame);
    },
    final() {
      const found = events.find((event) => event.type === "final");
      if (!found) throw new Error(`nothing was understood: ${JSON.stringify(events)}`);
      return found;
    },
  };
}
