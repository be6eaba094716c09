/** A number that is stopped while a seat has it: not called any more, and its result is not lost. */
import { formatTime, hourMs } from "@liantai/api/contract";
import { previewTaskApi, taskPhoneApi } from "@liantai/api/contract/admin";
import { refused, type Office } from "../../../testing/office.ts";
import { previewDesk } from "../testing/preview-desk.ts";

const compId = "100001";
let office: Office;
const { made, took, act, begin, called, callOver, result, progress } = previewDesk((desk) => ({ office } = desk));

const phone = (at: number) => ({ phone: `135${String(at).padStart(8, "0")}` });
const stop = (taskId: string, id: string) =>
  office.administrator.call(taskPhoneApi.stop, { body: { taskId, ids: [id] } });
const rowOf = (id: string) =>
  office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("dial_phone").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );
const promise = (taskId: string, id: string) =>
  office.agent.call(previewTaskApi.reschedule, {
    body: { taskId, id, nextAt: formatTime(office.ports.clock.now() + hourMs) },
  });

test("D66 a number that is read leaves the hand when it is stopped, and the seat has the next", async () => {
  const id = await made({ results: ["成功"] }, { count: 2, phone });
  const first = await took(id);
  expect(await stop(id, first.id)).toEqual({ count: 1 });
  expect(await rowOf(first.id)).toMatchObject({ state: "stopped", takenAt: null, claimedUntil: null });
  expect((await refused(act("dial", id, first.id))).msg).toBe("该号码已不在您手中，请刷新后重试");
  expect(await begin(id, phone(0).phone)).toEqual({ code: -403, msg: "请先领取号码" });
  expect((await took(id)).id).toBe(`${id}-1`);
  expect(await progress(id)).toMatchObject({ waiting: 0, live: 1 });
});

test("D66 one that is called is called for the last time: its result is given, and neither a call nor a promise follows", async () => {
  const retries = [{ codes: [594], afterMin: 5, times: 3, otherSlot: 0, otherNumber: 0 }] as never;
  const id = await made({ results: ["考虑"], retries }, { count: 1, phone: () => phone(2) });
  const first = await took(id);
  const call = await begin(id, phone(2).phone);
  if (!("attemptId" in call)) throw new Error("no call");
  expect(await stop(id, first.id)).toEqual({ count: 1 });
  expect((await rowOf(first.id)).state).toBe("dialling");
  await callOver(call.attemptId!, 594);
  expect(await rowOf(first.id)).toMatchObject({ state: "stopped", reason: "已手动停止", nextAt: null });
  expect((await refused(act("dial", id, first.id))).msg).toBe("号码已停止（已手动停止），不能外呼");
  expect(await begin(id, phone(2).phone)).toEqual({ code: -403, msg: "号码已停止（已手动停止），不能外呼" });
  expect((await refused(promise(id, first.id))).msg).toBe("号码已停止（已手动停止），不能预约回呼");
  expect(await result(id, first.id, "考虑")).toBeNull();
  expect(await rowOf(first.id)).toMatchObject({ state: "stopped", result: "考虑", takenAt: null });
});

test("D66 one that waits in a hand for its next call is not called again", async () => {
  const retries = [{ codes: [594], afterMin: 5, times: 3, otherSlot: 0, otherNumber: 0 }] as never;
  const id = await made({ results: ["考虑"], retries }, { count: 1, phone: () => phone(3) });
  const first = await took(id);
  await called(id, phone(3).phone, 594);
  expect(await stop(id, first.id)).toEqual({ count: 1 });
  expect((await refused(act("dial", id, first.id))).msg).toBe("号码已停止（已手动停止），不能外呼");
  expect(await result(id, first.id, "考虑")).toBeNull();
});
