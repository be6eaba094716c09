/** The file under a recording, as little of it as a recording needs: tests put a disk that fails in its place. */
import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { shapeOf, wavHeadBytes, wavKinds } from "@liantai/api/wav";
import { RATE } from "./g711.ts";

export interface RecordingFile {
  /** What of this recording lies there already; undefined: nothing. */
  readonly earlier?: EarlierPart;
  /** Resolves with how many bytes were written, which may be fewer than given. */
  write(data: Uint8Array, position: number): Promise<number>;
  /** Cuts it, or makes it longer with zeros that take no room. */
  resize(bytes: number): Promise<void>;
  close(): Promise<void>;
}

export interface EarlierPart {
  /** Of its samples, in whole frames. */
  readonly bytes: number;
  /** How long nothing was written to it, ms: its last sample came about then, unless it was fetched from another machine. */
  readonly silentMs: number;
  samples(): AsyncIterable<Uint8Array>;
}

/** `frameBytes`: what is cut off in the middle of a frame is no sample. */
export type OpenRecordingFile = (path: string, frameBytes: number) => Promise<RecordingFile>;

export const openRecordingFile: OpenRecordingFile = async (path, frameBytes) => {
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o640);
  try {
    const earlier = await earlierPart(handle, frameBytes);
    await handle.truncate(earlier ? wavHeadBytes + earlier.bytes : 0);
    return {
      ...(earlier ? { earlier } : {}),
      write: async (data, position) => (await handle.write(data, 0, data.length, position)).bytesWritten,
      resize: (bytes) => handle.truncate(bytes),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** Undefined where it is no recording of ours: that is replaced. */
async function earlierPart(handle: FileHandle, frameBytes: number): Promise<EarlierPart | undefined> {
  const { size, mtimeMs } = await handle.stat();
  const head = Buffer.alloc(wavHeadBytes);
  await handle.read(head, 0, wavHeadBytes, 0);
  if (!isOurs(head, size)) return undefined;
  const bytes = Math.floor((size - wavHeadBytes) / frameBytes) * frameBytes;
  if (bytes === 0) return undefined;
  return {
    bytes,
    silentMs: Math.max(0, Date.now() - mtimeMs),
    samples: () => handle.createReadStream({ start: wavHeadBytes, end: wavHeadBytes + bytes - 1, autoClose: false }),
  };
}

function isOurs(head: Uint8Array, size: number): boolean {
  try {
    const { offset, kind, bits, channels, rate } = shapeOf(head, size);
    return offset === wavHeadBytes && kind === wavKinds.pcm && bits === 16 && channels === 2 && rate === RATE;
  } catch {
    return false;
  }
}
