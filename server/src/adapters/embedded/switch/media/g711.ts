/** G.711 mu-law (ITU-T G.711) by table, both ways: 256 entries down, 65,536 up; and A-law at the edge, for who has nothing else. */

/** Named once: the contexts of tests look globals up slowly. */
const { min, abs, clz32, round } = Math;

/** Samples in a frame: 20 ms at 8,000 Hz. */
export const FRAME = 160;
/** Sample rate, Hz, everywhere in the switch. */
export const RATE = 8_000;
/** The mu-law byte of digital silence. */
export const SILENCE = 0xff;

const BIAS = 0x84;
const CLIP = 32_635;

function encodeOne(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = min(CLIP, abs(sample)) + BIAS;
  const exponent = 31 - clz32(magnitude) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

function decodeOne(byte: number): number {
  const code = ~byte & 0xff;
  const magnitude = ((((code & 0x0f) << 3) + BIAS) << ((code >> 4) & 7)) - BIAS;
  return code & 0x80 ? -magnitude : magnitude;
}

/** mu-law byte -> 16-bit sample. */
export const ULAW_TO_PCM = Int16Array.from({ length: 256 }, (_, byte) => decodeOne(byte));
/** (16-bit sample & 0xffff) -> mu-law byte. */
export const PCM_TO_ULAW = Uint8Array.from({ length: 65_536 }, (_, i) => encodeOne(i < 32_768 ? i : i - 65_536));

export const toPcm = (byte: number): number => ULAW_TO_PCM[byte & 0xff] as number;
export const pcmOf = (ulaw: Uint8Array): Int16Array => Int16Array.from(ulaw, toPcm);
/** `sample` is any number; it is rounded and clipped to 16 bits. */
export function toUlaw(sample: number): number {
  const clipped = sample > 32_767 ? 32_767 : sample < -32_768 ? -32_768 : round(sample);
  return PCM_TO_ULAW[clipped & 0xffff] as number;
}

function encodeA(sample: number): number {
  let step = (sample < 0 ? ~sample : sample) >> 4;
  let segment = 0;
  if (step > 15) for (segment = 1; step > 31; segment++) step >>= 1;
  return ((sample < 0 ? 0 : 0x80) | (segment << 4) | (step & 0x0f)) ^ 0x55;
}

function decodeA(byte: number): number {
  const code = byte ^ 0x55;
  const segment = (code >> 4) & 7;
  const step = ((code & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return code & 0x80 ? magnitude : -magnitude;
}

const ALAW_TO_ULAW = Uint8Array.from({ length: 256 }, (_, byte) => toUlaw(decodeA(byte)));
const ULAW_TO_ALAW = Uint8Array.from({ length: 256 }, (_, byte) => encodeA(toPcm(byte)));

export const fromAlaw = (alaw: Uint8Array): Uint8Array => alaw.map((byte) => ALAW_TO_ULAW[byte] as number);
export const toAlaw = (ulaw: Uint8Array): Uint8Array => ulaw.map((byte) => ULAW_TO_ALAW[byte] as number);

/** A frame of silence; never written to. */
export const SILENT_FRAME: Uint8Array = new Uint8Array(FRAME).fill(SILENCE);
