/** Speech as the switch wants it: RIFF/WAVE, 8,000 Hz, mono, 16 bit. */
const rate = 8_000;

export interface Pcm {
  readonly rate: number;
  readonly samples: Int16Array;
}

/** Reads 16-bit mono PCM. Sizes in the header are not believed: a synthesizer that streams writes them too large. */
export function readWav(file: Uint8Array): Pcm {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 44 || bytes.toString('latin1', 0, 4) !== 'RIFF') throw new Error('not a WAV file');
  if (bytes.readUInt16LE(20) !== 1 || bytes.readUInt16LE(22) !== 1 || bytes.readUInt16LE(34) !== 16) throw new Error('not 16-bit mono PCM');
  const count = Math.floor((bytes.length - 44) / 2);
  const samples = new Int16Array(count);
  for (let i = 0; i < count; i++) samples[i] = bytes.readInt16LE(44 + i * 2);
  return { rate: bytes.readUInt32LE(24), samples };
}

export function writeWav(samples: Int16Array): Buffer {
  const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** Half the width of the low-pass filter, in output samples. */
const reach = 12;
/** Of the new Nyquist frequency: what a telephone passes. */
const passband = 0.92;

/** Downsamples to 8,000 Hz with a Hann-windowed sinc, so that nothing above 4 kHz folds back into the voice. */
export function toTelephone({ rate: from, samples }: Pcm): Int16Array {
  const ratio = from / rate;
  const cut = passband / Math.max(1, ratio);
  const half = reach * Math.max(1, ratio);
  const out = new Int16Array(Math.floor(samples.length / ratio));
  for (let n = 0; n < out.length; n++) {
    const centre = n * ratio;
    let sum = 0;
    let weight = 0;
    for (let i = Math.max(0, Math.ceil(centre - half)); i <= Math.min(samples.length - 1, Math.floor(centre + half)); i++) {
      const x = i - centre;
      const w = (x === 0 ? 1 : Math.sin(Math.PI * cut * x) / (Math.PI * cut * x)) * (0.5 + 0.5 * Math.cos((Math.PI * x) / half));
      sum += w * (samples[i] ?? 0);
      weight += w;
    }
    out[n] = Math.max(-32_768, Math.min(32_767, Math.round(weight === 0 ? 0 : sum / weight)));
  }
  return out;
}

/** A short two-note chime, for when nothing can speak. */
export function chime(): Int16Array {
  const note = rate * 0.3;
  return Int16Array.from({ length: note * 2 }, (_, i) => Math.round(8_000 * Math.exp(-(i % note) / 900) * Math.sin((2 * Math.PI * (i < note ? 659 : 523) * i) / rate)));
}
