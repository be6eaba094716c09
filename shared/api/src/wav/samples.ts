/** Any WAV that people have, as samples: PCM of 8 to 32 bits, float, G.711; channels are mixed. */
import { shapeOf, wavKinds, type WavShape } from "./shape.ts";
import { UnreadableSound } from "./unreadable.ts";

/** Mono samples, -1 to 1. */
export interface Sound {
  readonly rate: number;
  readonly samples: Float32Array;
}

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

type Read = (data: DataView, at: number) => number;

const readers: Readonly<Record<string, Read>> = {
  [`${wavKinds.mulaw}/8`]: (d, at) => fromMulaw(d.getUint8(at)),
  [`${wavKinds.alaw}/8`]: (d, at) => fromAlaw(d.getUint8(at)),
  [`${wavKinds.float}/32`]: (d, at) => d.getFloat32(at, true),
  [`${wavKinds.float}/64`]: (d, at) => d.getFloat64(at, true),
  [`${wavKinds.pcm}/8`]: (d, at) => (d.getUint8(at) - 128) / 128,
  [`${wavKinds.pcm}/16`]: (d, at) => d.getInt16(at, true) / 32_768,
  [`${wavKinds.pcm}/24`]: (d, at) =>
    (d.getUint8(at) | (d.getUint8(at + 1) << 8) | (d.getInt8(at + 2) << 16)) / 8_388_608,
  [`${wavKinds.pcm}/32`]: (d, at) => d.getInt32(at, true) / 2_147_483_648,
};

function mix(data: DataView, { offset, bytes, bits, channels }: WavShape, read: Read): Float32Array {
  const width = bits >> 3;
  const samples = new Float32Array(Math.floor(bytes / (width * channels)));
  for (let i = 0; i < samples.length; i++) {
    let sum = 0;
    for (let c = 0; c < channels; c++) sum += read(data, offset + (i * channels + c) * width);
    samples[i] = sum / channels;
  }
  return samples;
}

/** Throws UnreadableSound. */
export function readSamples(file: Uint8Array): Sound {
  const shape = shapeOf(file);
  const read = readers[`${shape.kind}/${shape.bits}`];
  if (!read) throw new UnreadableSound("不支持的WAV编码，请使用PCM、A律或μ律格式");
  return { rate: shape.rate, samples: mix(new DataView(file.buffer, file.byteOffset, file.byteLength), shape, read) };
}
