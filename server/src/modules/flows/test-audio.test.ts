/** G127: recordings of callers for tests of flows, from their upload until nothing names them. */
import { flowApi, flowTestApi } from "@liantai/api/contract/flow-editor";
import { dayMs } from "@liantai/api/contract";
import { readSamples, writeWav } from "@liantai/api/wav";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { body, node } from "@liantai/api/testing/flows";
import { testFlow } from "./index.ts";

let office: Office;
let admin: Person;
beforeAll(async () => {
  office = await openOffice();
  admin = office.administrator;
});
afterAll(() => office?.close());

const flow = JSON.stringify(
  body([
    node("start", "start", { to: { next: "ask" } }),
    node("ask", "speech", {
      says: ["请问您要办理什么业务"],
      config: { tries: 1, branches: [{ id: "human", name: "转人工" }] },
      to: { human: "end", unknown: "end", timeout: "end" },
      intents: { human: "i1" },
    }),
    node("end", "hangup"),
  ]),
);
let made = 0;
const newFlow = async (): Promise<string> =>
  (await admin.call(flowApi.create, { body: { name: `录音${(made += 1)}`, flowType: 1, flow } })).id;
const sound = (seconds = 1, rate = 16_000): File => {
  const samples = Int16Array.from({ length: seconds * rate }, (_, at) => Math.round(9_000 * Math.sin(at / 9)));
  return new File([new Uint8Array(writeWav(samples, rate))], "客户.wav");
};
const upload = (flowId: string, files: File = sound(), who = admin) =>
  who.call(flowTestApi.audioAdd, { body: { flowId, files } as never });
const testOf = (...audios: readonly { readonly id: string; readonly name: string }[]) => ({
  steps: audios.map(({ id, name }) => ({ do: "audio" as const, value: "转人工", audio: { id, name } })),
  overrides: {},
  expect: [{ what: "result" as const, value: "hangup" }],
});
const add = (flowId: string, test: ReturnType<typeof testOf>, name = "甲") =>
  admin.call(flowTestApi.add, { body: { flowId, name, test } });
const files = async (flowId: string): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const { key } of office.ports.blobs.list("flow-tests/"))
    if (key.includes(`/${flowId}/`)) ids.push(key.split("/").at(-1)!.replace(".wav", ""));
  return ids.sort();
};

test("G127 a recording is looked at, converted, heard again and named by the tests of its flow alone", async () => {
  const [flowId, otherFlow] = [await newFlow(), await newFlow()];
  const one = await upload(flowId);
  expect(one).toMatchObject({ name: "客户.wav", durationMs: 1_000 });
  const heard = await admin.file(flowTestApi.audioPlay, { query: { flowId, id: one.id } });
  expect([heard.status, heard.headers["content-type"]]).toEqual([200, "audio/wav"]);
  expect(readSamples(heard.bytes)).toMatchObject({ rate: 8_000 });
  expect(readSamples(heard.bytes).samples).toHaveLength(8_000);
  expect(await refused(upload(flowId, new File(["<html>"], "a.wav")))).toMatchObject({ msg: "只能上传wav, mp3文件" });
  expect(await refused(upload(flowId, sound(61, 8_000)))).toMatchObject({ msg: "音频文件不能超过60秒" });
  expect(await refused(admin.call(flowTestApi.audioAdd, { body: { flowId } }))).toMatchObject({
    msg: "请选择语音文件",
  });
  const strange = "第1步的音频文件“客户.wav”不存在，请重新上传";
  expect(await refused(add(otherFlow, testOf(one)))).toMatchObject({ msg: strange });
  expect(await refused(add(flowId, testOf({ id: "../../voices/a", name: "a.wav" })))).toMatchObject({
    msg: expect.stringContaining("音频文件编号有误"),
  });
  const silent = { ...testOf(one), steps: [{ do: "audio", value: " ", audio: { id: one.id, name: "a" } }] };
  expect(await refused(add(flowId, silent as never))).toMatchObject({
    msg: expect.stringContaining("请填写音频文件里说的话"),
  });
  await add(flowId, testOf(one));
  expect(await files(flowId)).toEqual([one.id]);
});

