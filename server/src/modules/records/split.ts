/** One channel of a 16-bit PCM recording (RIFF WAVE), as a stream: an hour of it is 115 MB. */
import { Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { AppError } from "@liantai/api/contract";
import {
  shapeOf,
  UnreadableSound,
  wavHead,
  wavHeadBytes,
  wavKinds,
  wavLeadBytes,
  type WavShape,
} from "@liantai/api/wav";
import type { BlobInfo, Blobs } from "../../ports/blobs.ts";

const unreadable = "录音文件无法识别";

/** The shape of a recording: 16-bit PCM of one or two channels. Throws AppError 'refused'. `size`: of the whole file. */
export function recordingShape(lead: Buffer, size: number): WavShape {
  let shape: WavShape;
  try {
    shape = shapeOf(lead, size);
  } catch (error) {
    if (error instanceof UnreadableSound) throw new AppError("refused", unreadable);
    throw error;
  }
  if (shape.kind !== wavKinds.pcm || shape.bits !== 16 || shape.channels > 2) throw new AppError("refused", unreadable);
  return shape;
}

/** Bytes of the file that `splitChannel` makes. */
const splitBytes = ({ bytes, channels }: WavShape): number => wavHeadBytes + bytes / channels;

/** `samples`: the interleaved frames alone. */
function splitChannel(samples: Readable, { channels, rate, bytes }: WavShape, channel: "left" | "right"): Readable {
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
  pick.push(wavHead(bytes / channels, 1, rate));
  samples.on("error", (error) => pick.destroy(error));
  pick.once("close", () => samples.destroy());
  return samples.pipe(pick);
}

export interface Side {
  /** Of the whole recording. */
  readonly durationMs: number;
  /** Of the WAV file that `open` gives. */
  readonly bytes: number;
  open(): Promise<Readable>;
}

/** Seconds of a recording, as far as it goes. */
function pieceOf(whole: WavShape, { from, to }: { readonly from: number; readonly to: number }): WavShape {
  const frame = whole.channels * 2;
  const at = (seconds: number) => Math.min(whole.bytes, Math.round(seconds * whole.rate) * frame);
  return { ...whole, offset: whole.offset + at(from), bytes: Math.max(0, at(to) - at(from)) };
}

/** One side of a stored recording, or of a piece of it: left the customer, right the agent. Throws AppError 'refused'. */
export async function sideOf(
  blobs: Pick<Blobs, "read">,
  { key, bytes }: BlobInfo,
  channel: "left" | "right",
  piece?: { readonly from: number; readonly to: number },
): Promise<Side> {
  const lead = await buffer(await blobs.read(key, { start: 0, end: Math.min(bytes, wavLeadBytes) - 1 }));
  const whole = recordingShape(lead, bytes);
  if (whole.channels === 1 && channel === "right") throw new AppError("refused", "该录音只有一个声道");
  const shape = piece ? pieceOf(whole, piece) : whole;
  const samples = async () =>
    shape.bytes > 0 ? blobs.read(key, { start: shape.offset, end: shape.offset + shape.bytes - 1 }) : Readable.from([]);
  return {
    durationMs: Math.floor((whole.bytes / whole.channels / 2 / whole.rate) * 1_000),
    bytes: splitBytes(shape),
    open: async () => splitChannel(await samples(), shape, channel),
  };
}
