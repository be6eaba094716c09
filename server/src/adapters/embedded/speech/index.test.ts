import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSamples } from "@liantai/api/wav";
import { describeSpeech } from "../../../ports/speech.contract.ts";
import { systemClock } from "../switch/options.ts";
import { createEmbeddedSpeech } from "./index.ts";

const logger = { debug: () => undefined, info: () => undefined, warn: jest.fn(), error: () => undefined };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "liantai-speech-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describeSpeech("espeak-ng", async () =>
  createEmbeddedSpeech({ folder: join(folder, "a"), clock: systemClock, logger }),
);
describeSpeech("without the optional package", async () =>
  createEmbeddedSpeech({
    folder: join(folder, "b"),
    clock: systemClock,
    logger,
    engine: { voice: "none", speak: () => Promise.reject(new Error("no package")), close: async () => undefined },
  }),
);

test("sentences differ, and are spoken once only", async () => {
  const speak = jest.fn(async () => new Uint8Array(44));
  const speech = createEmbeddedSpeech({
    folder: join(folder, "c"),
    clock: systemClock,
    logger,
    engine: { voice: "one", speak, close: async () => undefined },
  });
  const one = await speech.speak("一");
  expect(await speech.speak("二")).not.toBe(one);
  await speech.speak("一");
  expect(speak).toHaveBeenCalledTimes(2);
  expect(await readdir(join(folder, "c"))).toHaveLength(2);
});

test("what espeak-ng says of a long sentence lasts longer than of a short one", async () => {
  const speech = createEmbeddedSpeech({ folder: join(folder, "a"), clock: systemClock, logger });
  const length = async (text: string) => readSamples(await readFile(await speech.speak(text))).samples.length / 8_000;
  expect(await length("您好，欢迎致电联台，正在为您转接人工客服，请稍候。")).toBeGreaterThan(
    (await length("您好")) + 2,
  );
  await speech.close();
});

test("what is still to be spoken when it ends is nobody's complaint", async () => {
  const warn = jest.fn();
  let ended = (_: Error): void => undefined;
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const speech = createEmbeddedSpeech({
    folder: join(folder, "d"),
    clock: systemClock,
    logger: { ...logger, warn },
    engine: {
      voice: "slow",
      speak: () =>
        new Promise((_, reject) => {
          ended = reject;
          begin();
        }),
      close: async () => ended(new Error("the process ended")),
    },
  });
  const said = speech.speak("还没说完");
  await begun;
  await speech.close();
  const chime = await said;
  expect(await speech.speak("下一句")).toBe(chime);
  expect([speech.failures, warn.mock.calls]).toEqual([0, []]);
});
