/** One channel of a 16-bit PCM recording (RIFF WAVE), as a stream: an hour of it is 115 MB. */
import { Transform, type Readable } from "node:stream";
import { AppError } from "@liantai/api/contract";
import { shapeOf, UnreadableSound, wavHead, wavHeadBytes, wavKinds, type WavShape } from "@liantai/api/wav";

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
export const splitBytes = ({ bytes, channels }: WavShape): number => wavHeadBytes + bytes / channels;

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
  pick.push(wavHead(bytes / channels, 1, rate));
  samples.on("error", (error) => pick.destroy(error));
  pick.once("close", () => samples.destroy());
  return samples.pipe(pick);
}
