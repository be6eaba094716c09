/** The waveform of a two-channel 16-bit recording, read as a stream: an hour of it is 115 MB. */
import type { Readable } from "node:stream";
import { wavHeadBytes } from "@liantai/api/wav";

const peakCount = 400;
const frameBytes = 4;

export interface Peaks {
  readonly left: number[];
  readonly right: number[];
}

/** `bytes`: size of the file. The largest deflection in each of 400 parts, 0..1. */
export async function peaksOf(stream: Readable, bytes: number): Promise<Peaks> {
  const frames = Math.max(1, Math.floor((bytes - wavHeadBytes) / frameBytes));
  const peaks = [new Array<number>(peakCount).fill(0), new Array<number>(peakCount).fill(0)] as const;
  let skip = wavHeadBytes;
  let frame = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of stream as AsyncIterable<Buffer>) {
    let chunk = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    if (skip > 0) {
      const gone = Math.min(skip, chunk.length);
      skip -= gone;
      chunk = chunk.subarray(gone);
    }
    const whole = chunk.length - (chunk.length % frameBytes);
    for (let at = 0; at < whole; at += frameBytes, frame++) {
      const slot = Math.min(peakCount - 1, Math.floor((frame * peakCount) / frames));
      for (const side of [0, 1] as const) {
        const value = Math.abs(chunk.readInt16LE(at + side * 2)) / 32_768;
        if (value > (peaks[side][slot] ?? 0)) peaks[side][slot] = value;
      }
    }
    rest = chunk.subarray(whole);
  }
  const round = (list: number[]): number[] => list.map((v) => Math.round(v * 1_000) / 1_000);
  return { left: round(peaks[0]), right: round(peaks[1]) };
}
