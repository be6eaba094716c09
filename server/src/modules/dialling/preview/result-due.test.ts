/** The result that a preview task asks for is its seat's to give, and before the next number (inventory dialling.md E12). */
import { minuteMs } from "@liantai/api/contract";
import { previewTaskApi, taskPhoneApi } from "@liantai/api/contract/admin";
import { refused, type Office } from "../../../testing/office.ts";
import { releaseStale } from "../index.ts";
import { previewDesk } from "../testing/preview-desk.ts";
import { join, phoneAt } from "../testing/preview-task.ts";

const compId = "100001";
let office: Office;
const { shownAt, made, take, took, result, called, serviceFor, seat } = previewDesk((desk) => ({ office } = desk));

test("D52 a number without the result that its task asks for stays in the hand of who is in the task", async () => {
  const id = await made();
  const first = await took(id);
  await called(id, phoneAt(0), 588);
  await office.ports.clock.advance(16 * minuteMs);
  // Due again by its rule meanwhile: it is still his.
  expect(await releaseStale(office.ports, compId, office.ports.clock.now())).toBe(0);
  expect((await refused(take(id))).msg).toBe("请先提交当前号码的业务结果");
  expect(await result(id, first.id, "考虑")).toBeNull();
  expect(await took(id)).toMatchObject({ dialled: false, result: "" });
});

test("D52 of a seat that has left, the result is given from 我的号码, and asked for before the next number", async () => {
  const id = await made({}, { agentIds: ["1001", "1002"] });
  const first = await took(id);
  await called(id, phoneAt(0), 588);
  const setPart = (participateStatus: number) =>
    office.ports.database.tenant(compId, (trx) =>
      trx.updateTable("task_seat").set({ participateStatus }).where("taskId", "=", id).execute(),
    );
  await setPart(0);
  await office.ports.clock.advance(16 * minuteMs);
  await releaseStale(office.ports, compId, office.ports.clock.now());
  expect(await office.agent.call(previewTaskApi.current, { body: {} })).toMatchObject({ number: null });
  const own = async () =>
    (await office.agent.call(previewTaskApi.list, { body: { taskId: id, pageNo: 1, pageSize: 10 } })).list;
  expect(await own()).toMatchObject([{ id: first.id, resultDue: true, results: expect.arrayContaining(["考虑"]) }]);
  const owed = async (resultDue: "" | "1") => {
    const body = { taskId: id, pageNo: 1, pageSize: 10, resultDue };
    return (await office.administrator.call(taskPhoneApi.list, { body })).list.map((number) => number.id);
  };
  expect([await owed("1"), (await owed("")).length]).toEqual([[first.id], 3]);
  await setPart(1);
  expect((await refused(take(id))).msg).toBe(`请先在“我的号码”中提交号码${shownAt(0)}的业务结果`);
  const colleague = await seat("1002", id);
  await expect(
    serviceFor().result({ taskId: id, id: first.id, result: "考虑" } as never, colleague),
  ).rejects.toMatchObject({ error: "refused" });
  expect(await result(id, first.id, "考虑", { finish: 1 })).toBeNull();
  expect(await owed("1")).toEqual([]);
  expect(await own()).toMatchObject([{ state: "done", result: "考虑", resultDue: false }]);
  expect((await took(id)).phone).toBe(shownAt(1));
});

test("D52 a session that is over, or a task without results, keeps no number", async () => {
  const id = await made();
  await took(id);
  await called(id, phoneAt(0), 594);
  await join(office.ports, compId, id, "over");
  await office.ports.clock.advance(16 * minuteMs);
  await releaseStale(office.ports, compId, office.ports.clock.now());
  expect(await office.agent.call(previewTaskApi.current, { body: {} })).toMatchObject({ number: null });
  const free = await made({ results: [] });
  await took(free);
  await called(free, phoneAt(0), 594);
  await office.ports.clock.advance(16 * minuteMs);
  await releaseStale(office.ports, compId, office.ports.clock.now());
  expect(await office.agent.call(previewTaskApi.current, { body: {} })).toMatchObject({ number: null });
  const { list } = await office.agent.call(previewTaskApi.list, { body: { taskId: free, pageNo: 1, pageSize: 10 } });
  expect(list.filter(({ resultDue }) => resultDue)).toEqual([]);
});
