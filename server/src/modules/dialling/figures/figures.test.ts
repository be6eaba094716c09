/** callTaskCdr, robotTaskCdr, robotCdr, ivrCallCdr, ivrKey, commonFee and levels: what they list is what the tables count to. */
import {
  callTaskCdrApi,
  commonFeeApi,
  intentionFiguresApi,
  ivrCallCdrApi,
  ivrKeyApi,
  robotCdrApi,
  robotTaskApi,
  robotTaskCdrApi,
} from "@liantai/api/contract/admin";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { addAttempt, addTask, addPhone, logCall, step } from "../testing/rows.ts";

let office: Office;
const compId = "100001";
const tries = 7;
beforeAll(async () => {
  office = await openOffice();
  const at = office.ports.clock.now();
  await office.ports.database.system(async (trx) => {
    await addTask(trx, compId, { id: "ivr", ftype: 4 });
    await addTask(trx, compId, { id: "bot", ftype: 1 });
    for (let n = 0; n < tries; n++) {
      const phone = { id: `p${n}`, taskId: n < 5 ? "ivr" : "bot", phone: `1380000000${n}` };
      await addPhone(trx, compId, phone);
      const attempt = { id: `a${n}`, phone, ftype: n < 5 ? (4 as const) : (1 as const), callId: `c${n}` };
      // Two at the same ms: the id tells them apart.
      await addAttempt(trx, compId, { ...attempt, startedAt: new Date(at + Math.floor(n / 2) * 1_000) });
    }
    const answered = { answeredAt: new Date(at), talkMs: 61_000, ringMs: 4_000, cost: 150, code: 200, result: "同意" };
    await trx.updateTable("dial_attempt").set(answered).where("id", "in", ["a0", "a1"]).execute();
    await trx
      .updateTable("dial_phone")
      .set({ lastAt: new Date(at) })
      .where("taskId", "=", "bot")
      .execute();
    await trx
      .insertInto("call_score")
      .values({ compId, callId: "c5", at: new Date(at), taskId: "bot", level: "A", score: 95, addends: "[]" })
      .execute();
  });
  for (const [n, key] of ["1", "1", "2"].entries())
    await logCall(office, compId, { id: `c${n}`, to: `1380000000${n}`, taskId: "ivr", ftype: 4 }, [
      [1, { type: "flowEntered", flowId: "f1", name: "催缴" }],
      [1, step("node", { nodeId: "say", nodeName: "问" })],
      [5, step("branch", { nodeId: "say", nodeName: "问", nextNodeId: "end", data: { exit: `key-${key}` } })],
      [6, { type: "flowLeft", result: "next" }],
      [6, { type: "ended" }, "flowEnded"],
    ]);
});
afterAll(() => office?.close());

const attempts = (body: object = {}) => office.administrator.call(callTaskCdrApi.list, { body: body as never });

test("E20 attempts newest first, page by page without one twice or missing", async () => {
  const ids: string[] = [];
  let after = "";
  for (let page = 0; page < 10; page++) {
    const { list, next } = await attempts({ pageSize: 2, after });
    ids.push(...list.map(({ id }) => id));
    if (next === null) break;
    after = next;
  }
  expect(ids).toEqual(["a6", "a5", "a4", "a3", "a2", "a1", "a0"]);
  expect((await attempts({ pageSize: tries })).next).toBeNull();
});

test("E20 by task, kind, number, result and code; robots' own list has theirs alone", async () => {
  const ids = async (body: object) => (await attempts(body)).list.map(({ id }) => id);
  expect(await ids({ taskId: "bot" })).toEqual(["a6", "a5"]);
  expect(await ids({ ftype: "1" })).toEqual(["a6", "a5"]);
  expect(await ids({ phone: "013800000003" })).toEqual(["a3"]);
  expect(await ids({ result: "同意", code: "200" })).toEqual(["a1", "a0"]);
  expect(await ids({ batchNumber: "20261128-1", taskId: "bot" })).toEqual(["a6", "a5"]);
  expect(await ids({ startTime: "2000-01-01 00:00:00", endTime: "2000-01-02 00:00:00" })).toEqual([]);
  const robots = await office.administrator.call(robotTaskCdrApi.list, { body: {} as never });
  expect(robots.list.map(({ id }) => id)).toEqual(["a6", "a5"]);
  expect((await attempts({ taskId: "ivr", phone: "13800000000" })).list).toMatchObject([
    { taskIdentity: "任务ivr", talkS: 61, ringS: 4, cost: 0.15, result: "同意", phone: "13800000000" },
  ]);
  expect((await refused(attempts({ after: "x'; drop table task" }))).fields).toMatchObject([{ path: "after" }]);
});

test("E20 keys are counted by node; calls in flows say where they ended; costs add up to the attempts'", async () => {
  const { administrator } = office;
  const keys = await administrator.call(ivrKeyApi.list, { body: { pageNo: 1, pageSize: 20 } as never });
  expect(keys.list.map(({ nodeName, key, count, calls }) => [nodeName, key, count, calls])).toEqual([
    ["问", "1", 2, 2],
    ["问", "2", 1, 1],
  ]);
  const task = { pageNo: 1, pageSize: 20, taskId: "bot" };
  expect((await administrator.call(ivrKeyApi.list, { body: task as never })).list).toEqual([]);
  const calls = await administrator.call(ivrCallCdrApi.list, { body: { flowId: "f1" } as never });
  expect(calls.list).toHaveLength(3);
  expect(calls.list[0]).toMatchObject({ flowId: "f1", taskId: "ivr", lastNode: "问", nodes: 1, direction: "outbound" });
  const fees = await administrator.call(commonFeeApi.list, { body: {} as never });
  expect(fees.map(({ taskId, attempts: n, answered, talkS, cost }) => [taskId, n, answered, talkS, cost])).toEqual([
    ["bot", 2, 0, 0, 0],
    ["ivr", 5, 2, 122, 0.3],
  ]);
});

test("E20 levels by task; customers of intelligent tasks; nobody else's and no seat's", async () => {
  const { administrator } = office;
  expect(await administrator.call(intentionFiguresApi.figures, { body: {} as never })).toMatchObject([
    { taskId: "bot", taskIdentity: "任务bot", level: "A", count: 1, score: 95 },
  ]);
  const numbers = await administrator.call(robotTaskApi.list, { body: { pageSize: 1 } as never });
  expect(numbers).toMatchObject({ list: [{ taskId: "bot" }], next: expect.any(String) });
  expect((await administrator.call(robotCdrApi.list, { body: {} as never })).list).toEqual([]);
  expect(await refused(attempts({ compId: "200002" }))).toMatchObject({ status: 403 });
  const seat = await office.signIn({ code: compId, roleType: 2, account: "1001" });
  expect(await refused(seat.call(callTaskCdrApi.list, { body: {} as never }))).toMatchObject({ code: 403 });
});
