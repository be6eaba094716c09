/** What the switch plays, and a recording made whole. */
import { open } from "node:fs/promises";
import { shapeOf, wavHead, wavHeadBytes, wavKinds, type WavShape } from "@liantai/api/wav";
import { PCM_TO_ULAW, RATE } from "./g711.ts";

/** The samples of a file as mu-law. Throws an Error that names what is wrong when it is not 8 kHz mono PCM16 or mu-law. */
export function decodeWav(file: Buffer): Uint8Array {
  const { kind, bits, channels, rate, offset, bytes } = shapeOf(file);
  if (channels !== 1 || rate !== RATE) throw new Error("not 8,000 Hz mono");
  const body = file.subarray(offset, offset + bytes);
  if (kind === wavKinds.mulaw && bits === 8) return new Uint8Array(body);
  if (kind !== wavKinds.pcm || bits !== 16) throw new Error("neither 16-bit PCM nor mu-law");
  const out = new Uint8Array(bytes >> 1);
  for (let i = 0; i < out.length; i++) out[i] = PCM_TO_ULAW[body.readUInt16LE(i * 2)] as number;
  return out;
}

/**
 * Makes the header of a recording agree with its length, after a process was killed between samples and sizes.
 * Resolves with the length in ms, or undefined when the file is no recording of ours. Idempotent.
 */
export async function repairWav(path: string): Promise<number | undefined> {
  const handle = await open(path, "r+").catch(() => undefined);
  if (!handle) return undefined;
  try {
    const head = Buffer.alloc(wavHeadBytes);
    await handle.read(head, 0, wavHeadBytes, 0);
    const { size } = await handle.stat();
    const shape = recordingShape(head, size);
    if (!shape) return undefined;
    const frame = shape.channels * 2;
    const dataBytes = Math.floor((size - wavHeadBytes) / frame) * frame;
    await handle.truncate(wavHeadBytes + dataBytes);
    await handle.write(wavHead(dataBytes, shape.channels, shape.rate), 0, wavHeadBytes, 0);
    return (dataBytes / frame / shape.rate) * 1_000;
  } finally {
    await handle.close();
  }
}

function recordingShape(head: Uint8Array, size: number): WavShape | undefined {
  try {
    const shape = shapeOf(head, size);
    return shape.offset === wavHeadBytes && shape.kind === wavKinds.pcm && shape.bits === 16 ? shape : undefined;
  } catch {
    return undefined;
  }
}
