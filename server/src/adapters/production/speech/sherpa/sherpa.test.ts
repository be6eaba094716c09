/** A11: what operators are told of a model folder, and the real component with files that it cannot read. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SpeechFailed } from "../../../../ports/speech.ts";
import { createVirtualClock } from "../../../../testing/clock.ts";
import { engineOf, fillFolder } from "../../../../testing/speech/stages.ts";
import { createSherpa, type Sherpa } from "./index.ts";

const onnx = Uint8Array.of(8, 9, 10);
const whole = {
  "tokens.txt": Buffer.from("<blk> 0\n你 1\n  2\n"),
  "encoder-epoch-99-avg-1.int8.onnx": onnx,
  "encoder-epoch-99-avg-1.onnx": onnx,
  "decoder-epoch-99-avg-1.onnx": onnx,
  "joiner-epoch-99-avg-1.int8.onnx": onnx,
};
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));

let models: string;
let sherpa: Sherpa;
const clock = createVirtualClock();
beforeAll(async () => {
  models = await mkdtemp(join(tmpdir(), "liantai-models-"));
  sherpa = createSherpa({ clock, folder: models });
});
afterAll(async () => {
  await sherpa.close();
  await rm(models, { recursive: true, force: true });
});

const whyOf = (of: Sherpa, folder: string): Promise<string> =>
  of
    .recogniser({ ...engineOf("sherpa", folder), key: "" })
    .ready()
    .then(
      () => "",
      (error: unknown) => (error as SpeechFailed).reason,
    );
const why = (folder: string) => whyOf(sherpa, folder);

test.each([
  ["../etc", "模型文件夹的名称不正确"],
  [".hidden", "模型文件夹的名称不正确"],
  ["nowhere", "模型目录（SPEECH_MODELS）下没有文件夹“nowhere”"],
])("A11 the folder %s", async (folder, reason) => {
  expect(await why(folder)).toBe(reason);
});

test.each<[string, Record<string, Uint8Array>, string]>([
  ["no words", without("tokens.txt"), "缺少tokens.txt"],
  ["no encoder", without("encoder-epoch-99-avg-1.int8.onnx", "encoder-epoch-99-avg-1.onnx"), "缺少encoder.onnx"],
  ["no decoder", without("decoder-epoch-99-avg-1.onnx"), "缺少decoder.onnx"],
  ["no joiner", without("joiner-epoch-99-avg-1.int8.onnx"), "缺少joiner.onnx"],
  [
    "another kind",
    { "model.int8.onnx": onnx, "tokens.txt": whole["tokens.txt"] },
    "只支持流式zipformer和流式paraformer",
  ],
  ["an empty file", { ...whole, "decoder-epoch-99-avg-1.onnx": new Uint8Array() }, "decoder-epoch-99-avg-1.onnx是空的"],
  [
    "a pointer of LFS",
    { ...whole, "joiner-epoch-99-avg-1.int8.onnx": Buffer.from("version https://git-lfs") },
    "joiner-epoch-99-avg-1.int8.onnx只是Git LFS的指针",
  ],
  ["a page", { ...whole, "silero_vad.onnx": Buffer.from("<html>") }, "silero_vad.onnx不是onnx文件"],
  ["words without numbers", { ...whole, "tokens.txt": Buffer.from("<blk> 0\n你好\n") }, "tokens.txt第2行有误"],
])("A11 %s: said before anything is loaded", async (name, files, reason) => {
  const folder = name.replaceAll(" ", "-");
  await fillFolder(join(models, folder), files);
  expect(await why(folder)).toContain(reason);
});

test("A11 what the real component ends itself over is said, and not tried again at once; other files are", async () => {
  await fillFolder(join(models, "broken"), whole);
  const failing = () =>
    sherpa
      .recogniser(engineOf("sherpa", "broken"))
      .ready()
      .catch((error: unknown) => error);
  const first = (await failing()) as SpeechFailed;
  expect(first.reason).toMatch(/^模型文件.*\.onnx已损坏，无法加载$/);
  expect(await failing()).toBe(first);
  await clock.advance(1_000);
  const second = await failing();
  expect(second).not.toBe(first);
  expect(second).toMatchObject({ reason: first.reason });
  await writeFile(join(models, "broken", "tokens.txt"), "你好\n");
  expect(await why("broken")).toContain("tokens.txt第1行有误");
});

test("A11 without the component it is said how it is installed", async () => {
  await fillFolder(join(models, "whole"), whole);
  const other = createSherpa({ clock, folder: models, module: "sherpa-that-is-not-there" });
  expect(await whyOf(other, "whole")).toContain("npm i sherpa-onnx-node");
  await other.close();
});
