/** Sound files that people bring, read to samples; and what the switch plays: RIFF/WAVE, 8,000 Hz, mono, 16 bit. */

export const telephoneRate = 8_000;

/** Mono samples, -1 to 1. */
export interface Sound {
  readonly rate: number;
  readonly samples: Float32Array;
}

/** The file is none that can be read; the message is for people. */
export class UnreadableSound extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnreadableSound";
  }
}

const format = { pcm: 1, float: 3, alaw: 6, mulaw: 7, extensible: 0xfffe } as const;

/** ITU-T G.711, decoded to -1..1. */
function fromMulaw(byte: number): number {
  const u = ~byte & 0xff;
  const t = (((u & 0x0f) << 3) + 0x84) << ((u & 0x70) >> 4);
  return ((u & 0x80) !== 0 ? 0x84 - t : t - 0x84) / 32_768;
}
function fromAlaw(byte: number): number {
  const a = byte ^ 0x55;
  const exponent = (a & 0x70) >> 4;
  const mantissa = ((a & 0x0f) << 4) + 8;
  const t = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return ((a & 0x80) !== 0 ? t : -t) / 32_768;
}

interface Layout {
  readonly bytes: number;
  readonly read: (data: DataView, at: number) => number;
}

function layoutOf(kind: number, bits: number): Layout {
  if (kind === format.mulaw && bits === 8) return { bytes: 1, read: (d, at) => fromMulaw(d.getUint8(at)) };
  if (kind === format.alaw && bits === 8) return { bytes: 1, read: (d, at) => fromAlaw(d.getUint8(at)) };
  if (kind === format.float && bits === 32) return { bytes: 4, read: (d, at) => d.getFloat32(at, true) };
  if (kind === format.float && bits === 64) return { bytes: 8, read: (d, at) => d.getFloat64(at, true) };
  if (kind === format.pcm && bits === 8) return { bytes: 1, read: (d, at) => (d.getUint8(at) - 128) / 128 };
  if (kind === format.pcm && bits === 16) return { bytes: 2, read: (d, at) => d.getInt16(at, true) / 32_768 };
  if (kind === format.pcm && bits === 24)
    return {
      bytes: 3,
      read: (d, at) => (d.getUint8(at) | (d.getUint8(at + 1) << 8) | (d.getInt8(at + 2) << 16)) / 8_388_608,
    };
  if (kind === format.pcm && bits === 32) return { bytes: 4, read: (d, at) => d.getInt32(at, true) / 2_147_483_648 };
  throw new UnreadableSound("不支持的WAV编码，请使用PCM、A律或μ律格式");
}

export const isWav = (file: Uint8Array): boolean =>
  file.length >= 12 &&
  Buffer.from(file.subarray(0, 4)).toString("latin1") === "RIFF" &&
  Buffer.from(file.subarray(8, 12)).toString("latin1") === "WAVE";

/** Any WAV people have: PCM of 8 to 32 bits, float, G.711; channels are mixed. Throws UnreadableSound. */
export function readWav(file: Uint8Array): Sound {
  if (!isWav(file)) throw new UnreadableSound("不是有效的WAV文件");
  const data = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let layout: Layout | undefined;
  let channels = 0;
  let rate = 0;
  for (let at = 12; at + 8 <= file.length;) {
    const id = Buffer.from(file.subarray(at, at + 4)).toString("latin1");
    // Sizes of files that were streamed or cut are not believed.
    const size = Math.min(data.getUint32(at + 4, true), file.length - at - 8);
    if (id === "fmt ") {
      if (size < 16) throw new UnreadableSound("WAV文件头不完整");
      const kind = data.getUint16(at + 8, true);
      channels = data.getUint16(at + 10, true);
      rate = data.getUint32(at + 12, true);
      layout = layoutOf(
        kind === format.extensible && size >= 26 ? data.getUint16(at + 32, true) : kind,
        data.getUint16(at + 22, true),
      );
      if (channels < 1 || channels > 8 || rate < 4_000 || rate > 192_000)
        throw new UnreadableSound("WAV文件的采样率或声道数不受支持");
    } else if (id === "data") {
      if (!layout) throw new UnreadableSound("WAV文件头不完整");
      return { rate, samples: mix(data, at + 8, size, channels, layout) };
    }
    at += 8 + size + (size & 1);
  }
  throw new UnreadableSound("WAV文件中没有声音数据");
}

function mix(data: DataView, start: number, size: number, channels: number, { bytes, read }: Layout): Float32Array {
  const samples = new Float32Array(Math.floor(size / (bytes * channels)));
  for (let i = 0; i < samples.length; i++) {
    let sum = 0;
    for (let c = 0; c < channels; c++) sum += read(data, start + (i * channels + c) * bytes);
    samples[i] = sum / channels;
  }
  return samples;
}

/** The 44-byte header and the samples. */
export function writeWav(samples: Int16Array): Buffer {
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(format.pcm, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(telephoneRate, 24);
  head.writeUInt32LE(telephoneRate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
