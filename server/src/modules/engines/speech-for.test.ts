/** Speech as an enterprise has it: order, fallback, concurrency, over servers that speak the real protocols. */
import { engineAllotApi, engineApi } from "@liantai/api/contract/flow-editor";
import { readSamples, writeWav } from "@liantai/api/wav";
import { readFile } from "node:fs/promises";
import type { ListeningEvent } from "../../ports/speech.ts";
import { createFunasrServer, type FunasrServer } from "../../testing/speech/funasr-server.ts";
import { lineFrames, quiet } from "../../testing/speech/line.ts";
import { openSpeech, teach, type OwnSpeech } from "../../testing/speech/stages.ts";
import { createVoiceServer, type VoiceServer } from "../../testing/speech/voice-server.ts";
import { openOffice, type Office } from "../../testing/office.ts";
import { demoEnterprise, sealerOf } from "../system/index.ts";
import { createSpeechFor, type EnterpriseSpeech } from "./index.ts";

const { compId } = demoEnterprise;
const phrases = [
  { id: "a", text: "查询话费余额" },
  { id: "b", text: "转人工客服" },
];
let own: OwnSpeech;
let voices: VoiceServer;
let recogniser: FunasrServer;
let office: Office;
let speech: EnterpriseSpeech;
/** What the voice server does with the next requests; default: a second of a tone. */
let answers: (Uint8Array | number | undefined | "later")[] = [];
let later: (() => void)[] = [];
const tone = writeWav(
  new Int16Array(8_000).map((_, n) => (n % 20) * 400),
  8_000,
);

beforeAll(async () => {
  own = await openSpeech();
  voices = await createVoiceServer(async () => {
    const answer = answers.length > 0 ? answers.shift() : tone;
    if (answer !== "later") return answer;
    await new Promise<void>((resolve) => later.push(resolve));
    return tone;
  });
  recogniser = await createFunasrServer(
    await teach(
      own,
      phrases.map(({ text }) => text),
    ),
  );
  office = await openOffice({ speech: own.speech });
  speech = createSpeechFor({ ports: office.ports, sealer: office.sealer })(compId);
});
afterAll(async () => {
  await office?.close();
  await voices?.close();
  await recogniser?.close();
  await own?.close();
});
beforeEach(() => {
  answers = [];
  later = [];
});

const addEngine = async (name: string, more: object): Promise<string> => {
  const body = { name, allowsPrivate: 1, concurrency: 0, timeoutMs: 1_000, enabled: 1, ...more };
  return (await office.operator.call(engineApi.add, { body: body as never })).id;
};
const allot = async (kind: "tts" | "asr", engines: readonly object[]): Promise<void> => {
  await office.operator.call(engineAllotApi.allot, { body: { compId, kind, engines: engines as never } });
  // What is kept of the rows, and of failures, is over.
  await office.ports.clock.advance(11_000);
};
const seconds = async (path: string): Promise<number> => readSamples(await readFile(path)).samples.length / 8_000;

test("Y13 without a row the built-in voice speaks, and the closed grammar listens", async () => {
  expect(await speech.speak("您好")).toBe(await own.speech.speak("您好"));
  const events: ListeningEvent[] = [];
  const session = await speech.listen({ phrases }, (event) => events.push(event));
  session.end();
  await new Promise(setImmediate);
  expect(events).toEqual([{ type: "ended", why: "done" }]);
});

test("Y14 a key that cannot be opened, or no database, is no reason to be silent", async () => {
  const { ports, sealer } = office;
  const id = await addEngine("旧密钥", { provider: "http", address: voices.address, key: "k" });
  await allot("tts", [{ engineId: id }]);
  const otherKey = createSpeechFor({ ports, sealer: sealerOf(Buffer.alloc(32, 9)) })(compId);
  expect(await otherKey.speak("换了密钥")).toBe(await own.speech.speak("换了密钥"));
  const database = { ...ports.database, system: () => Promise.reject(new Error("down")) };
  const noDatabase = createSpeechFor({ ports: { ...ports, database }, sealer })(compId);
  expect(await noDatabase.speak("没有数据库")).toBe(await own.speech.speak("没有数据库"));
  await expect(noDatabase.listen({ phrases }, () => undefined)).rejects.toThrow("down");
  await allot("tts", []);
});

