/** What was called for a task binds the others and is booked once, also when the task is deleted. */
import { minuteMs } from "@liantai/api/contract";
import { callTaskCdrApi, commonFeeApi, dialTaskApi } from "@liantai/api/contract/admin";
import { sql } from "kysely";
import type { Caller } from "../http/routes.ts";
import type { Office } from "../testing/office.ts";
import { createCallBilling } from "./enterprises/ledger/billing.ts";
import { previewDesk } from "./dialling/testing/preview-desk.ts";
import { makePreviewTask } from "./dialling/testing/preview-task.ts";

const compId = "100001";
let office: Office;
let own: Caller;
const desk = previewDesk((opened) => ({ office, own } = opened));
const { made, took, called, begin, callOver } = desk;

const inTenant = (
  work: (trx: Parameters<Parameters<Office["ports"]["database"]["tenant"]>[1]>[0]) => Promise<unknown>,
) => office.ports.database.tenant(compId, work);
async function remove(id: string): Promise<void> {
  await office.administrator.call(dialTaskApi.stop, { body: { id } });
  await office.administrator.call(dialTaskApi.delete, { body: { ids: [id] } });
}
/** A task with this number, called once. */
async function calledOnce(phone: string): Promise<{ readonly id: string; readonly callId: string }> {
  const id = await made({ results: [], retries: [] }, { count: 1, phone: () => ({ phone }) });
  await took(id);
  return { id, callId: await called(id, phone, 200) };
}

test("D61 calls of a deleted task count for the frequency, the 72 hours and the month of a complaint in every other", async () => {
  const phone = "13900009992";
  const { id, callId } = await calledOnce(phone);
  await remove(id);
  await makePreviewTask(office.ports, {
    ...{ compId, id: "after", agentIds: ["1001"], count: 1, ftype: 3, phone: () => ({ phone }) },
    settings: { mode: "predictive", frequencyDays: 1, frequencyCalls: 1 },
  });
  const why = async () => {
    const { steps } = await office.administrator.call(dialTaskApi.why, { body: { id: "after", phoneId: "after-0" } });
    return steps.find(({ check }) => check === "attempts");
  };
  expect(await why()).toMatchObject({ passed: false, detail: "近 1 天已呼叫 1 次，频次上限 1 次" });
  const now = async (set: { abandoned?: number; result?: string }) => {
    await inTenant((trx) => trx.updateTable("dial_attempt").set(set).where("callId", "=", callId).execute());
    await office.ports.database.system((trx) =>
      sql`update dial_task set settings = settings || '{"frequencyDays": 0}' where id = 'after'`.execute(trx),
    );
    return why();
  };
  expect(await now({ abandoned: 0 })).toMatchObject({ passed: true });
  expect((await now({ abandoned: 1 }))?.detail).toContain("72 小时内不再预测外呼");
  expect((await now({ abandoned: 0, result: "投诉" }))?.detail).toContain("30 天内所有任务不再外呼");
});

test("D61 the call of a number that was stopped ends after its task was deleted: the attempt is closed", async () => {
  const phone = "13900009993";
  const id = await made({ results: [] }, { count: 1, phone: () => ({ phone }) });
  await took(id);
  const task = await begin(id, phone);
  await inTenant(async (trx) => {
    await trx.updateTable("dial_phone").set({ state: "stopped" }).where("taskId", "=", id).execute();
    await trx.updateTable("dial_progress").set({ live: 0, stopped: 1 }).where("taskId", "=", id).execute();
  });
  await remove(id);
  const { attemptId } = task as { attemptId: string };
  await callOver(attemptId, 200);
  const { list } = await office.administrator.call(callTaskCdrApi.list, { body: { taskId: id } });
  expect(list).toMatchObject([{ id: attemptId, code: 200, agentId: own.agentId }]);
});

// The last one: the enterprise is in arrears after it.
test("D61 a call of a deleted task is booked once, as the attempt it was", async () => {
  const { id, callId } = await calledOnce("13900009991");
  const answeredAt = new Date(office.ports.clock.now() - minuteMs);
  const number = await office.ports.database.system(async (trx) => {
    const { number } = await trx
      .updateTable("access_number")
      .set({ priceMilli: 150 })
      .where("compId", "=", compId)
      .returning("number")
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("call_record")
      .set({ accessNumber: number, talkMs: minuteMs, answerAt: answeredAt })
      .where("callId", "=", callId)
      .execute();
    await trx
      .updateTable("dial_attempt")
      .set({ cost: 150, displayed: number, answeredAt })
      .where("callId", "=", callId)
      .execute();
    return number;
  });
  const booked = async () =>
    (
      await office.ports.database.system((trx) =>
        trx.selectFrom("ledger_entry").selectAll().where("contactId", "=", callId).execute(),
      )
    ).map(({ idempotencyKey, amount }) => [idempotencyKey.split("/")[0], Number(amount)]);
  const billing = createCallBilling(office.ports);
  // Not booked before its task went: as an attempt all the same.
  await remove(id);
  await billing.sweep();
  expect(await booked()).toEqual([["attempt", -1_500]]);
  await billing.sweep();
  expect(await booked()).toHaveLength(1);
  const { list } = await office.administrator.call(callTaskCdrApi.list, { body: { taskId: id } });
  expect(list).toMatchObject([{ callId, taskIdentity: "已删除的任务", displayed: number, cost: 0.15 }]);
  const fees = await office.administrator.call(commonFeeApi.list, { body: { taskId: id } });
  expect(fees).toMatchObject([{ taskId: id, taskIdentity: "已删除的任务", attempts: 1 }]);
  // A version before took the attempt with the task.
  await office.ports.database.system((trx) => sql`delete from dial_attempt where call_id = ${callId}`.execute(trx));
  await billing.sweep();
  expect(await booked()).toHaveLength(1);
});
