import { readPcm, readSamples, shapeOf, UnreadableSound, wavHead, writeWav } from "./index.ts";

const bytes = (text: string): Uint8Array =>
  Uint8Array.from(text.replace(/\s+/g, "").match(/../g) ?? [], (h) => parseInt(h, 16));

/** Written out by hand from "Multimedia Programming Interface and Data Specifications 1.0", two stereo frames at 8,000 Hz. */
const byHand = bytes(`
  52494646 2c000000 57415645
  666d7420 10000000 0100 0200 401f0000 007d0000 0400 1000
  64617461 08000000 0100 ffff 0080 ff7f`);

test("a file is written byte for byte as the format says", () => {
  expect([...writeWav(Int16Array.of(1, -1, -32_768, 32_767), 8_000, 2)]).toEqual([...byHand]);
  expect([...wavHead(8, 2, 8_000)]).toEqual([...byHand.subarray(0, 44)]);
});

test("and read back", () => {
  expect(readPcm(byHand)).toEqual({ rate: 8_000, channels: [Int16Array.of(1, -32_768), Int16Array.of(-1, 32_767)] });
  expect([...readSamples(byHand).samples]).toEqual([0, -1 / 65_536]);
});

test("chunks that are not known are stepped over, odd ones with their pad", () => {
  const extra = bytes("4c495354 03000000 61626300");
  const file = Uint8Array.of(...byHand.subarray(0, 36), ...extra, ...byHand.subarray(36));
  expect(shapeOf(file)).toMatchObject({ offset: 56, bytes: 8, channels: 2, rate: 8_000, bits: 16, kind: 1 });
});

test.each([
  ["a length past the end", [0xff, 0xff, 0xff, 0xff], 8],
  ["a length of nothing, as a stream leaves it", [0, 0, 0, 0], 8],
  ["a length that ends within a frame", [6, 0, 0, 0], 4],
])("%s is not believed", (_name, length, expected) => {
  const file = Uint8Array.from(byHand);
  file.set(length, 40);
  expect(shapeOf(file).bytes).toBe(expected);
});

test("only the beginning of a file is needed", () => {
  const file = Uint8Array.from(byHand);
  file.set([0, 0, 1, 0], 40);
  expect(shapeOf(file.subarray(0, 44), 44 + 65_536).bytes).toBe(65_536);
});

test.each([
  ["nothing", new Uint8Array(0), "不是有效的WAV文件"],
  ["another format", bytes("4f676753 00000000 57415645"), "不是有效的WAV文件"],
  ["no samples", byHand.subarray(0, 36), "WAV文件中没有声音数据"],
  ["samples before their format", Uint8Array.of(...byHand.subarray(0, 12), ...byHand.subarray(36)), "WAV文件头不完整"],
  ["a format cut off", byHand.subarray(0, 30), "WAV文件头不完整"],
])("%s is refused in words", (_name, file, words) => {
  expect(() => shapeOf(file)).toThrow(new UnreadableSound(words));
});

test("no cut of a file makes anything but samples or a refusal", () => {
  for (let length = 0; length <= byHand.length; length++) {
    try {
      expect(readSamples(byHand.subarray(0, length)).rate).toBe(8_000);
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableSound);
    }
  }
});
