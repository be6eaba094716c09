/** WAV files as tests of the switch make and read them. */
import { readFile } from "node:fs/promises";
import { readPcm, shapeOf, writeWav } from "@liantai/api/wav";

/** A file of one tone: 8,000 Hz, mono, 16-bit. */
export function wavOf(hz: number, ms: number): Buffer {
  const sample = (i: number): number => Math.round(8_000 * Math.sin((2 * Math.PI * hz * i) / 8_000));
  return Buffer.from(
    writeWav(
      Int16Array.from({ length: Math.round(ms * 8) }, (_, i) => sample(i)),
      8_000,
    ),
  );
}

/** Both channels of a recording. Throws when its head is not that of one, or says another length than the file has. */
export function stereoOf(file: Buffer): { left: Int16Array; right: Int16Array; ms: number } {
  const { channels, rate } = readPcm(file);
  const [left, right] = channels;
  const told = file.readUInt32LE(40);
  if (!left || !right || rate !== 8_000 || shapeOf(file).bytes !== told || file.readUInt32LE(4) !== told + 36)
    throw new Error(`not a recording: ${channels.length} channels, ${rate} Hz, ${told} bytes of ${file.length}`);
  return { left, right, ms: left.length / 8 };
}

export const readStereo = async (path: string) => stereoOf(await readFile(path));
