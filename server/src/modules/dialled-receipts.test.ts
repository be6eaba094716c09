/** 回执 through the front door: numbers are pushed and dialled, and a real receiver is told what became of each. */
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  dialTaskApi,
  interfaceAllowanceApi,
  interfaceConfigApi,
  previewTaskApi,
  taskPhoneApi,
  voiceNoticeApi,
} from "@liantai/api/contract/admin";
import { createSilentSpeech } from "../testing/idle.ts";
import { createTestJobs, createVirtualClock } from "../testing/index.ts";
import { injection } from "../testing/office.ts";
import { openDialOffice, type DialOffice } from "../testing/dial-office.ts";
import { createAudit } from "./audit/index.ts";
import { createPreviewGate } from "./dialling/index.ts";
import { join, sessionOf } from "./dialling/testing/preview-task.ts";
import { createTaskGate } from "./tasks/index.ts";
import { seatCaller } from "../testing/who.ts";

const compId = "100001";
const secret = "a-secret-of-sixteen-or-more";
interface Receipt extends Record<string, unknown> {
  readonly phone: string;
}
interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
let o: DialOffice;
let receiver: Server;
let answer = () => 200;
let heard: Heard[] = [];
/** The interface as its form has it. */
let made: object;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      heard.push({ headers: request.headers, body });
      response.writeHead(answer()).end("{}");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  const clock = createVirtualClock();
  const spoken = createSilentSpeech("/nowhere");
  const speak = async (text: string) => `/said/${text}`;
  o = await openDialOffice({ clock }, { jobs: createTestJobs(clock), speech: { ...spoken, speak, synthesise: speak } });
  await o.operator.call(interfaceAllowanceApi.add, { body: { compId, target: "127.0.0.1", ports: String(port) } });
  const form = {
    ...{ name: "账单系统", events: ["task.numberDone"], url: `http://127.0.0.1:${port}/receipts`, method: "POST" },
    ...{ headers: [], signed: 1, secret, mapping: [], timeoutS: 5, maxTries: 3, enabled: 1 },
  };
  await o.administrator.call(interfaceConfigApi.add, { body: { ...form, sendFullNumbers: 1 } as never });
  made = form;
  await o.administrator.call(interfaceConfigApi.add, {
    body: { ...form, name: "看板", url: `${form.url}/masked`, sendFullNumbers: 0 } as never,
  });
});
afterAll(async () => {
  await o?.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(() => {
  heard = [];
  answer = () => 200;
});

/** Deliveries are looked for once a second; the network is real. */
async function told(count: number): Promise<void> {
  await o.advance(1_000);
  for (let n = 0; n < 2_000 && heard.length < count; n += 1) await new Promise((resolve) => setImmediate(resolve));
  await o.settle();
  expect(heard).toHaveLength(count);
}
const receipts = (full = true): Receipt[] =>
  heard
    .map(({ body }) => (JSON.parse(body) as { readonly number: Receipt }).number)
    .filter(({ phone }) => phone.includes("*") !== full)
    .sort((a, b) => (a.phone < b.phone ? -1 : 1));

test("D56 a receipt for each number of a notice that is done: by whom it was pushed, result, code and attempt; signed, once", async () => {
  const { administrator, clock, sw } = o;
  const [presses, silent, stops] = ["13800000001", "13800000002", "13800000003"] as const;
  const { id: templateId } = await administrator.call(voiceNoticeApi.add, {
    body: { name: "缴费", text: "请缴${金额}元，确认请按1", confirmKey: "1", repeats: 1 } as never,
  });
  sw.on((event) => {
    if (event.type !== "ringing") return;
    const { to } = sw.request(event.leg)!;
    clock.after(2_000, () => sw.pickUp(event.leg));
    if (typeof to !== "string" && to.number === presses) clock.after(3_500, () => sw.press(event.leg, "1"));
  });
  const { id: taskId } = await administrator.call(dialTaskApi.add, {
    body: {
      ...{ taskIdentity: "缴费回执", ftype: 5 as const, templateId, accessNumbers: [o.numbers[0]!], repeats: 1 },
      retries: [{ codes: [594], afterMin: 10, times: 1, otherSlot: 0, otherNumber: 0 }],
    },
  });
  const phones = [presses, silent, stops].map((phone, n) => ({ phone, person: `账单${n}`, variables: { 金额: "30" } }));
  const { headers, ...push } = await injection(
    taskPhoneApi.add,
    { body: { taskId, phones } as never },
    administrator.token,
  );
  await o.app.fastify.inject({ ...push, headers: { ...headers, "idempotency-key": "bill-7" } });
  const { list } = await administrator.call(taskPhoneApi.list, { body: { taskId, pageNo: 1, pageSize: 9 } });
  const row = (phone: string) => list.find((one) => one.phone === phone)!;
  await administrator.call(taskPhoneApi.stop, { body: { taskId, ids: [row(stops).id] } });
  await told(2);
  const of = {
    taskId,
    taskIdentity: "缴费回执",
    ftype: 5,
    batchNumber: row(stops).batchNumber,
    idempotencyKey: "bill-7",
  };
  expect(receipts()).toMatchObject([
    {
      ...{ ...of, id: row(stops).id, phone: stops, person: "账单2", variables: { 金额: "30" }, callId: "" },
      ...{ state: "stopped", stateName: "已停止", reason: "已手动停止", attempt: 0, code: null, result: "" },
    },
  ]);
  expect(receipts(false)).toMatchObject([{ phone: "138****0003", person: "账单2" }]);

  heard = [];
  await administrator.call(dialTaskApi.start, { body: { id: taskId } });
  await o.advance(20_000);
  // Who pressed nothing is dialled again: nothing became of him yet.
  await told(2);
  expect(receipts()).toMatchObject([
    {
      ...{ ...of, id: row(presses).id, phone: presses, person: "账单0", state: "done", stateName: "已完成" },
      ...{ attempt: 1, code: 200, codeText: "已接听", result: "已确认", answerer: "person", abandoned: false },
    },
  ]);
  const [receipt] = receipts();
  const attempts = await administrator.call(taskPhoneApi.attempts, { body: { taskId, id: row(presses).id } });
  expect(receipt!["callId"]).toBe(attempts[0]!.callId);
  for (const { headers, body } of heard) {
    expect(headers["x-liantai-event"]).toBe("task.numberDone");
    expect(JSON.parse(body)).toMatchObject({
      event: "task.numberDone",
      deliveryId: headers["idempotency-key"],
      compId,
    });
    const signed = createHmac("sha256", secret)
      .update(`${String(headers["x-liantai-timestamp"])}.${body}`)
      .digest("hex");
    expect(headers["x-liantai-signature"]).toBe(signed);
  }

  heard = [];
  await o.advance(610_000);
  await told(2);
  expect(receipts()).toMatchObject([{ phone: silent, attempt: 2, code: 200, result: "未按键", state: "done" }]);
});

test("D56 a receiver that fails hears it again under the same key; a number that is skipped is told with its reason", async () => {
  const { administrator } = o;
  const id = await o.runs({ taskIdentity: "停用客户", recipesBefore: [skips] }, ["13800000011"]);
  let n = 0;
  answer = () => ((n += 1) <= 2 ? 503 : 200);
  await o.advance(1_000);
  await told(2);
  await o.advance(60_000);
  await told(4);
  const first = heard.filter(({ headers }) => headers["idempotency-key"] === heard[0]!.headers["idempotency-key"]);
  expect([first.length, new Set(first.map(({ body }) => body)).size]).toEqual([2, 1]);
  const reason = "客户已停用（策略“停用”）";
  expect(receipts()[0]).toMatchObject({ taskId: id, state: "skipped", reason, attempt: 0 });
  expect(
    (await administrator.call(taskPhoneApi.list, { body: { taskId: id, pageNo: 1, pageSize: 9 } })).list,
  ).toMatchObject([{ state: "skipped", reason }]);
});
const skips = {
  name: "停用",
  conditions: [],
  action: "skip" as const,
  reason: "客户已停用",
  priority: 5,
  smsId: "",
  waitMin: 10,
};

test("D56 a preview: what the line left, and once more with the seat's word", async () => {
  const { agent, ports } = o;
  const sessionId = await sessionOf(ports, "1001");
  const settings = { taskIdentity: "预览回执", ftype: 2 as const, agentIds: ["1001"], results: ["成功"], retries: [] };
  const taskId = await o.runs(settings as never, ["13800000021"]);
  await join(ports, compId, taskId, sessionId, "1001");
  const { number } = await agent.call(previewTaskApi.take, { body: { taskId } });
  const gate = createTaskGate({
    ...{ ports, audit: createAudit(ports), mayDo: async () => true, preview: createPreviewGate(ports) },
    caller: async () => seatCaller({ sessionId }),
  });
  await gate.ofCall(sessionId, taskId, "13800000021");
  // Nobody hears of its call again.
  await o.advance(240_000);
  await told(2);
  expect(receipts()).toMatchObject([{ ftype: 2, state: "done", code: 0, codeText: "未知", result: "", attempt: 1 }]);
  await agent.call(previewTaskApi.result, { body: { taskId, id: number!.id, result: "成功", remark: "已答应" } });
  await told(4);
  expect(receipts()[1]).toMatchObject({ state: "done", result: "成功", remark: "已答应", agentId: "1001" });
});

test("D56 测试 sends a receipt that never was, in its own shape", async () => {
  const body = { ...made, event: "task.numberDone", sendFullNumbers: 0 } as never;
  expect(await o.administrator.call(interfaceConfigApi.test, { body })).toMatchObject({ ok: true });
  expect(receipts(false)).toMatchObject([{ phone: "138****8000", taskIdentity: "示例任务", result: "已确认" }]);
});
