/** What 机器人学习 learns of calls in flows: what callers said, by flow and node, whoever did not understand it. */
import {
  flowApi,
  innerKnowledgeApi,
  intentApi,
  knowledgeClassApi,
  robotLearningApi,
} from "@liantai/api/contract/flow-editor";
import { body, node } from "@liantai/api/testing/flows";
import { silentLogger } from "../testing/index.ts";
import { openOffice, type Office } from "../testing/office.ts";
import { createCallsInFlows, type CallsInFlows } from "./calls-in-flows.ts";
import { sealerOf } from "./system/index.ts";

let office: Office;
let calls: CallsInFlows;
let flowId: string;
let classId: string;
beforeAll(async () => {
  office = await openOffice();
  calls = createCallsInFlows({
    ports: { ...office.ports, logger: silentLogger },
    sealer: sealerOf(Buffer.alloc(32, 3)),
    voice: async () => undefined,
    mayPress: async () => true,
  });
  await calls.understanding.understander.start();
  const { administrator } = office;
  flowId = (await administrator.call(flowApi.create, { body: { name: "售后热线", flowType: 1 } })).id;
  classId = (await administrator.call(knowledgeClassApi.add, { body: { kind: 1, name: "售后" } })).id;
  await administrator.call(innerKnowledgeApi.add, {
    body: { classId, question: "几天之内可以退货", answer: "七天之内。" },
  });
});
afterAll(async () => {
  await calls?.understanding.understander.stop();
  await office?.close();
});

const compId = "100001";
const by = (callId: string) => ({
  ...{ compId, callId, began: 0, flowId, versionId: "v1", nodeId: "n7", nodeName: "答疑", caller: "13800138000" },
  ...{ key: `${callId}:1`, sensitive: false },
});
const ask = (of: ReturnType<typeof by> & { readonly audition?: true }, text: string, questionId = "") =>
  calls.world.ask(of, { what: "knowledge", text, classId: "", questionId });
const unknown = async () =>
  (await office.administrator.call(robotLearningApi.list, { body: { pageNo: 1, pageSize: 50 } })).list;

test("I17 a sentence that the knowledge base does not answer is one to learn from, with flow, node and call", async () => {
  expect(await ask(by("call-1"), "几天之内可以退货")).toMatchObject({ found: true });
  expect(await unknown()).toEqual([]);
  expect(await ask(by("call-1"), "你们收旧手机吗")).toMatchObject({ found: false });
  const where = { flowId, flowName: "售后热线", nodeId: "n7", nodeName: "答疑", callIds: ["call-1"] };
  expect(await unknown()).toMatchObject([{ text: "你们收旧手机吗", count: 1, ...where, intentId: "" }]);
});

test("I17 it counts once a call, which may have not been understood with it before; secrets and auditions teach nothing", async () => {
  const question = { what: "understand", intents: [], threshold: 0.4, margin: 0.05, slots: {} } as const;
  const { id } = await office.administrator.call(intentApi.add, { body: { name: "退货", samples: ["我想退货"] } });
  await calls.world.ask(
    { ...by("call-2"), nodeId: "n1", nodeName: "请说" },
    { ...question, text: "屏幕碎了能换吗", intents: [id] },
  );
  await ask(by("call-2"), "屏幕碎了能换吗");
  await ask(by("call-3"), "屏幕碎了能换吗");
  await ask({ ...by("call-4"), sensitive: true }, "我的卡号是多少");
  await ask({ ...by("call-5"), audition: true }, "试一试有没有这个");
  await ask(by("call-6"), "", "nothing");
  const counts = Object.fromEntries((await unknown()).map(({ text, count, callIds }) => [text, [count, callIds]]));
  expect(counts).toEqual({ 你们收旧手机吗: [1, ["call-1"]], 屏幕碎了能换吗: [2, ["call-3", "call-2"]] });
});

test("G137 a class alone is answered by the question of it that was asked most", async () => {
  await office.administrator.call(innerKnowledgeApi.add, {
    body: { classId, question: "邮费谁出", answer: "我们出。" },
  });
  await ask(by("call-7"), "邮费谁出");
  await ask(by("call-7"), "邮费谁出");
  const answer = await calls.world.ask(by("call-8"), { what: "knowledge", text: "", classId, questionId: "" });
  expect(answer).toMatchObject({ found: true, says: [{ text: "我们出。" }] });
});

test("G173 what a save removes is gone from the draft alone: what its node heard, and its intent, are there to be used", async () => {
  const { administrator } = office;
  const intent = await administrator.call(intentApi.add, { body: { name: "报修", samples: ["机器坏了"] } });
  const flow = body([
    node("start", "start", { to: { next: "n8" } }),
    node("n8", "speech", { intents: { b: intent.id } }),
  ]);
  const made = await administrator.call(flowApi.create, {
    body: { name: "报修热线", flowType: 1, flow: JSON.stringify(flow) },
  });
  const question = { what: "understand", intents: [intent.id], threshold: 0.4, margin: 0.05, slots: {} } as const;
  const at = { ...by("call-9"), flowId: made.id, nodeId: "n8", nodeName: "报修请说" };
  await calls.world.ask(at, { ...question, text: "今天有没有优惠券" });
  const removeIds = { talkIds: [], wordIds: [intent.id], nodeIds: ["n8"] };
  const without = JSON.stringify({ ...body([{ ...node("start", "start"), flowId: made.id }]), removeIds });
  await administrator.call(flowApi.save, { body: { id: made.id, revision: made.revision, flow: without } });
  const heard = (await unknown()).find(({ flowId }) => flowId === made.id);
  expect(heard).toMatchObject({ text: "今天有没有优惠券", nodeName: "报修请说" });
  const intents = await administrator.call(intentApi.list, { body: { pageNo: 1, pageSize: 50, name: "报修" } });
  expect(intents.list).toMatchObject([{ id: intent.id }]);
});
