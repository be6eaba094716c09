/** Preview tasks from their start to their end, through the front door: seats dial, the engine says when they wait, stop and are over. */
import { formatTime, minuteMs } from "@liantai/api/contract";
import { dialTaskApi, previewTaskApi, taskPhoneApi } from "@liantai/api/contract/admin";
import { openDialOffice, type DialOffice } from "../testing/dial-office.ts";
import { createAudit } from "./audit/index.ts";
import { createPreviewGate } from "./dialling/index.ts";
import { join, sessionOf } from "./dialling/testing/preview-task.ts";
import { createTaskGate } from "./tasks/index.ts";
import { seatCaller } from "../testing/who.ts";
import { subscribe } from "./topics.ts";

const compId = "100001";
let o: DialOffice;
let sessionId: string;
const finished: string[] = [];
beforeAll(async () => {
  o = await openDialOffice();
  sessionId = await sessionOf(o.ports, "1001");
  await subscribe(o.ports.broker, "message.send", ({ to, message }) => {
    if (message.type === "taskFinished") finished.push(`${"agentId" in to ? to.agentId : ""} ${message.taskIdentity}`);
  });
});
afterAll(() => o?.close());

const task = (id: string) => o.administrator.call(dialTaskApi.findById, { body: { id } });
async function runs(taskIdentity: string, phones: readonly string[], more: object = {}): Promise<string> {
  const id = await o.runs({ taskIdentity, ftype: 2, agentIds: ["1001"], results: ["成功"], ...more }, phones);
  await join(o.ports, compId, id, sessionId, "1001");
  return id;
}
const take = async (taskId: string) => (await o.agent.call(previewTaskApi.take, { body: { taskId } })).number;
const result = async (taskId: string, id: string) => {
  await o.agent.call(previewTaskApi.result, { body: { taskId, id, result: "成功" } });
  await o.settle();
};

/** The seat's call for the number in its hands; nobody ever hears of it again, so that it is closed as 未知. */
async function dials(taskId: string, number: string): Promise<void> {
  const { ports } = o;
  const own = seatCaller({ sessionId });
  const preview = createPreviewGate(ports);
  const gate = createTaskGate({
    ...{ ports, audit: createAudit(ports), mayDo: async () => true, preview, caller: async () => own },
  });
  expect(await gate.ofCall(sessionId, taskId, number)).toMatchObject({ attemptId: expect.any(String) });
  await o.advance(4 * minuteMs);
}

test("D11 a preview task whose numbers are all done is completed and lets its seats go, not while one is in a seat's hands", async () => {
  const phones = ["13800000001", "13800000002"] as const;
  const id = await runs("预览完", phones, { order: "first" });
  const hand = (await take(id))!;
  const { list } = await o.administrator.call(taskPhoneApi.list, { body: { taskId: id, pageNo: 1, pageSize: 9 } });
  const other = list.find((row) => row.id !== hand.id)!;
  await o.administrator.call(taskPhoneApi.stop, { body: { taskId: id, ids: [other.id] } });
  await o.settle();
  expect(await task(id)).toMatchObject({ state: "running", waitsFor: "" });
  await dials(id, phones[0]);
  // Its line is done with it, and the seat's word is missing.
  expect(await task(id)).toMatchObject({ state: "running", progress: { done: 1, stopped: 1, live: 0 } });
  await result(id, hand.id);
  expect(await task(id)).toMatchObject({ state: "completed" });
  expect(finished).toEqual(["1001 预览完"]);
});

test("D11 a preview task past its last day is expired by itself, one without numbers waits for some", async () => {
  const id = await runs("预览到期", [], { untilAt: formatTime(o.clock.now() + 3 * minuteMs) });
  await o.settle();
  expect(await task(id)).toMatchObject({ state: "running", waitsFor: "没有号码" });
  const kept = async () =>
    (
      await o.ports.database.tenant(compId, (trx) =>
        trx.selectFrom("task").select("state").where("id", "=", id).executeTakeFirstOrThrow(),
      )
    ).state;
  await o.advance(3 * minuteMs - 1_000);
  expect(await kept()).toBe("running");
  await o.advance(1_000);
  expect(await kept()).toBe("expired");
});

test("D11 a preview task waits for its hours in words, and of an enterprise in arrears it is paused", async () => {
  const clock = (ms: number): string => formatTime(o.clock.now() + ms).slice(11, 16);
  const windows = [{ from: clock(5 * minuteMs), to: clock(60 * minuteMs) }];
  const id = await runs("预览欠费", ["13800000003"], { windows });
  await o.settle();
  expect((await task(id)).waitsFor).toMatch(/^等待时段：/);
  await o.advance(6 * minuteMs);
  expect(await task(id)).toMatchObject({ state: "running", waitsFor: "" });
  await o.ports.database.system((trx) =>
    trx.updateTable("enterprise").set({ forbidden: 0, isWhite: 0 }).where("compId", "=", compId).execute(),
  );
  await o.advance(2 * minuteMs);
  expect(await task(id)).toMatchObject({ state: "paused", waitsFor: "企业已欠费！" });
});