describe("Y14 the order of fallback", () => {
  let first: string;
  let second: string;
  beforeAll(async () => {
    first = await addEngine("甲", {
      provider: "http",
      address: `${voices.address}/first`,
      voices: "x,y",
      concurrency: 1,
    });
    second = await addEngine("乙", { provider: "http", address: `${voices.address}/second`, voices: "z" });
    await allot("tts", [{ engineId: first, voice: "x", speed: 120 }, { engineId: second }]);
  });

  test("the first is asked, in the voice that was allotted; a voice of the flow goes before it", async () => {
    expect(await seconds(await speech.speak("第一句"))).toBe(1);
    expect(voices.requests.at(-1)).toMatchObject({ text: "第一句", voice: "x", speed: 120, volume: 100, pitch: 50 });
    await speech.speak("第二句", { engineId: first, voice: "y", speed: 90, volume: 80, pitch: 40 });
    expect(voices.requests.at(-1)).toMatchObject({ voice: "y", speed: 90, volume: 80, pitch: 40 });
    await speech.speak("第三句", { engineId: second, voice: "z", speed: 100, volume: 100, pitch: 50 });
    expect(voices.requests.at(-1)).toMatchObject({ voice: "z" });
  });

  test("one that fails is passed over, for ten seconds without being asked; when all fail the built-in voice speaks", async () => {
    answers = [500];
    const { length } = voices.requests;
    expect(await seconds(await speech.speak("失败一次"))).toBe(1);
    expect(voices.requests.slice(length).map(({ voice }) => voice)).toEqual(["x", ""]);
    await speech.speak("还在休息");
    expect(voices.requests.at(-1)).toMatchObject({ text: "还在休息", voice: "" });
    await office.ports.clock.advance(10_000);
    answers = [302, 404];
    const path = await speech.speak("全部失败");
    expect(path).toBe(await own.speech.speak("全部失败"));
    await office.ports.clock.advance(10_000);
  });

  test("one that is full is passed over", async () => {
    answers = ["later"];
    const waiting = speech.speak("占线");
    while (later.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await speech.speak("换一个");
    expect(voices.requests.at(-1)).toMatchObject({ text: "换一个", voice: "" });
    later[0]!();
    await waiting;
    await speech.speak("又空了");
    expect(voices.requests.at(-1)).toMatchObject({ text: "又空了", voice: "x" });
  });

  test.each([
    ["no sound", new TextEncoder().encode("<html>")],
    ["never an answer", undefined],
  ])("%s is a failure, not silence", async (name, answer) => {
    await office.ports.clock.advance(10_000);
    answers = [answer, answer];
    expect(await speech.speak(`坏声音${name}`)).toBe(await own.speech.speak(`坏声音${name}`));
  });
});

describe("Y14 listening", () => {
  let [dead, live] = ["", ""];
  test("the next where one cannot be reached; full: refused with words, until a line is free", async () => {
    dead = await addEngine("断", { provider: "vosk", address: "ws://127.0.0.1:9" });
    live = await addEngine("通", { provider: "funasr", address: recogniser.address, concurrency: 1, key: "k" });
    await allot("asr", [{ engineId: dead }, { engineId: live }]);
    const events: ListeningEvent[] = [];
    let over: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (over = resolve));
    const session = await speech.listen({ phrases }, (event) => {
      events.push(event);
      if (event.type === "ended" || event.type === "failed") over();
    });
    await expect(speech.listen({ phrases }, () => undefined)).rejects.toMatchObject({ name: "SpeechFailed" });
    for (const frame of [...lineFrames(await own.say("转人工客服")), ...quiet(1_200)]) session.push(frame);
    await done;
    expect(events.find(({ type }) => type === "final")).toMatchObject({ id: "b" });
    expect(recogniser.keys.at(-1)).toBe("Bearer k");
    expect(recogniser.starts.at(-1)).toMatchObject({ mode: "2pass", audio_fs: 16_000, is_speaking: true });
    const again = await speech.listen({ phrases }, () => undefined);
    again.end();
  });

  test("G79 the engine that is named is asked first, the others where it is full or fails", async () => {
    await office.ports.clock.advance(11_000);
    const named = await addEngine("机器人", {
      provider: "funasr",
      address: recogniser.address,
      concurrency: 1,
      key: "r",
    });
    const rows = [{ engineId: dead }, { engineId: live }];
    await allot("asr", [...rows, { engineId: named }]);
    const began = recogniser.keys.length;
    const first = await speech.listen({ phrases, engineId: named }, () => undefined);
    const second = await speech.listen({ phrases, engineId: named }, () => undefined);
    first.end();
    second.end();
    const unknown = await speech.listen({ phrases, engineId: "gone" }, () => undefined);
    unknown.end();
    expect(recogniser.keys.slice(began)).toEqual(["Bearer r", "Bearer k", "Bearer k"]);
    await allot("asr", rows);
  });

  test("an engine that ends in the middle of a sentence is said, and holds no line", async () => {
    await office.ports.clock.advance(11_000);
    const events: ListeningEvent[] = [];
    const session = await speech.listen({ phrases }, (event) => events.push(event));
    for (const frame of lineFrames(await own.say("转人工客服"))) session.push(frame);
    await recogniser.close();
    for (const frame of quiet(1_200)) session.push(frame);
    while (!events.some(({ type }) => type === "failed")) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(events.at(-1)).toEqual({ type: "failed", reason: "识别过程中引擎断开了连接" });
    await office.ports.clock.advance(11_000);
    await expect(speech.listen({ phrases }, () => undefined)).rejects.toMatchObject({ reason: "引擎拒绝连接" });
  });
});