test("G127 who may not edit flows uploads nothing, and another enterprise's recording is not there", async () => {
  const flowId = await newFlow();
  const { id } = await upload(flowId);
  expect(await refused(upload(flowId, sound(), office.agent))).toMatchObject({ status: 403 });
  await office.ports.database.system((trx) =>
    trx
      .insertInto("enterprise")
      .values({ compId: "100002", name: "乙企业", createdAt: new Date(office.ports.clock.now()) })
      .execute(),
  );
  const other = await office.enter("100002");
  expect(await refused(upload(flowId, sound(), other))).toMatchObject({ code: 404 });
  const { bytes } = await other.file(flowTestApi.audioPlay, { query: { flowId, id } });
  expect(JSON.parse(bytes.toString())).toMatchObject({ code: 404, data: null });
  const own = (await other.call(flowApi.create, { body: { name: "自己的", flowType: 1, flow } })).id;
  const stolen = { body: { flowId: own, name: "偷", test: testOf({ id, name: "a.wav" }) } };
  expect(await refused(other.call(flowTestApi.add, stolen))).toMatchObject({ msg: expect.stringContaining("不存在") });
});

test("G127 a recording goes with the last test that names it, with its flow, or a day after nobody saved it", async () => {
  const flowId = await newFlow();
  const [one, two, unsaved] = [await upload(flowId), await upload(flowId), await upload(flowId)];
  const first = await add(flowId, testOf(one, two));
  const second = await add(flowId, testOf(two), "乙");
  const put = (id: string, name: string, test: ReturnType<typeof testOf>) =>
    admin.call(flowTestApi.update, { body: { id, name, test } });
  await put(first.id, "甲", testOf());
  // Another test names the second; the third is perhaps being typed.
  expect(await files(flowId)).toEqual([two.id, unsaved.id].sort());
  await admin.call(flowTestApi.delete, { body: { ids: [second.id] } });
  expect(await files(flowId)).toEqual([unsaved.id]);
  await office.ports.clock.leap(dayMs + 1_000);
  admin = await office.signIn({ code: "100001", roleType: 1, account: "admin" });
  await put(first.id, "甲", testOf());
  expect(await files(flowId)).toEqual([]);
  const last = await upload(flowId);
  await put(first.id, "甲", testOf(last));
  const copy = await admin.call(flowApi.clone, { body: { id: flowId, name: "录音的副本" } });
  expect(await files(copy.id)).toEqual([last.id]);
  await admin.call(flowApi.delete, { params: { id: flowId } });
  expect([await files(flowId), await files(copy.id)]).toEqual([[], [last.id]]);
  const [{ test } = { test: undefined }] = await admin.call(flowTestApi.list, { body: { flowId: copy.id } });
  expect(test).toEqual(testOf(last));
});

test("G127 the command line plays the recording on real sound, and says its text without", async () => {
  const flowId = await newFlow();
  const one = await upload(flowId);
  await add(flowId, testOf(one));
  const { bytes } = await admin.file(flowTestApi.audioPlay, { query: { flowId, id: one.id } });
  const said: unknown[] = [];
  const ears = () => async (what: string | Uint8Array) => {
    said.push(what);
    return { type: "heard" as const, text: "转人工", confidence: 1 };
  };
  const { database, blobs } = office.ports;
  expect(await testFlow(database, { flowId, audio: 1 }, [{ ears }], blobs)).toMatch(/1个通过，0个失败$/);
  expect(said).toEqual([bytes]);
  expect(await testFlow(database, { flowId })).toMatch(/1个通过，0个失败$/);
  expect(said).toHaveLength(1);
});
