/** 号码清单: kept apart, imported with the checks of tasks, and copied into one. */
import { fileDownloadApi, numberListApi as api, taskPhoneApi } from "@liantai/api/contract/admin";
import { ended } from "../../../testing/exports.ts";
import { openOffice, refused, type Office } from "../../../testing/office.ts";
import { cellsOf, imports, workbook } from "../testing/sheets.ts";
import { insertTask } from "../testing/tasks.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const sheet = async (rows: readonly (readonly string[])[]) =>
  (await workbook(["号码", "客户姓名", "金额"], rows)) as never;

test("a list is made, filled, looked through, copied into a task as a batch, and taken away", async () => {
  const { administrator, ports } = office;
  const { id: listId } = await administrator.call(api.add, { body: { name: "停电通知", remark: "东区" } });
  expect(await refused(administrator.call(api.add, { body: { name: "停电通知" } }))).toMatchObject({
    fields: [{ path: "name" }],
  });
  const files = await sheet([
    ["13800000001", "甲", "1.5"],
    ["138-0000-0001", "甲", ""],
    ["x", "", ""],
    ["13800000002", "乙", ""],
  ]);
  const checked = await administrator.call(api.importCheck, { body: { listId, files } });
  expect(checked).toMatchObject({ total: 4, succeed: 2, failing: 1, repetition: 1 });
  expect((await administrator.call(api.phones, { body: { listId } })).total).toBe(0);
  const saved = await administrator.call(api.importData, {
    body: { listId, token: checked.token, files: [] as never },
  });
  expect(saved).toMatchObject({ total: 4, succeed: 2, failing: 1, repetition: 1 });
  expect(await administrator.call(api.importData, { body: { listId, files } })).toMatchObject({
    succeed: 0,
    repetition: 3,
  });
  expect((await administrator.call(api.list, { body: {} })).list).toMatchObject([
    { id: listId, name: "停电通知", remark: "东区", count: 2 },
  ]);
  const { list, total } = await administrator.call(api.phones, { body: { listId, phone: "1380000" } });
  expect([total, list[0]]).toMatchObject([2, { phone: "13800000001", contact: "甲", variables: { 金额: "1.5" } }]);

  const told = await imports(office);
  const taskId = await insertTask(ports, { ftype: 5, taskIdentity: "停电" });
  const { id } = await administrator.call(api.toTask, { body: { listId, taskId } });
  await ended(administrator, id, "done");
  const rows = await cellsOf((await administrator.file(fileDownloadApi.down, { query: { id } })).bytes);
  expect(rows.slice(1).map((cells) => cells[3])).toEqual(["已加入任务", "已加入任务"]);
  expect(told).toMatchObject([{ code: 1, ftype: "5", taskIdentity: "停电", succeed: 2, count: 2 }]);
  const numbers = await administrator.call(taskPhoneApi.list, { body: { taskId } });
  expect(numbers.list).toMatchObject([{ phone: "13800000001", variables: { 金额: "1.5" } }, { phone: "13800000002" }]);
  expect((await administrator.call(taskPhoneApi.batches, { body: { taskId } })).list).toMatchObject([
    { source: "list", fileName: "停电通知", succeed: 2 },
  ]);

  expect(await administrator.call(api.phoneDelete, { body: { listId, ids: [list[0]!.id, "none"] } })).toEqual({
    count: 1,
  });
  expect((await administrator.call(api.list, { body: {} })).list[0]!.count).toBe(1);
  await administrator.call(api.update, { body: { id: listId, name: "停水通知" } });
  expect((await administrator.call(api.list, { body: { name: "停水" } })).list).toMatchObject([{ count: 1 }]);
  expect(await administrator.call(api.delete, { body: { ids: [listId] } })).toEqual({ count: 1 });
  expect(await refused(administrator.call(api.phones, { body: { listId } }))).toMatchObject({ msg: "号码清单不存在" });
  // What was copied stays.
  expect((await administrator.call(taskPhoneApi.list, { body: { taskId } })).total).toBe(2);
});

test("no such list, a task that is over, agents, and the sheet to fill in", async () => {
  const { administrator, agent, monitor, ports } = office;
  const files = await sheet([["13800000001"]]);
  expect(await refused(administrator.call(api.importData, { body: { listId: "none", files } }))).toMatchObject({
    msg: "号码清单不存在",
  });
  const { id: listId } = await administrator.call(api.add, { body: { name: "甲" } });
  const taskId = await insertTask(ports, { state: "expired" });
  expect(await refused(administrator.call(api.toTask, { body: { listId, taskId } }))).toMatchObject({
    msg: "任务已过期，不能再增加号码",
  });
  const seats = await insertTask(ports, { ftype: 2, settings: { allotment: "byColumn" } });
  expect(await refused(administrator.call(api.toTask, { body: { listId, taskId: seats } }))).toMatchObject({
    msg: "该任务按工号列分配，号码清单没有工号，请在任务的号码明细中导入带工号的号码",
  });
  for (const person of [agent, monitor])
    expect((await refused(person.call(api.phones, { body: { listId } }))).status).toBe(403);
  const { bytes } = await administrator.file(api.template, { query: {} });
  expect(await cellsOf(bytes)).toEqual([["*号码", "客户姓名", "优先级", "客户标识", "同意来源", "同意时间"]]);
});
