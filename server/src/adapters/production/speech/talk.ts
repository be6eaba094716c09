/** How one sentence is put to a recogniser over a WebSocket. */
import type { Heard } from "../../embedded/speech/listening/recogniser.ts";

export interface Talk {
  /** Sent first. */
  readonly hello: string;
  /** Sent last. */
  readonly bye: string;
  /** Frames of 20 ms that go in one message. */
  readonly batch: number;
  /** As the engine wants it. */
  encode(frame: Int16Array): Buffer;
  /**
   * A message of the engine; `sent`: how many messages of audio went out, and whether `bye` did. What is answered ends the sentence.
   * Throws for what is no message of the protocol.
   */
  read(message: unknown, sent: { readonly audio: number; readonly bye: boolean }): Heard | undefined;
  /** What there is would do, should it say no more. */
  settled(): boolean;
  /** It says no more after `bye`, or has hung up: what there is; undefined: it owes a result. */
  rest(hungUp: boolean): Heard | undefined;
}

/** Little-endian samples. */
export const bytesOf = (samples: Int16Array): Buffer => {
  const bytes = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, n) => bytes.writeInt16LE(sample, n * 2));
  return bytes;
};
