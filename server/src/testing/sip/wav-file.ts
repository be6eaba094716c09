/** WAV files as tests make and read them, written apart from the switch's own code so that one can check the other. */
import { readFile } from "node:fs/promises";

/** A file of one tone: 8,000 Hz, mono, 16-bit. */
export function wavOf(hz: number, ms: number): Buffer {
  const samples = Math.round(ms * 8);
  const file = Buffer.alloc(44 + samples * 2);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write("WAVEfmt ", 8);
  [16, 1 | (1 << 16), 8_000, 16_000, 2 | (16 << 16)].forEach((word, i) => file.writeUInt32LE(word, 16 + i * 4));
  file.write("data", 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let i = 0; i < samples; i++)
    file.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * hz * i) / 8_000)), 44 + i * 2);
  return file;
}

/** Both channels of a recording, as long as its header says. Throws when the header is not that of one. */
export async function readStereo(path: string): Promise<{ left: Int16Array; right: Int16Array; ms: number }> {
  const file = await readFile(path);
  const text = file.toString("latin1", 0, 4) + file.toString("latin1", 8, 16) + file.toString("latin1", 36, 40);
  const size = file.readUInt32LE(40);
  const shape = [file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)].join();
  if (
    text !== "RIFFWAVEfmt data" ||
    shape !== "1,2,8000,16" ||
    file.readUInt32LE(4) !== size + 36 ||
    file.length < 44 + size
  ) {
    throw new Error(`not a recording: ${text} ${shape} ${size} of ${file.length}`);
  }
  const frames = size >> 2;
  const left = Int16Array.from({ length: frames }, (_, i) => file.readInt16LE(44 + i * 4));
  const right = Int16Array.from({ length: frames }, (_, i) => file.readInt16LE(46 + i * 4));
  return { left, right, ms: frames / 8 };
}
