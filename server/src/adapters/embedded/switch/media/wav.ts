/** RIFF/WAVE: what the switch plays (8,000 Hz mono, 16-bit PCM or mu-law) and what it records (16-bit PCM, two channels). */
import { open, type FileHandle } from "node:fs/promises";
import { PCM_TO_ULAW, RATE } from "./g711.ts";

export const HEADER_BYTES = 44;
const PCM = 1;
const MULAW = 7;
const EXTENSIBLE = 0xfffe;

/** The 44-byte header of a 16-bit PCM file with `dataBytes` of samples. */
export function wavHeader(dataBytes: number, channels: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(PCM, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/** The samples of a file as mu-law. Throws an Error that names what is wrong when it is not 8 kHz mono PCM16 or mu-law. */
export function decodeWav(file: Buffer): Uint8Array {
  if (file.length < 12 || file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WAVE") {
    throw new Error("not a RIFF/WAVE file");
  }
  let format = 0;
  let bits = 0;
  for (let at = 12; at + 8 <= file.length;) {
    const id = file.toString("latin1", at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const body = file.subarray(at + 8, Math.min(file.length, at + 8 + size));
    if (id === "fmt ") {
      if (body.length < 16) throw new Error("short fmt chunk");
      format = body.readUInt16LE(0);
      if (format === EXTENSIBLE && body.length >= 26) format = body.readUInt16LE(24);
      bits = body.readUInt16LE(14);
      if (body.readUInt16LE(2) !== 1 || body.readUInt32LE(4) !== RATE) throw new Error("not 8,000 Hz mono");
    } else if (id === "data") {
      if (format === MULAW && bits === 8) return new Uint8Array(body);
      if (format === PCM && bits === 16) return pcmToUlaw(body);
      throw new Error("neither 16-bit PCM nor mu-law");
    }
    at += 8 + size + (size & 1);
  }
  throw new Error("no data chunk");
}

function pcmToUlaw(body: Buffer): Uint8Array {
  const out = new Uint8Array(body.length >> 1);
  for (let i = 0; i < out.length; i++) out[i] = PCM_TO_ULAW[body.readUInt16LE(i * 2)] as number;
  return out;
}

/** Writes the two sizes of a header, nothing else: the samples must already be there. */
export async function writeSizes(handle: FileHandle, dataBytes: number): Promise<void> {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(dataBytes);
  await handle.write(size, 0, 4, 40);
  const riff = Buffer.alloc(4);
  riff.writeUInt32LE(36 + dataBytes);
  await handle.write(riff, 0, 4, 4);
}

/**
 * Makes the header of a recording agree with its length, after a process was killed between samples and sizes.
 * Resolves with the length in ms, or undefined when the file is no recording of ours. Idempotent.
 */
export async function repairWav(path: string): Promise<number | undefined> {
  const handle = await open(path, "r+").catch(() => undefined);
  if (!handle) return undefined;
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await handle.read(header, 0, HEADER_BYTES, 0);
    if (
      bytesRead < HEADER_BYTES ||
      header.toString("latin1", 0, 4) !== "RIFF" ||
      header.toString("latin1", 36, 40) !== "data"
    )
      return undefined;
    const frameBytes = header.readUInt16LE(32);
    const { size } = await handle.stat();
    const dataBytes = frameBytes ? Math.floor((size - HEADER_BYTES) / frameBytes) * frameBytes : 0;
    await handle.truncate(HEADER_BYTES + dataBytes);
    await writeSizes(handle, dataBytes);
    return frameBytes ? (dataBytes / frameBytes / RATE) * 1_000 : 0;
  } finally {
    await handle.close();
  }
}
