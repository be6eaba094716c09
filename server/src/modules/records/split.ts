/** One channel of a 16-bit PCM recording (RIFF WAVE), as a stream: an hour of it is 115 MB. */
import { Transform, type Readable } from "node:stream";
import { AppError } from "@liantai/api/contract";

export interface WavShape {
  readonly channels: number;
  readonly rate: number;
  /** Where the samples begin, and how many bytes of them there are. */
  readonly offset: number;
  readonly bytes: number;
}

/** How much of a file `shapeOf` needs. */
export const wavHeadBytes = 4_096;
const headBytes = 44;

/** `size`: of the whole file, for a recording whose length was never written into its head. */
export function shapeOf(head: Buffer, size: number): WavShape {
  const broken = new AppError("refused", "录音文件无法识别");
  if (head.length < headBytes || head.toString("latin1", 0, 4) !== "RIFF" || head.toString("latin1", 8, 12) !== "WAVE")
    throw broken;
  let format: { channels: number; rate: number } | undefined;
  for (let at = 12; at + 8 <= head.length;) {
    const id = head.toString("latin1", at, at + 4);
    const length = head.readUInt32LE(at + 4);
    if (id === "fmt " && at + 24 <= head.length) {
      if (head.readUInt16LE(at + 8) !== 1 || head.readUInt16LE(at + 22) !== 16) throw broken;
      format = { channels: head.readUInt16LE(at + 10), rate: head.readUInt32LE(at + 12) };
    }
    if (id === "data") {
      if (!format || format.channels < 1 || format.channels > 2) throw broken;
      const there = Math.max(0, size - at - 8);
      const bytes = length === 0 || length > there ? there : length;
      return { ...format, offset: at + 8, bytes: bytes - (bytes % (2 * format.channels)) };
    }
    at += 8 + length + (length % 2);
  }
  throw broken;
}

/** Head of a mono file with so many bytes of samples. */
function monoHead(rate: number, bytes: number): Buffer {
  const head = Buffer.alloc(headBytes);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + bytes, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(bytes, 40);
  return head;
}

/** Bytes of the file that `splitChannel` makes. */
export const splitBytes = ({ bytes, channels }: WavShape): number => headBytes + bytes / channels;

/** `samples`: the interleaved frames alone. */
export function splitChannel(
  samples: Readable,
  { channels, rate, bytes }: WavShape,
  channel: "left" | "right",
): Readable {
  const frame = channels * 2;
  const skip = channel === "right" ? 2 : 0;
  let rest: Buffer = Buffer.alloc(0);
  const pick = new Transform({
    transform(piece: Buffer, _encoding, done) {
      const chunk = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
      const frames = Math.floor(chunk.length / frame);
      const out = Buffer.allocUnsafe(frames * 2);
      for (let i = 0, from = skip; i < frames; i += 1, from += frame) {
        out[i * 2] = chunk[from]!;
        out[i * 2 + 1] = chunk[from + 1]!;
      }
      rest = chunk.subarray(frames * frame);
      done(null, out);
    },
  });
  pick.push(monoHead(rate, bytes / channels));
  samples.on("error", (error) => pick.destroy(error));
  pick.once("close", () => samples.destroy());
  return samples.pipe(pick);
}
