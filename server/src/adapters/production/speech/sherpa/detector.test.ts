/** A21: Silero for the lines of whatever engine. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listenTo, quiet } from "../../../../testing/speech/line.ts";
import { sayings } from "../../../../testing/speech/sayings.ts";
import { engineOf, fillFolder, standIn } from "../../../../testing/speech/stages.ts";
import { describeDetector } from "../../../embedded/speech/listening/detector.contract.ts";
import { createEmbeddedSpeech } from "../../../embedded/speech/index.ts";
import type { FarDetector } from "../../../embedded/speech/listening/recogniser.ts";
import { silentLogger, systemClock } from "../../../embedded/switch/options.ts";
import { createOutsideEngines } from "../index.ts";
import { createSherpa } from "./index.ts";

const silero = { "silero_vad.onnx": Uint8Array.of(8, 1) };
const made: string[] = [];
async function folderWith(files: Readonly<Record<string, Uint8Array>>, under = ""): Promise<string> {
  const models = await mkdtemp(join(tmpdir(), "liantai-models-"));
  made.push(models);
  await fillFolder(join(models, under), files);
  return models;
}
afterAll(async () => {
  for (const folder of made) await rm(folder, { recursive: true, force: true });
});

describeDetector("Silero, by its stand-in", async () => {
  const [said] = await sayings(["我要投诉你们公司"], "cmn+m7");
  const sherpa = createSherpa({ clock: systemClock, folder: await folderWith(silero), module: standIn });
  return { said: said!, detector: async () => (await sherpa.detector())!, close: () => sherpa.close() };
});

test("A21 it lies in SPEECH_MODELS or in a folder of a model; without it there is none", async () => {
  for (const [under, found] of [
    ["", true],
    ["zh", true],
    [".hidden", false],
  ] as const) {
    const sherpa = createSherpa({ clock: systemClock, folder: await folderWith(silero, under), module: standIn });
    expect((await sherpa.detector()) !== undefined).toBe(found);
    await sherpa.close();
  }
  expect(await createSherpa({ clock: systemClock, folder: "/nowhere", module: standIn }).detector()).toBeUndefined();
});

test("A21 sessions of engines that leave it to us, and the watch of silence, ask it who speaks", async () => {
  let lines = 0;
  // Nobody says anything, and it hears somebody all the time.
  const detector = async (): Promise<FarDetector> => {
    lines += 1;
    return (voiced) => ({ push: () => voiced(true), close: () => undefined });
  };
  const outside = { ...createOutsideEngines({ clock: systemClock, models: "/nowhere" }), detector };
  const speech = createEmbeddedSpeech({
    folder: await folderWith({}),
    clock: systemClock,
    logger: silentLogger,
    outside,
  });
  const phrases = [{ id: "p", text: "查询" }];
  const heard = await listenTo(speech, { engine: engineOf("grammar"), phrases });
  heard.push(quiet(1_000));
  heard.session.end();
  await heard.over;
  expect(heard.events[0]).toMatchObject({ type: "started" });
  let silent = false;
  const watch = await speech.watchSilence(400, () => (silent = true));
  for (const frame of quiet(1_000)) watch.push(frame);
  expect([silent, lines]).toEqual([false, 2]);
  watch.close();
  await speech.close();
});

test("A21 it judges forty lines of a process at once; the next one is ours, until one of them ends", async () => {
  const sherpa = createSherpa({ clock: systemClock, folder: await folderWith(silero), module: standIn });
  const open = async () =>
    (await sherpa.detector())?.(
      () => undefined,
      () => undefined,
    );
  const lines = [];
  for (let n = 0; n < 40; n += 1) lines.push(await open());
  expect(lines).not.toContain(undefined);
  expect(await open()).toBeUndefined();
  lines[0]!.close();
  lines[0]!.close();
  expect(await open()).toBeDefined();
  expect(await open()).toBeUndefined();
  await sherpa.close();
});

test.each<[string, Readonly<Record<string, Uint8Array>>, string, string]>([
  ["a broken file", { "silero_vad.onnx": Buffer.from("<html>") }, standIn, "silero_vad.onnx不是onnx文件"],
  ["no component", silero, "sherpa-that-is-not-there", "未安装sherpa-onnx组件"],
])("A21 with %s fvad says who speaks, and the log says why, once", async (_name, files, module, why) => {
  const warnings: string[] = [];
  const quietly = () => undefined;
  const warn = (_fields: object, message: string) => void warnings.push(message);
  const folder = await folderWith({});
  const speech = createEmbeddedSpeech({
    ...{ folder, clock: systemClock },
    logger: { debug: quietly, info: quietly, warn, error: quietly },
    outside: createOutsideEngines({ clock: systemClock, models: await folderWith(files), sherpaModule: module }),
  });
  for (let n = 0; n < 2; n += 1) {
    let silent = false;
    const watch = await speech.watchSilence(400, () => (silent = true));
    for (const frame of quiet(400)) watch.push(frame);
    expect(silent).toBe(true);
  }
  expect(warnings).toEqual([expect.stringContaining(why)]);
  await speech.close();
});
