/** A customer who complained is given to no seat for a month, whichever task has his number (inventory dialling.md D11). */
import { dayMs, formatTime, hourMs } from "@liantai/api/contract";
import { dialTaskApi, previewTaskApi } from "@liantai/api/contract/admin";
import { refused, type Office } from "../../../testing/office.ts";
import { previewDesk } from "../testing/preview-desk.ts";
import { phoneAt } from "../testing/preview-task.ts";

let office: Office;
const { shownAt, made, took, act, begin, called } = previewDesk((desk) => ({ office } = desk));

test("D55 a complaint in one task keeps the number from the seats of another, and out of the hand it is in", async () => {
  const first = await made({ results: ["成功", "客户投诉"], retries: [] });
  const { id: number } = await took(first);
  const complain = () =>
    office.agent.call(previewTaskApi.result, { body: { taskId: first, id: number, result: "客户投诉" } });
  await called(first, phoneAt(0), 594);
  await complain();
  const id = await made();
  expect((await took(id)).phone).toBe(shownAt(1));
  const { steps } = await office.administrator.call(dialTaskApi.why, { body: { id, phoneId: `${id}-0` } });
  expect(steps.find(({ check }) => check === "attempts")).toMatchObject({
    passed: false,
    detail: expect.stringContaining("客户投诉，30 天内所有任务不再外呼"),
  });
  await act("release", id, `${id}-1`);
  // It was in a hand already when the customer complained.
  await office.ports.database.tenant("100001", (trx) =>
    trx
      .updateTable("dial_attempt")
      .set({ result: "投诉", phone: phoneAt(1) })
      .where("taskId", "=", first)
      .execute(),
  );
  const other = await made();
  const inHand = () =>
    office.ports.database.tenant("100001", (trx) =>
      trx
        .updateTable("dial_phone")
        .set({ state: "claimed", agentId: "1001", takenAt: new Date(office.ports.clock.now()) })
        .where("id", "=", `${other}-1`)
        .execute(),
    );
  await inHand();
  const why = expect.stringContaining("客户投诉，30 天内所有任务不再外呼，不能外呼");
  expect(await begin(other, phoneAt(1))).toEqual({ code: -403, msg: why });
  await inHand();
  expect((await refused(act("dial", other, `${other}-1`))).msg).toEqual(why);
});

test("D55 a month after the end of that call he may be called again", async () => {
  const id = await made();
  const ended = (ago: number) => {
    const at = office.ports.clock.now() - ago;
    // They talked for two hours.
    return office.ports.database.tenant("100001", (trx) =>
      trx
        .updateTable("dial_attempt")
        .set({ phone: phoneAt(0), startedAt: new Date(at - 2 * hourMs), endedAt: new Date(at) })
        .where("result", "=", "投诉")
        .execute(),
    );
  };
  await ended(30 * dayMs - 1);
  const why = await office.administrator.call(dialTaskApi.why, { body: { id, phoneId: `${id}-0` } });
  expect(why.steps.find(({ check }) => check === "attempts")).toMatchObject({ passed: false });
  expect((await took(id)).phone).toBe(shownAt(1));
  await act("release", id, `${id}-1`);
  await ended(30 * dayMs);
  expect((await took(id)).phone).toBe(shownAt(0));
});

test("D70 no call is promised with a complaint, nor for a time at which its number rests for one", async () => {
  const number = "13288880001";
  const id = await made({ results: ["成功", "客户投诉"], retries: [] }, { count: 1, phone: () => ({ phone: number }) });
  const { id: phoneId } = await took(id);
  await called(id, number, 594);
  const promise = (days: number, result: string) =>
    office.agent.call(previewTaskApi.reschedule, {
      body: { taskId: id, id: phoneId, nextAt: formatTime(office.ports.clock.now() + days * dayMs), result },
    });
  expect((await refused(promise(1, "客户投诉"))).fields).toEqual([
    { path: "result", label: "业务结果", message: "客户投诉后 30 天内不再外呼，不能预约回呼，请提交结果" },
  ]);
  const attempt = (result: string) =>
    office.ports.database.tenant("100001", (trx) =>
      trx.updateTable("dial_attempt").set({ result }).where("phoneId", "=", phoneId).execute(),
    );
  await attempt("客户投诉");
  expect((await refused(promise(1, ""))).fields).toEqual([
    {
      ...{ path: "nextAt", label: "预约时间" },
      message: "该客户已投诉，投诉后 30 天内所有任务不再外呼，不能预约回呼",
    },
  ]);
  const reminders = () =>
    office.ports.database.tenant("100001", (trx) =>
      trx.selectFrom("reminder").select("doneAt").where("subject", "=", `promise/${phoneId}`).execute(),
    );
  expect(await reminders()).toEqual([]);
  // It was given in error: the result that comes with the promise takes its place.
  await promise(1, "成功");
  expect(await reminders()).toEqual([{ doneAt: null }]);
});

test("D70 a call may be promised for when the month is over", async () => {
  const number = "13288880002";
  const id = await made({ results: ["客户投诉"], retries: [] }, { count: 1, phone: () => ({ phone: number }) });
  const { id: phoneId } = await took(id);
  await called(id, number, 594);
  const now = office.ports.clock.now();
  const longAgo = new Date(now - 10 * dayMs);
  await office.ports.database.tenant("100001", (trx) =>
    trx
      .updateTable("dial_attempt")
      .set({ result: "客户投诉", startedAt: longAgo, endedAt: longAgo })
      .where("phoneId", "=", phoneId)
      .execute(),
  );
  const promise = (days: number) =>
    office.agent.call(previewTaskApi.reschedule, {
      body: { taskId: id, id: phoneId, nextAt: formatTime(now + days * dayMs) },
    });
  expect((await refused(promise(19))).fields).toMatchObject([{ path: "nextAt" }]);
  await promise(21);
});
