/** What people upload, as the switch plays it. Runs in worker.ts: minutes of music are seconds of work. */
import { isWav, readSamples, UnreadableSound, writeWav, type Sound } from "@liantai/api/wav";
import { fileTexts, voiceExtensions } from "@liantai/api/contract/file-rules";
import { MPEGDecoder } from "mpg123-decoder";
import { telephoneRate, toTelephone } from "./telephone.ts";

/** Longest voice, seconds. */
export const maxSeconds = 600;

export const isMp3 = (file: Uint8Array): boolean =>
  file.length > 4 &&
  ((file[0] === 0x49 && file[1] === 0x44 && file[2] === 0x33) ||
    (file[0] === 0xff && (file[1]! & 0xe0) === 0xe0 && (file[1]! & 0x06) !== 0));

async function readMp3(file: Uint8Array): Promise<Sound> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const { channelData, samplesDecoded, sampleRate } = decoder.decode(file);
    if (samplesDecoded === 0 || sampleRate === 0) throw new UnreadableSound("不是有效的MP3文件");
    const samples = new Float32Array(samplesDecoded);
    for (const channel of channelData)
      for (let i = 0; i < samplesDecoded; i++) samples[i]! += channel[i]! / channelData.length;
    return { rate: sampleRate, samples };
  } finally {
    decoder.free();
  }
}

export interface Converted {
  readonly wav: Uint8Array;
  readonly durationMs: number;
}

/** wav or mp3 to 8,000 Hz mono 16-bit WAV. Throws UnreadableSound, whose message is for people. */
export async function convert(file: Uint8Array): Promise<Converted> {
  if (!isWav(file) && !isMp3(file)) throw new UnreadableSound(fileTexts.wrongType(voiceExtensions));
  const sound = isWav(file) ? readSamples(file) : await readMp3(file);
  const seconds = sound.samples.length / sound.rate;
  if (seconds < 0.1) throw new UnreadableSound("语音内容为空");
  if (seconds > maxSeconds) throw new UnreadableSound(`语音长度不能超过${maxSeconds / 60}分钟`);
  const samples = toTelephone(sound);
  return { wav: writeWav(samples, telephoneRate), durationMs: Math.round((samples.length / telephoneRate) * 1_000) };
}
