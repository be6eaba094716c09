/** The head of a RIFF/WAVE file, read and written. */
import { UnreadableSound } from "./unreadable.ts";

/** Bytes of the head that `wavHead` makes. */
export const wavHeadBytes = 44;
/** How much of a file's beginning `shapeOf` may need. */
export const wavLeadBytes = 4_096;

export const wavKinds = { pcm: 1, float: 3, alaw: 6, mulaw: 7, extensible: 0xfffe } as const;

export interface WavShape {
  /** One of wavKinds, or another number. */
  readonly kind: number;
  readonly bits: number;
  readonly channels: number;
  readonly rate: number;
  /** Where the samples begin, and how many bytes of them there are: whole frames only. */
  readonly offset: number;
  readonly bytes: number;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

export const isWav = (file: Uint8Array): boolean =>
  file.length >= 12 && textAt(file, 0) === "RIFF" && textAt(file, 8) === "WAVE";

/** The head of a file with `dataBytes` of 16-bit samples. */
export function wavHead(dataBytes: number, channels: number, rate: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(wavHeadBytes);
  const view = viewOf(head);
  const text = (at: number, value: string) => [...value].forEach((c, i) => view.setUint8(at + i, c.charCodeAt(0)));
  text(0, "RIFF");
  view.setUint32(4, 36 + dataBytes, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, wavKinds.pcm, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, dataBytes, true);
  return head;
}

/** A whole file. `samples`: of all channels, interleaved. */
export function writeWav(samples: Int16Array, rate: number, channels = 1): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(wavHeadBytes + samples.length * 2);
  file.set(wavHead(samples.length * 2, channels, rate));
  const view = viewOf(file);
  samples.forEach((sample, i) => view.setInt16(wavHeadBytes + i * 2, sample, true));
  return file;
}

/**
 * Reads the head. `size`: bytes of the whole file where `file` is only its beginning. A length that reaches past the end, and
 * that of a stream (0 or 0xffffffff), is not believed: the samples go to the end. Throws UnreadableSound.
 */
export function shapeOf(file: Uint8Array, size = file.length): WavShape {
  if (!isWav(file)) throw new UnreadableSound("不是有效的WAV文件");
  const view = viewOf(file);
  let format: Omit<WavShape, "offset" | "bytes"> | undefined;
  for (let at = 12; at + 8 <= file.length;) {
    const id = textAt(file, at);
    const length = view.getUint32(at + 4, true);
    if (id === "fmt ") format = formatAt(view, at + 8, length);
    if (id === "data") {
      if (!format) throw new UnreadableSound("WAV文件头不完整");
      const there = Math.max(0, size - at - 8);
      const bytes = length === 0 ? there : Math.min(length, there);
      const frame = Math.max(1, (format.bits >> 3) * format.channels);
      return { ...format, offset: at + 8, bytes: bytes - (bytes % frame) };
    }
    at += 8 + length + (length & 1);
  }
  throw new UnreadableSound("WAV文件中没有声音数据");
}

function formatAt(view: DataView, at: number, length: number): Omit<WavShape, "offset" | "bytes"> {
  if (length < 16 || at + 16 > view.byteLength) throw new UnreadableSound("WAV文件头不完整");
  const kind = view.getUint16(at, true);
  const channels = view.getUint16(at + 2, true);
  const rate = view.getUint32(at + 4, true);
  if (channels < 1 || channels > 8 || rate < 4_000 || rate > 192_000)
    throw new UnreadableSound("WAV文件的采样率或声道数不受支持");
  const inside = kind === wavKinds.extensible && length >= 26 && at + 26 <= view.byteLength;
  return { kind: inside ? view.getUint16(at + 24, true) : kind, channels, rate, bits: view.getUint16(at + 14, true) };
}

/** 16-bit PCM, one array a channel. Throws UnreadableSound for any other coding. */
export function readPcm(file: Uint8Array): { readonly rate: number; readonly channels: readonly Int16Array[] } {
  const { kind, bits, channels, rate, offset, bytes } = shapeOf(file);
  if (kind !== wavKinds.pcm || bits !== 16) throw new UnreadableSound("不是16位PCM的WAV文件");
  const view = viewOf(file);
  const frames = bytes / (channels * 2);
  const one = (channel: number) =>
    Int16Array.from({ length: frames }, (_, i) => view.getInt16(offset + (i * channels + channel) * 2, true));
  return { rate, channels: Array.from({ length: channels }, (_, channel) => one(channel)) };
}
