/** G118: tests of a flow on real sound, from the press to what the recogniser made of it. */
import { readFile } from "node:fs/promises";
import { flowStatuses } from "@liantai/api/contract";
import { flowApi, flowTestApi, flowVersionApi, intentApi } from "@liantai/api/contract/flow-editor";
import { body, node } from "@liantai/api/testing/flows";
import { SpeechFailed, type ListeningEvent } from "../../ports/speech.ts";
import { subscribe } from "../topics.ts";
import { openOffice, type Office } from "../../testing/office.ts";
import { openSpeech, type OwnSpeech } from "../../testing/speech/stages.ts";

let own: OwnSpeech;
let office: Office;
let flowId: string;
beforeAll(async () => {
  own = await openSpeech();
  office = await openOffice({ speech: own.speech });
  const intent = async (name: string, sample: string) =>
    (await office.administrator.call(intentApi.add, { body: { name, samples: [sample] } })).id;
  const flow = body([
    node("start", "start", { to: { next: "ask" } }),
    node("ask", "speech", {
      says: ["请问您要办理什么业务"],
      config: {
        tries: 1,
        branches: [
          { id: "bill", name: "查账单" },
          { id: "human", name: "转人工" },
        ],
      },
      to: { bill: "balance", human: "seat", unknown: "bye", timeout: "bye" },
      intents: { bill: await intent("查账单", "查询话费余额"), human: await intent("转人工", "转人工客服") },
    }),
    node("balance", "play", { says: ["您的余额是"], to: { next: "bye" } }),
    node("seat", "play", { says: ["正在转人工"], to: { next: "bye" } }),
    node("bye", "hangup"),
  ]);
  const made = { name: "听真话", flowType: 1 as const, flow: JSON.stringify(flow) };
  flowId = (await office.administrator.call(flowApi.create, { body: made })).id;
  const add = (name: string, sentence: string, said: string) =>
    office.administrator.call(flowTestApi.add, {
      body: {
        ...{ flowId, name },
        test: { steps: [{ do: "say", value: sentence }], overrides: {}, expect: [{ what: "said", value: said }] },
      },
    });
  await add("查账单", "查询话费余额", "您的余额是");
  await add("转人工", "转人工客服", "正在转人工");
  // To the letter it is a sample of nothing; by its sound it is near enough to none.
  await add("别的话", "今天天气真好我们去爬山吧", "您的余额是");
}, 60_000);
afterAll(async () => {
  await office?.close();
  await own?.close();
});

const run = (more: object) => office.administrator.call(flowTestApi.run, { body: { flowId, ...more } });
const passed = async (more: object) => (await run(more)).results.map((each) => [each.name, each.passed]);
const expected = [
  ["查账单", 1],
  ["转人工", 1],
  ["别的话", 0],
];

test("G118 sentences are said to the recogniser of the flow's callers, and take the branch that it understood", async () => {
  expect(await passed({})).toEqual(expected);
  const { speech } = own;
  const listens = jest.spyOn(speech, "listen");
  expect(await passed({ audio: 1 })).toEqual(expected);
  // Each sentence once, however often a test is run anew for it; with what the branches expect.
  expect(listens.mock.calls.map(([{ phrases }]) => phrases!.map(({ text }) => text))).toEqual(
    Array.from({ length: 3 }, () => ["查询话费余额", "转人工客服"]),
  );
  listens.mockRestore();
}, 60_000);

test("G127 a recording is played to the recogniser as it is, and its text counts in virtual time", async () => {
  const { administrator, ports } = office;
  const voice = { voice: "cmn+f2", speed: 100, volume: 100, pitch: 50 };
  const spoken = await readFile(await own.speech.synthesise("查询话费余额", voice));
  const files = new File([new Uint8Array(spoken)], "客户.wav");
  const { id, name } = await administrator.call(flowTestApi.audioAdd, { body: { flowId, files } as never });
  // What stands beside it is another thing, so that one can tell which of them was taken.
  const test = {
    steps: [{ do: "audio" as const, value: "转人工客服", audio: { id, name } }],
    overrides: {},
    expect: [{ what: "said" as const, value: "您的余额是" }],
  };
  const tried = async (audio: 0 | 1) => (await run({ test, audio })).results.map((each) => [each.passed, each.faults]);
  expect(await tried(1)).toEqual([[1, []]]);
  expect(await tried(0)).toEqual([[0, [expect.stringContaining("没有播报“您的余额是”")]]]);
  for await (const { key } of ports.blobs.list("flow-tests/")) await ports.blobs.delete(key);
  const gone = "第1步（音频文件）：没有识别成功：音频文件已不存在，请重新上传";
  expect(await tried(1)).toEqual([[0, [gone, expect.anything()]]]);
}, 60_000);

