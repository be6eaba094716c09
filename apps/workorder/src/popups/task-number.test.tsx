/** 通话弹屏 of a call for a preview task: whom it is about, and the task's form. */
import { opened, store, telephonyChanged } from "@liantai/api/client";
import { previewTaskApi } from "@liantai/api/contract/preview";
import {
  customerFormConfApi,
  customerFormDataApi,
  formDataApi,
  formDraftApi,
  formTagApi,
  intentionLevelApi,
  taskFormApi,
} from "@liantai/api/contract/workorder";
import { page, signIn, type FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";

const fields = [
  { type: "input", name: "customerName", label: "客户姓名", require: true },
  { type: "input", name: "product", label: "产品" },
];
const times = { createTime: "2026-11-01 09:00:00", updateTime: "2026-11-01 09:00:00" };
const popup = { isPopup: 1, inbound: "ring", outbound: "answer", accessNumbers: [], skillGroupIds: [] };
const form = {
  ...{ id: "f1", name: "回访表", formType: "customer", version: 3, fields, ext: null, draft: null, revision: 4 },
  ...{ popup, indexing: [], ...times },
};
const number = (more: object = {}) => ({
  ...{ id: "n1", taskId: "p1", taskIdentity: "三月回访", phone: "138****0001", contact: "王女士", batchNumber: "b1" },
  ...{ state: "dialling", reason: "", attempts: 1, lastCode: null, lastAt: null, nextAt: null, result: "" },
  ...{ remark: "", place: "", variables: { 产品: "宽带" }, formId: "f1", formDataId: "" },
  ...{ detects: false, heard: "" },
  ...more,
});

let server: FakeServer;
beforeEach(() => {
  server = signIn({ roleType: 2, agentId: "1001" }, { page: "/callScreen", buttons: [] });
  server.on(customerFormConfApi.list.path, page([]));
  server.on(customerFormConfApi.findById.path, () => form);
  server.on(customerFormDataApi.queryByNoAuth.path, () => ({ list: [], phone: "138****0001" }));
  server.on(formDraftApi.find.path, () => ({ draft: null }));
  server.on(intentionLevelApi.list.path, () => []);
  server.on(formTagApi.list.path, () => []);
  server.on(previewTaskApi.ofCall.path, () => ({ number: number() }));
});
const show = (params: object) =>
  act(async () => void store.dispatch(opened({ to: "/callScreen", params, cover: true })));
const talking = (more: object) =>
  act(() => void store.dispatch(telephonyChanged({ call: { callId: "c1", ...more } as never })));

test("a call for a task shows the number's data, and its form is saved and linked to the number", async () => {
  const user = userEvent.setup();
  server.on(taskFormApi.preview.path, () => ({ id: "r1", version: 1, formVersion: 3, code: "" }));
  talking({ taskid: "p1", tasktype: 2 });
  render(<Root />);
  await show({ callId: "c1" });
  const part = within(await screen.findByRole("region", { name: "任务资料" }));
  expect(part.getByText("任务：三月回访")).toBeVisible();
  expect(await part.findByRole("textbox", { name: /^产品/ })).toHaveValue("宽带");
  expect(part.getByRole("textbox", { name: /^客户姓名/ })).toHaveValue("王女士");
  expect(part.queryByRole("group", { name: "实际接听方" })).toBeNull();
  server.on(formDataApi.find.path, () => Response.json({ code: 404, msg: "数据不存在", data: null }));
  await user.click(part.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(taskFormApi.preview.path)).toEqual([
      { phoneId: "n1", callId: "c1", values: { customerName: "王女士", product: "宽带" } },
    ]),
  );
  expect(server.bodies(previewTaskApi.ofCall.path)).toEqual([{ callId: "c1" }]);
});

test("D48 while the seat is not known to be the one whose telephone rings, a call's number is asked for again", async () => {
  let asked = 0;
  server.on(previewTaskApi.ofCall.path, () => ({ number: (asked += 1) === 1 ? null : number({ formId: "" }) }));
  talking({ taskid: "p1", tasktype: 3 });
  render(<Root />);
  await show({ callId: "c1" });
  await waitFor(() => expect(asked).toBe(1));
  expect(screen.queryByRole("region", { name: "任务资料" })).toBeNull();
  expect(await screen.findByRole("region", { name: "任务资料" }, { timeout: 3_000 })).toBeVisible();
});

test("F95 the task and the batch that a number came with stand in the form's fields for them", async () => {
  const user = userEvent.setup();
  const more = [
    { type: "input", name: "taskMark", label: "任务标识", config: true },
    { type: "input", name: "batchNumber", label: "批次号", config: true },
  ];
  server.on(customerFormConfApi.findById.path, () => ({ ...form, fields: [...fields, ...more] }));
  server.on(taskFormApi.preview.path, () => ({ id: "r1", version: 1, formVersion: 3, code: "" }));
  server.on(formDataApi.find.path, () => Response.json({ code: 404, msg: "数据不存在", data: null }));
  render(<Root />);
  await show({ phoneId: "n1" });
  const part = within(await screen.findByRole("region", { name: "任务资料" }));
  expect(await part.findByRole("textbox", { name: "任务标识" })).toHaveValue("三月回访");
  expect(part.getByRole("textbox", { name: "批次号" })).toHaveValue("b1");
  await user.click(part.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(taskFormApi.preview.path)).toMatchObject([
      { values: { taskMark: "三月回访", batchNumber: "b1", customerName: "王女士" } },
    ]),
  );
});

