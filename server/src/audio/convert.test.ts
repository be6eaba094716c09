import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSamples, writeWav } from "@liantai/api/wav";
import { IdleThread } from "../adapters/embedded/thread.ts";
import { systemClock } from "../adapters/embedded/switch/options.ts";
import { convert, type Converted } from "./convert.ts";
import { toTelephone } from "./telephone.ts";

/** A WAV of a 440 Hz tone, half scale, one second. */
function tone({ rate = 44_100, channels = 1, kind = 1, bits = 16, hz = 440 } = {}): Buffer {
  const bytes = bits / 8;
  const data = Buffer.alloc(rate * channels * bytes);
  for (let i = 0; i < rate; i += 1) {
    for (let c = 0; c < channels; c += 1) {
      const value = 0.5 * Math.sin((2 * Math.PI * hz * i) / rate);
      const at = (i * channels + c) * bytes;
      if (kind === 3) data.writeFloatLE(value, at);
      else if (bits === 8) data.writeUInt8(Math.round(value * 127) + 128, at);
      else if (bits === 24) data.writeIntLE(Math.round(value * 8_388_607), at, 3);
      else data.writeInt16LE(Math.round(value * 32_767), at);
    }
  }
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(kind, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels * bytes, 28);
  head.writeUInt16LE(channels * bytes, 32);
  head.writeUInt16LE(bits, 34);
  head.write("data", 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

const loudness = (samples: ArrayLike<number>): number =>
  Math.sqrt(Array.from(samples).reduce((sum, s) => sum + s * s, 0) / samples.length);
/** Share of the energy that lies at `hz`. */
function purity(samples: Float32Array, hz: number): number {
  let re = 0;
  let im = 0;
  let all = 0;
  samples.forEach((s, i) => {
    re += s * Math.cos((2 * Math.PI * hz * i) / 8_000);
    im += s * Math.sin((2 * Math.PI * hz * i) / 8_000);
    all += s * s;
  });
  return (2 * (re * re + im * im)) / samples.length / all;
}

test.each([
  ["16 bit", {}],
  ["8 bit", { bits: 8 }],
  ["24 bit stereo", { bits: 24, channels: 2 }],
  ["32 bit float", { kind: 3, bits: 32 }],
  ["8,000 Hz already", { rate: 8_000 }],
  ["48,000 Hz", { rate: 48_000 }],
])("a WAV of %s becomes a second of the same tone", async (_name, options) => {
  const { wav, durationMs } = await convert(tone(options));
  expect(durationMs).toBeGreaterThan(990);
  const { rate, samples } = readSamples(wav);
  expect(rate).toBe(8_000);
  expect(purity(samples, 440)).toBeGreaterThan(0.98);
  expect(loudness(samples)).toBeCloseTo(0.5 / Math.SQRT2, 1);
});

test("an MP3 becomes the same", async () => {
  const { wav } = await convert(readFileSync(join(import.meta.dirname, "fixtures/tone.mp3")));
  expect(purity(readSamples(wav).samples, 440)).toBeGreaterThan(0.9);
});

test("nothing above 4 kHz folds back", () => {
  const low = toTelephone(readSamples(tone({ hz: 1_000 })));
  const high = toTelephone(readSamples(tone({ hz: 5_500 })));
  expect(loudness(high) / loudness(low)).toBeLessThan(0.02);
});

test("what is no sound is refused in words", async () => {
  await expect(convert(Buffer.from("<html>no sound</html>"))).rejects.toThrow("只能上传wav, mp3文件");
  await expect(convert(tone().subarray(0, 40))).rejects.toThrow("WAV文件中没有声音数据");
  await expect(convert(tone({ kind: 17 }))).rejects.toThrow("不支持的WAV编码");
  await expect(convert(Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(400, 7)]))).rejects.toThrow(
    "不是有效的MP3文件",
  );
  await expect(convert(writeWav(new Int16Array(10), 8_000))).rejects.toThrow("语音内容为空");
});

test("a thread does it, and passes refusals on", async () => {
  const thread = new IdleThread<Uint8Array, Converted>(
    systemClock,
    new URL(`file://${join(import.meta.dirname, "worker.ts")}`),
    "audio",
    20_000,
  );
  expect((await thread.ask(tone())).durationMs).toBeGreaterThan(990);
  await expect(thread.ask(Buffer.from("nothing"))).rejects.toMatchObject({
    name: "UnreadableSound",
    message: "只能上传wav, mp3文件",
  });
  await thread.close();
});