test("G48 training makes the recogniser ready for the sentences of the draft's intents before it is told to be over", async () => {
  const over = new Promise<number>((resolve) => {
    void subscribe(office.ports.broker, "flow.changed", ({ status }) => void (status !== 2 && resolve(status)));
  });
  const prepares = jest.spyOn(own.speech, "prepare");
  const { intents } = await office.administrator.call(flowApi.train, { params: { id: flowId } });
  expect([intents, await over]).toEqual([2, 3]);
  expect(prepares.mock.calls.map(([{ phrases }]) => phrases!.map(({ text }) => text))).toEqual([
    ["查询话费余额", "转人工客服"],
  ]);
  prepares.mockRestore();
}, 60_000);

test("G48 a draft that names no intent begins no training, and nothing is told", async () => {
  const told: number[] = [];
  const end = await subscribe(office.ports.broker, "flow.changed", ({ status }) => void told.push(status));
  const made = { name: "不听", flowType: 1 as const, flow: JSON.stringify(body([node("start", "start")])) };
  const { id } = await office.administrator.call(flowApi.create, { body: made });
  expect(await office.administrator.call(flowApi.train, { params: { id } })).toEqual({ intents: 0 });
  // One that trains is told in order, so that what the other had told would be here by now.
  const over = new Promise<void>((resolve) => {
    void subscribe(
      office.ports.broker,
      "flow.changed",
      ({ status }) => void (status === flowStatuses.trained && resolve()),
    );
  });
  await office.administrator.call(flowApi.train, { params: { id: flowId } });
  await over;
  expect(told).toEqual([flowStatuses.training, flowStatuses.trained]);
  await end();
}, 60_000);

test("G48 publishing begins the training and does not wait for it; that it failed is told once, and the version stays", async () => {
  const told: { readonly status: number; readonly text: string }[] = [];
  const failed = new Promise<void>((resolve) => {
    void subscribe(office.ports.broker, "flow.changed", ({ status, text }) => {
      told.push({ status, text });
      if (status === flowStatuses.notTrained) resolve();
    });
  });
  let fail: (error: Error) => void = () => undefined;
  const began = new Promise<readonly string[]>((resolve) => {
    jest.spyOn(own.speech, "prepare").mockImplementationOnce(({ phrases = [] }) => {
      resolve(phrases.map(({ text }) => text));
      return new Promise((_, reject) => (fail = reject));
    });
  });
  const { revision } = await office.administrator.call(flowApi.find, { params: { id: flowId } });
  const made = await office.administrator.call(flowVersionApi.publish, {
    body: { id: flowId, revision, reason: "别的话不算" },
  });
  expect(await began).toEqual(["查询话费余额", "转人工客服"]);
  expect(told.map(({ status }) => status)).toEqual([flowStatuses.published]);
  fail(new SpeechFailed(undefined, "未安装语音合成组件"));
  await failed;
  expect(told.slice(1)).toEqual([
    { status: flowStatuses.notTrained, text: "第1版已发布，来电第一次识别时会多等一会儿：未安装语音合成组件" },
  ]);
  const found = await office.administrator.call(flowApi.find, { params: { id: flowId } });
  expect([found.version, found.versionId]).toEqual([1, made.versionId]);
  jest.restoreAllMocks();
}, 60_000);

/** In place of the recogniser. */
async function withEars(answer: ListeningEvent, act: () => Promise<void>): Promise<void> {
  const listens = jest.spyOn(own.speech, "listen").mockImplementation(async (_options, heard) => {
    setImmediate(() => heard(answer));
    return { push: () => undefined, type: () => undefined, end: () => undefined };
  });
  await act().finally(() => listens.mockRestore());
}

test("G118 what was misheard fails a test that is not kept yet, and a recogniser that fails is named", async () => {
  const test = {
    ...{ steps: [{ do: "say" as const, value: "查询话费余额" }], overrides: {} },
    expect: [{ what: "said" as const, value: "您的余额是" }],
  };
  const faults = async (more: object) => (await run({ test, ...more })).results.map((each) => each.faults);
  expect(await faults({})).toEqual([[]]);
  const heard = { type: "final", text: "转人工客服", confidence: 0.9, alternatives: [], fromMs: 0, toMs: 900 } as const;
  await withEars(heard, async () => {
    expect(await faults({ audio: 1 })).toEqual([["没有播报“您的余额是”，播报的是：请问您要办理什么业务；正在转人工"]]);
  });
  await withEars({ type: "failed", reason: "识别服务器没有回应" }, async () => {
    expect((await faults({ audio: 1 }))[0]![0]).toBe("第1步（说话）：没有识别成功：识别服务器没有回应");
  });
});