test("F96 what is typed into a number's form is a draft of the number, whatever the call, and comes back", async () => {
  const user = userEvent.setup();
  const drafts: object[] = [];
  const kept = { version: 0, values: { product: "专线" }, head: {}, savedTime: "2026-11-01 10:20:00" };
  server.on(formDraftApi.find.path, ({ body }) => ({ draft: drafts.push(body) && kept }));
  server.on(formDraftApi.save.path, () => ({ savedTime: "2026-11-01 10:21:33" }));
  talking({ taskid: "p1", tasktype: 2 });
  render(<Root />);
  await show({ callId: "c1" });
  const part = within(await screen.findByRole("region", { name: "任务资料" }));
  const product = await part.findByRole("textbox", { name: /^产品/ });
  expect(product).toHaveValue("专线");
  expect(part.getByText("已恢复 2026-11-01 10:20:00 未保存的内容")).toBeVisible();
  await user.type(product, "100M");
  await user.tab();
  const values = { customerName: "王女士", product: "专线100M" };
  await waitFor(() => expect(server.bodies(formDraftApi.save.path)).toEqual([{ formId: "f1", aboutId: "n1", values }]));
  expect(drafts).toEqual([{ formId: "f1", aboutId: "n1" }]);
});

test("F88 F96 who changed the number's form meanwhile is shown beside what is typed, and chosen field by field", async () => {
  const user = userEvent.setup();
  server.on(previewTaskApi.ofCall.path, () => ({ number: number({ formDataId: "r1" }) }));
  server.on(formDataApi.find.path, () => ({
    record: {
      ...{ id: "r1", formId: "f1", formVersion: 3, version: 7, source: "task", ownerId: "u", ownerName: "李晓雯" },
      ...{ values: { customerName: "王女士", product: "宽带" }, groupId: "", callId: "", parentId: "", deleteTime: "" },
      ...times,
    },
    ...{ formName: "回访表", formType: "customer", history: [], otherRender: {}, changes: [], dial: [] },
    form: { formId: "f1", version: 3, name: "回访表", formType: "customer", fields },
    allowed: { update: true, delete: false, reveal: false, tag: false },
  }));
  server.on(formDraftApi.save.path, () => ({ savedTime: "2026-11-01 10:21:33" }));
  const conflict = { field: "values.product", label: "产品", mine: "宽带专线", theirs: "光纤" };
  server.on(taskFormApi.preview.path, ({ body }) =>
    body["over"]
      ? { id: "r1", version: 9, formVersion: 3, code: "" }
      : Response.json({ code: 409, msg: "数据已被他人修改", data: { version: 8, ...conflict, conflicts: [conflict] } }),
  );
  render(<Root />);
  await show({ phoneId: "n1" });
  const part = within(await screen.findByRole("region", { name: "任务资料" }));
  await user.type(await part.findByRole("textbox", { name: /^产品/ }), "专线");
  await user.click(part.getByRole("button", { name: "保存" }));
  expect(await part.findByRole("radio", { name: "产品取现在的" })).not.toBeChecked();
  expect(part.getByText("光纤")).toBeVisible();
  await user.click(part.getByRole("button", { name: "按所选保存" }));
  await waitFor(() =>
    expect(server.bodies(taskFormApi.preview.path).at(-1)).toEqual({
      ...{ phoneId: "n1", id: "r1", version: 7, values: { product: "宽带专线" } },
      over: { version: 8, fields: ["product"] },
    }),
  );
});

test("a call for no task asks nothing; a number's form is filled without a call too", async () => {
  talking({});
  render(<Root />);
  await show({ callId: "c1" });
  expect(await screen.findByText(/客户号码/)).toBeVisible();
  expect(server.bodies(previewTaskApi.ofCall.path)).toEqual([]);
  await show({ phoneId: "n1" });
  expect(await screen.findByText("任务：三月回访")).toBeVisible();
  expect(server.bodies(previewTaskApi.ofCall.path)).toEqual([{ phoneId: "n1" }]);
});

test("D45 the agent says who answered, and takes it back", async () => {
  const user = userEvent.setup();
  server.on(previewTaskApi.ofCall.path, () => ({ number: number({ detects: true, formId: "" }) }));
  server.on(previewTaskApi.heard.path, () => null);
  talking({ taskid: "p1", tasktype: 3 });
  render(<Root />);
  await show({ callId: "c1" });
  const said = within(await screen.findByRole("group", { name: "实际接听方" }));
  await user.click(said.getByRole("button", { name: "真人" }));
  await waitFor(() => expect(said.getByRole("button", { name: "真人" })).toHaveAttribute("aria-pressed", "true"));
  await user.click(said.getByRole("button", { name: "真人" }));
  await waitFor(() =>
    expect(server.bodies(previewTaskApi.heard.path)).toEqual([
      { callId: "c1", heard: "person" },
      { callId: "c1", heard: "" },
    ]),
  );
});
