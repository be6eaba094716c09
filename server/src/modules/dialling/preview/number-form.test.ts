/** F94, F95: the form of a task's number as its seat saves it. */
import { customerFormConfApi, customerFormDataApi, formDraftApi, taskFormApi } from "@liantai/api/contract/workorder";
import { previewTaskApi } from "@liantai/api/contract/admin";
import { openOffice, type Office } from "../../../testing/office.ts";
import { join, makePreviewTask, sessionOf } from "../testing/preview-task.ts";

const compId = "100001";
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

test("F94 F95 F96 what is first saved of a number is a task's, and says task and batch, typed or not; what was typed stays", async () => {
  const fields = [
    { type: "input", name: "wish", label: "意愿" },
    { type: "input", name: "taskMark", label: "任务标识", permission: true },
    { type: "input", name: "batchNumber", label: "批次号" },
  ] as const;
  const { id: formId } = await office.administrator.call(customerFormConfApi.add, {
    body: { name: "意愿表", formType: "task", fields },
  });
  const taskId = "t1";
  await makePreviewTask(office.ports, { compId, id: taskId, agentIds: ["1001"], count: 2, settings: { formId } });
  await join(office.ports, compId, taskId, await sessionOf(office.ports, "1001"), "1001");
  const { number: first } = await office.agent.call(previewTaskApi.take, { body: { taskId } });
  const save = (phoneId: string, values: object) =>
    office.agent.call(taskFormApi.preview, { body: { phoneId, values: values as never } });
  const draft = { formId, aboutId: first!.id };
  await office.agent.call(formDraftApi.save, { body: { ...draft, values: { wish: "还没想好" } } });
  const { id } = await save(first!.id, { wish: "要" });
  expect(await office.agent.call(formDraftApi.find, { body: draft })).toEqual({ draft: null });
  const read = async (of: string) =>
    (await office.administrator.call(customerFormDataApi.findById, { body: { id: of } })).values;
  const marked = { taskMark: `任务${taskId}`, batchNumber: "20260302-1" };
  expect(await read(id)).toEqual({ wish: "要", ...marked });
  await save(first!.id, { wish: "不要", batchNumber: "另一批" });
  expect(await read(id)).toEqual({ wish: "不要", ...marked, batchNumber: "另一批" });
  const asked = { formId, source: "task", pageNo: 1, pageSize: 20 } as const;
  const { list } = await office.administrator.call(customerFormDataApi.list, { body: asked });
  expect(list.map((row) => row.id)).toEqual([id]);
});
