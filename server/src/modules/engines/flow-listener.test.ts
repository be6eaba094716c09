/** What a flow is told, before it is published, of who will hear its callers. */
import { engineAllotApi, engineApi, flowApi, flowVersionApi } from "@liantai/api/contract/flow-editor";
import { body, node } from "@liantai/api/testing/flows";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { demoEnterprise } from "../system/index.ts";

const { compId } = demoEnterprise;
let office: Office;
let flowId: string;
let revision: number;
beforeAll(async () => {
  office = await openOffice();
  const flow = body([
    node("start", "start", { to: { next: "hello" } }),
    node("hello", "play", {
      says: ["您好"],
      config: { speechBargeIn: true },
      to: { done: "more", interrupted: "more" },
    }),
    node("more", "knowledge", { config: { followUp: "还有问题吗" }, to: { answered: "bye", notFound: "bye" } }),
    node("bye", "hangup"),
  ]);
  const made = { name: "听谁的", flowType: 1 as const, flow: JSON.stringify(flow) };
  ({ id: flowId, revision } = await office.administrator.call(flowApi.create, { body: made }));
});
afterAll(() => office?.close());

const engine = {
  name: "云识别",
  provider: "funasr",
  address: "ws://203.0.113.5:10095",
  timeoutMs: 2_000,
  concurrency: 0,
} as const;
const allot = (ids: readonly string[]) =>
  office.operator.call(engineAllotApi.allot, {
    body: { compId, kind: "asr", engines: ids.map((engineId) => ({ engineId, speed: 100, volume: 100, pitch: 50 })) },
  });
const found = async () =>
  (await office.administrator.call(flowVersionApi.validate, { body: { id: flowId } })).findings
    .filter(({ rule }) => rule === "engine")
    .map(({ severity, text }) => `${severity} ${text}`);

test("G138 what listens is warned of the built-in listener and barred where the allotted one is off", async () => {
  const warning = "warning 节点“more”：用到语音识别，但没有分配识别引擎，内置短语识别听不懂真人讲话";
  // A beep of a voice is enough to interrupt 您好.
  expect(await found()).toEqual([warning]);
  const { id } = await office.operator.call(engineApi.add, { body: { ...engine, enabled: 1 } });
  await allot([id]);
  expect(await found()).toEqual([]);
  await office.operator.call(engineApi.update, { body: { id, ...engine, enabled: 0 } });
  const off = "用到语音识别，但分配的识别引擎都已停用";
  expect(await found()).toEqual([`error 节点“hello”：${off}`, `error 节点“more”：${off}`]);
  const publish = office.administrator.call(flowVersionApi.publish, { body: { id: flowId, revision } });
  expect(await refused(publish)).toMatchObject({ msg: expect.stringContaining(off) as string });
  await allot(["grammar"]);
  expect(await found()).toEqual([warning]);
  await allot([]);
});

test("G138 the enterprise reads what its engines are, and neither where they are nor their keys", async () => {
  const read = (column: "address" | "keySealed" | "provider") =>
    office.ports.database.tenant(compId, (trx) => trx.selectFrom("speech_engine").select(column).execute());
  expect((await read("provider")).length).toBeGreaterThan(1);
  for (const column of ["address", "keySealed"] as const)
    await expect(read(column)).rejects.toThrow("permission denied");
});
