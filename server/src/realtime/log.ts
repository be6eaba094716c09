/**
 * The numbered messages of one stream (docs/protocol.md, section Messages): `seq` grows by one, the newest stay for a
 * resume. Pure.
 */
import type { OutgoingMessage } from "@liantai/api/contract";

export interface Line {
  readonly seq: number;
  readonly body: Body;
}

/** A message encoded once for every stream it goes to: JSON without its seq and its first brace. */
export type Body = Buffer;

export const encodeBody = (message: OutgoingMessage): Body => Buffer.from(JSON.stringify(message).slice(1));

export interface Limits {
  readonly messages: number;
  /** Sum of kept bodies: a few large messages must not hold memory that hundreds of small ones may not. */
  readonly bytes: number;
}

export interface StreamLog {
  /** seq of the newest message; 0: none yet. */
  readonly last: number;
  append(body: Body): Line;
  /** Messages after `seq`, or undefined when they are no longer all kept, or `seq` was never sent. */
  since(seq: number): readonly Line[] | undefined;
  /** The client has handled everything up to `seq`. */
  acknowledge(seq: number): void;
}

export function createStreamLog(limits: Limits): StreamLog {
  let kept: Line[] = [];
  let bytes = 0;
  let last = 0;
  const dropTo = (index: number) => {
    for (const line of kept.slice(0, index)) bytes -= line.body.length;
    kept = kept.slice(index);
  };
  return {
    get last() {
      return last;
    },
    append(body) {
      const line = { seq: (last += 1), body };
      kept.push(line);
      bytes += body.length;
      // Dropped by the half, so that appending stays cheap; a resume checks the limit exactly enough for both sides.
      if (kept.length > limits.messages * 1.5) dropTo(kept.length - limits.messages);
      while (bytes > limits.bytes && kept.length > 0) dropTo(Math.ceil(kept.length / 2));
      return line;
    },
    since(seq) {
      if (!Number.isSafeInteger(seq) || seq < 0 || seq > last) return undefined;
      const missing = last - seq;
      return missing <= Math.min(kept.length, limits.messages) ? kept.slice(kept.length - missing) : undefined;
    },
    acknowledge(seq) {
      if (seq > last || kept.length === 0) return;
      dropTo(Math.max(0, Math.min(kept.length, seq - kept[0]!.seq + 1)));
    },
  };
}
