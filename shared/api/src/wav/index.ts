/**
 * RIFF/WAVE: the one reader and writer, for the server, the pages, the journeys and the tests. Pure: bytes in, bytes out.
 * What is written is 16-bit PCM behind a head of 44 bytes; what is read is whatever people have.
 */
export { readSamples, type Sound } from "./samples.ts";
export {
  isWav,
  readPcm,
  shapeOf,
  wavHead,
  wavHeadBytes,
  wavKinds,
  wavLeadBytes,
  writeWav,
  type WavShape,
} from "./shape.ts";
export { UnreadableSound } from "./unreadable.ts";
