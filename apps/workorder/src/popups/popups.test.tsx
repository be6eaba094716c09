import { opened, store, telephonyChanged, telephonyReset } from "@liantai/api/client";
import { formatTime } from "@liantai/api/contract";
import {
  customerFormConfApi,
  customerFormDataApi,
  formDataApi,
  formDraftApi,
  intentionLevelApi,
  formTagApi,
} from "@liantai/api/contract/workorder";
import { page, signIn, type FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";

const fields = [
  { type: "input", name: "customerName", label: "客户姓名", require: true, ext: { popup: true } },
  { type: "input", name: "phone", label: "电话号码", require: true, ext: { popup: true } },
];
const times = { createTime: "2026-11-01 09:00:00", updateTime: "2026-11-01 09:00:00" };
const popup = { isPopup: 1, inbound: "ring", outbound: "answer", accessNumbers: [], skillGroupIds: [] };
const listed = {
  ...{ id: "f1", name: "客户表单", formType: "customer", version: 3, fieldCount: 2, hasDraft: false, revision: 4 },
  ...{ popup, indexing: false, updatedBy: "", ...times },
};
const form = {
  ...{ id: "f1", name: "客户表单", formType: "customer", version: 3, fields, ext: null, draft: null, revision: 4 },
  ...{ popup, indexing: [], ...times },
};
const match = (id: string, customerName: string) => ({
  ...{ id, formId: "f1", formName: "客户表单", formVersion: 3, version: 7, ...times },
  fields: fields.map(({ name, label }) => ({ name, label })),
  values: { customerName, phone: "138****5678" },
});
const record = (id: string, customerName: string) => ({
  record: {
    ...{ id, formId: "f1", formVersion: 3, version: 7, source: "manual", ownerId: "u", ownerName: "李晓雯" },
    ...{ values: { customerName, phone: "138****5678" }, groupId: "", callId: "", parentId: "", deleteTime: "" },
    ...times,
  },
  ...{ formName: "客户表单", formType: "customer", history: [], otherRender: {}, changes: [], dial: [] },
  form: { formId: "f1", version: 3, name: "客户表单", formType: "customer", fields },
  allowed: { update: true, delete: false, reveal: false, tag: false },
});

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
beforeEach(() => {
  user = userEvent.setup();
  server = signIn(
    { roleType: 2, agentId: "1001" },
    { page: "/customerinformation", buttons: ["formData.customer.add", "formData.customer.update"] },
  );
  server.on(customerFormConfApi.list.path, page([listed]));
  server.on(customerFormConfApi.findById.path, () => form);
  server.on(customerFormDataApi.timeline.path, page([]));
  server.on(formDraftApi.find.path, () => ({ draft: null }));
  server.on(formDraftApi.save.path, () => ({ savedTime: "2026-11-01 10:21:33" }));
  server.on(formDraftApi.delete.path, () => null);
  server.on(intentionLevelApi.list.path, () => []);
  server.on(formTagApi.list.path, () => []);
  act(() => void store.dispatch(telephonyReset()));
});
const callers = (...list: object[]) =>
  server.on(customerFormDataApi.queryByNoAuth.path, () => ({ list, phone: "138****5678" }));
const comes = (callId: string, to = "/screenPopup") =>
  act(async () => void store.dispatch(opened({ to, params: { callId }, cover: true })));

test("the customer who calls is opened, and what is changed in the call is saved with it", async () => {
  callers(match("r1", "王女士"));
  server.on(formDataApi.find.path, () => record("r1", "王女士"));
  server.on(customerFormDataApi.update.path, () => ({ id: "r1", version: 8, formVersion: 3, code: "" }));
  render(<Root />);
  await comes("c1");
  const name = await screen.findByRole("textbox", { name: /^客户姓名/ });
  expect(name).toHaveValue("王女士");
  expect(server.bodies(customerFormDataApi.queryByNoAuth.path)).toEqual([{ callId: "c1", formType: "customer" }]);
  await user.clear(name);
  await user.type(name, "王小姐");
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(customerFormDataApi.update.path)).toEqual([
      { id: "r1", version: 7, callId: "c1", values: { customerName: "王小姐" } },
    ]),
  );
});

test("of several customers one is chosen", async () => {
  callers(match("r1", "王女士"), match("r2", "王先生"));
  server.on(formDataApi.find.path, ({ body }) => record(String(body["id"]), body["id"] === "r2" ? "王先生" : "王女士"));
  render(<Root />);
  await comes("c1");
  await user.click(await screen.findByRole("button", { name: /^王先生/ }));
  expect(await screen.findByRole("textbox", { name: /^客户姓名/ })).toHaveValue("王先生");
  await user.click(screen.getByRole("button", { name: "选择其他客户" }));
  expect(await screen.findByRole("button", { name: /^王女士/ })).toBeVisible();
});

test("F105 none of several calls: that can be undone, also after a reload", async () => {
  callers(match("r1", "王女士"), match("r2", "王先生"));
  const shown = render(<Root />);
  await comes("none1");
  await user.click(await screen.findByRole("button", { name: "都不是，新增客户" }));
  expect(await screen.findByRole("heading", { name: "新客户" })).toBeVisible();
  shown.unmount();
  render(<Root />);
  await user.click(await screen.findByRole("button", { name: "选择其他客户" }));
  expect(await screen.findByRole("button", { name: /^王女士/ })).toBeVisible();
});

test("F105 who has the number alone is not who calls: another customer is made with it, and the call is his", async () => {
  callers(match("r1", "王女士"));
  server.on(formDataApi.find.path, ({ body }) => record(String(body["id"]), body["id"] === "r9" ? "钱太太" : "王女士"));
  server.on(customerFormDataApi.add.path, () => ({ id: "r9", version: 1, formVersion: 3, code: "" }));
  render(<Root />);
  await comes("not1");
  await user.click(await screen.findByRole("button", { name: "不是该客户" }));
  await user.click(await screen.findByRole("button", { name: "返回已有客户" }));
  expect(await screen.findByRole("textbox", { name: /^客户姓名/ })).toHaveValue("王女士");
  await user.click(screen.getByRole("button", { name: "不是该客户" }));
  expect(await screen.findByRole("heading", { name: "新客户" })).toBeVisible();
  await user.type(await screen.findByRole("textbox", { name: /^客户姓名/ }), "钱太太");
  callers(match("r1", "王女士"), match("r9", "钱太太"));
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: /^客户姓名/ })).toHaveValue("钱太太"));
  expect(await screen.findByRole("button", { name: "选择其他客户" })).toBeVisible();
  expect(server.bodies(customerFormDataApi.add.path)).toMatchObject([
    { callId: "not1", values: { customerName: "钱太太" } },
  ]);
});

test("nobody has the number: a new form, without the number that the agent may not see", async () => {
  callers();
  server.on(customerFormDataApi.add.path, () => ({ id: "r9", version: 1, formVersion: 3, code: "" }));
  render(<Root />);
  await comes("c1");
  await user.type(await screen.findByRole("textbox", { name: /^客户姓名/ }), "赵先生");
  expect(screen.queryByRole("textbox", { name: /^电话号码/ })).toBeNull();
  expect(screen.getByText("客户号码 138****5678")).toBeVisible();
  callers(match("r9", "赵先生"));
  server.on(formDataApi.find.path, () => record("r9", "赵先生"));
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(customerFormDataApi.add.path)).toEqual([
      { formId: "f1", source: "call", callId: "c1", values: { customerName: "赵先生" } },
    ]),
  );
  expect(await screen.findByRole("heading", { name: "客户资料" })).toBeVisible();
});

test("a record outside the agent's scope shows what a call may show of it", async () => {
  callers(match("r1", "王女士"));
  server.on(formDataApi.find.path, () => Response.json({ code: 404, msg: "数据不存在", data: null }));
  render(<Root />);
  await comes("c1");
  expect(await screen.findByText("王女士")).toBeVisible();
  expect(screen.getByText("该客户不在您的数据范围内，只能查看来电资料。")).toBeVisible();
  expect(screen.queryByRole("button", { name: "保存" })).toBeNull();
});

test("each call in has a tab of its own; calls out share one, and what was typed for the last one stays", async () => {
  callers();
  render(<Root />);
  await comes("out1", "/callScreen");
  await user.type(await screen.findByRole("textbox", { name: /^客户姓名/ }), "第一位");
  callers(match("r1", "王女士"));
  server.on(formDataApi.find.path, () => record("r1", "王女士"));
  await comes("out2", "/callScreen");
  act(() => void store.dispatch(telephonyChanged({ call: { callId: "out2" } as never })));
  expect(await screen.findByRole("tab", { name: "当前通话 王女士" })).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "已结束 138****5678" }));
  await waitFor(() =>
    expect(screen.getAllByRole("textbox", { name: /^客户姓名/ }).map((one) => (one as HTMLInputElement).value)).toEqual(
      ["第一位"],
    ),
  );
});

test("F50 what was typed before a reload is there again, and goes with the save; the person may throw it away", async () => {
  callers(match("r1", "王女士"));
  server.on(formDataApi.find.path, () => record("r1", "王女士"));
  server.on(customerFormDataApi.update.path, () => ({ id: "r1", version: 8, formVersion: 3, code: "" }));
  const kept = { version: 7, values: { customerName: "王小" }, savedTime: "2026-11-01 10:20:00" };
  server.on(formDraftApi.find.path, () => ({ draft: kept }));
  render(<Root />);
  await comes("c1");
  const name = await screen.findByRole("textbox", { name: /^客户姓名/ });
  expect(name).toHaveValue("王小");
  expect(screen.getByText("已恢复 2026-11-01 10:20:00 未保存的内容")).toBeVisible();
  await user.type(name, "姐");
  await user.tab();
  await waitFor(() =>
    expect(server.bodies(formDraftApi.save.path)).toEqual([
      { formId: "f1", recordId: "r1", version: 7, values: { customerName: "王小姐" } },
    ]),
  );
  expect(await screen.findByText("草稿已保存 10:21:33")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "放弃草稿" }));
  server.on(formDraftApi.find.path, () => ({ draft: null }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: /^客户姓名/ })).toHaveValue("王女士"));
  expect(screen.queryByText(/^已恢复/)).toBeNull();
});

test("F50 a draft that is older than the record is saved as such: who changed it meanwhile is not overwritten unseen", async () => {
  callers(match("r1", "王女士"));
  server.on(formDataApi.find.path, () => record("r1", "王女士"));
  const kept = { version: 5, values: { customerName: "王小姐" }, savedTime: "2026-11-01 10:20:00" };
  server.on(formDraftApi.find.path, () => ({ draft: kept }));
  const conflict = { field: "customerName", label: "客户姓名", mine: "王小姐", theirs: "王女士" };
  server.on(customerFormDataApi.update.path, () =>
    Response.json({ code: 409, msg: "数据已被他人修改", data: { version: 7, ...conflict, conflicts: [conflict] } }),
  );
  render(<Root />);
  await comes("c1");
  await user.click(await screen.findByRole("button", { name: "保存" }));
  expect(await screen.findByText(/^下列字段在您填写时也被他人修改了/)).toBeVisible();
  expect(server.bodies(customerFormDataApi.update.path)).toMatchObject([{ version: 5 }]);
});

test("F53 beside the form stand orders that are not ended, each opened in its tab, and the last contacts", async () => {
  callers(match("r1", "王女士"));
  server.on(formDataApi.find.path, () => record("r1", "王女士"));
  const order = (contactId: string, title: string, state: string) => ({
    ...{ kind: "order", contactId, time: "2026-11-02 09:00:00", direction: "", number: "", agentId: "", agentName: "" },
    ...{ talkSeconds: 0, answered: false, workCode: "GD1", title, state, nodeName: "处理", mayOpen: true },
  });
  const year = formatTime(Date.now()).slice(0, 4);
  const call = {
    ...{ kind: "call", contactId: "c0", time: `${year}-01-01 08:30:00`, direction: "inbound", number: "138****5678" },
    ...{ agentId: "1002", agentName: "王志强", talkSeconds: 130, answered: true },
  };
  const refers = {
    ...order("t1", "春季", ""),
    kind: "record",
    workCode: "",
    formName: "回访任务",
    time: "2019-05-06 07:08:00",
  };
  const orders = [order("o1", "打印机维修", "handling"), order("o2", "旧单", "done")];
  server.on(customerFormDataApi.timeline.path, (asked) =>
    page(asked.body["open"] === 1 ? orders.slice(0, 1) : [...orders, call, refers])(asked),
  );
  render(<Root />);
  await comes("c1");
  const open = within(await screen.findByRole("region", { name: "未完结工单（1）" }));
  expect(open.getByText("打印机维修")).toBeVisible();
  expect(open.queryByText("旧单")).toBeNull();
  const contacts = within(screen.getByRole("region", { name: "联系记录" }));
  expect(contacts.getByText("呼入 · 王志强 · 02:10")).toBeVisible();
  expect(contacts.getByText("01-01 08:30")).toBeVisible();
  expect(contacts.getByText("2019-05-06 07:08")).toBeVisible();
  expect(contacts.getByText("回访任务 春季")).toBeVisible();
});

test("F53 a new customer is written with the form that is set for the call, and begins with the number's place", async () => {
  server.on(customerFormDataApi.queryByNoAuth.path, () => ({ list: [], phone: "020****6666", place: "广东省广州市" }));
  const placed = { type: "input", name: "callErloc", label: "号码归属地", ext: { popup: true } };
  const sales = { ...listed, id: "f2", name: "销售客户" };
  server.on(customerFormConfApi.list.path, page([listed, sales]));
  server.on(customerFormConfApi.findById.path, ({ query }) => ({
    ...{ ...form, id: query["id"] },
    fields: query["id"] === "f2" ? [...fields, placed] : fields,
  }));
  render(<Root />);
  await act(
    async () =>
      void store.dispatch(opened({ to: "/screenPopup", params: { callId: "c1", formId: "f2" }, cover: true })),
  );
  expect(await screen.findByRole("textbox", { name: /^号码归属地/ })).toHaveValue("广东省广州市");
  expect(screen.getByText("电话号码 020****6666 在保存时自动填入")).toBeVisible();
});

test("F82 a new customer's form knows the call: its number, what travels with it, and who fills it", async () => {
  server.on(customerFormDataApi.queryByNoAuth.path, () => ({
    ...{ list: [], phone: "02088886666", place: "", variables: { 产品: "宽带" } },
  }));
  const known = [
    { type: "input", name: "product", label: "产品", ext: { defaultExpression: '变量("产品")' } },
    { type: "input", name: "note", label: "说明", ext: { formula: '连接(来电号码(), "由", 我的工号(), "接听")' } },
  ];
  server.on(customerFormConfApi.findById.path, () => ({ ...form, fields: [...fields, ...known] }));
  render(<Root />);
  await comes("c9");
  expect(await screen.findByRole("textbox", { name: /^产品/ })).toHaveValue("宽带");
  expect(screen.getByRole("textbox", { name: /^说明/ })).toHaveValue("02088886666由1001接听");
});

test("F86 the fields of the layout that fits the call stand first, the others are folded below; the form stays whole", async () => {
  const layouts = [
    { accessNumbers: [], skillGroupIds: [], fields: ["customerName"] },
    { accessNumbers: ["4001"], skillGroupIds: [], fields: ["phone"] },
    { accessNumbers: ["4001"], skillGroupIds: ["g2"], fields: ["customerName"] },
  ];
  server.on(customerFormConfApi.findById.path, () => ({ ...form, popup: { ...popup, layouts } }));
  server.on(customerFormDataApi.queryByNoAuth.path, () => ({
    ...{ list: [match("r1", "王女士")], phone: "138****5678", place: "", variables: {} },
    ...{ accessNumber: "4001", skillGroupId: "g1" },
  }));
  server.on(formDataApi.find.path, () => record("r1", "王女士"));
  server.on(customerFormDataApi.update.path, () => ({ id: "r1", version: 8, formVersion: 3, code: "" }));
  render(<Root />);
  await comes("c1");
  expect(await screen.findByRole("textbox", { name: /^电话号码/ })).toBeVisible();
  expect(screen.queryByRole("textbox", { name: /^客户姓名/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: /其他资料/ }));
  const name = await screen.findByRole("textbox", { name: /^客户姓名/ });
  await user.clear(name);
  await user.type(name, "王小姐");
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(customerFormDataApi.update.path)).toEqual([
      { id: "r1", version: 7, callId: "c1", values: { customerName: "王小姐" } },
    ]),
  );
});

test("F86 the steps of the layout that fits, by the customer's tags too, are ticked off; a reload keeps what was ticked", async () => {
  const layouts = [
    { accessNumbers: [], skillGroupIds: [], tagIds: [], fields: ["customerName"], steps: ["问好"] },
    { accessNumbers: [], skillGroupIds: [], tagIds: ["t1"], fields: ["customerName"], steps: ["称呼职务", "转专席"] },
  ];
  server.on(customerFormConfApi.findById.path, () => ({ ...form, popup: { ...popup, layouts } }));
  callers(match("r1", "王女士"));
  const opened = record("r1", "王女士");
  const tags = [{ id: "t1", name: "重点", color: "red" }];
  server.on(formDataApi.find.path, () => ({ ...opened, record: { ...opened.record, tags } }));
  const { unmount } = render(<Root />);
  await comes("c9");
  const guide = async () => within(await screen.findByRole("region", { name: "引导步骤" }));
  await user.click(await (await guide()).findByRole("checkbox", { name: "2. 转专席" }));
  expect((await guide()).getByText("引导步骤（1/2）")).toBeVisible();
  expect((await guide()).queryByText(/问好/)).toBeNull();
  unmount();
  render(<Root />);
  expect(await (await guide()).findByRole("checkbox", { name: "2. 转专席" })).toBeChecked();
  expect((await guide()).getByRole("checkbox", { name: "1. 称呼职务" })).not.toBeChecked();
});

test("F86 a caller whom nobody knows has the steps beside the new form", async () => {
  const layouts = [{ accessNumbers: [], skillGroupIds: [], fields: ["customerName"], steps: ["登记姓名"] }];
  server.on(customerFormConfApi.findById.path, () => ({ ...form, popup: { ...popup, layouts } }));
  callers();
  render(<Root />);
  await comes("c10");
  expect(await screen.findByRole("checkbox", { name: "1. 登记姓名" })).not.toBeChecked();
});

test("F84 F109 a level is chosen in the popup with a score and a note; what contradicts it goes", async () => {
  callers(match("r1", "王女士"));
  server.on(formDataApi.find.path, () => record("r1", "王女士"));
  const level = (id: string, name: string, minScore: number, maxScore: number) => ({
    id,
    name,
    minScore,
    maxScore,
    remark: "",
  });
  server.on(intentionLevelApi.list.path, () => [level("a", "A", 90, 100), level("b", "B", 70, 89)]);
  let had: object = { levelId: "", levelName: "", score: 75, note: "要报价" };
  server.on(intentionLevelApi.mark.path, ({ body }) => {
    had = { levelName: "", levelId: body["levelId"], score: body["score"], note: body["note"] };
    return null;
  });
  server.on(intentionLevelApi.find.path, () => had);
  render(<Root />);
  await comes("c1");
  const choice = await screen.findByRole("combobox", { name: "意向等级" });
  const asked = () => server.bodies(intentionLevelApi.mark.path).at(-1);
  await waitFor(() => expect(choice).toBeEnabled());
  await user.selectOptions(choice, "B");
  await waitFor(() => expect(asked()).toEqual({ callId: "c1", levelId: "b", score: 75, note: "要报价" }));
  await user.selectOptions(choice, "A");
  await waitFor(() => expect(asked()).toEqual({ callId: "c1", levelId: "a", score: null, note: "要报价" }));
  await user.click(screen.getByRole("button", { name: "得分和说明" }));
  const dialog = within(await screen.findByRole("dialog", { name: "意向等级" }));
  await waitFor(() => expect(dialog.getByLabelText("说明")).toHaveValue("要报价"));
  await user.type(dialog.getByLabelText(/^得分/), "95");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(asked()).toEqual({ callId: "c1", levelId: "a", score: 95, note: "要报价" }));
});

test("F84 the level that the call has already stands in the popup, also one that the enterprise has no more", async () => {
  callers(match("r1", "王女士"));
  server.on(formDataApi.find.path, () => record("r1", "王女士"));
  server.on(intentionLevelApi.list.path, () => [{ id: "b", name: "B", minScore: 70, maxScore: 89, remark: "有意向" }]);
  server.on(intentionLevelApi.find.path, ({ body }) =>
    body["callId"] === "c1"
      ? { levelId: "b", levelName: "B", score: null, note: "" }
      : { levelId: "x", levelName: "旧等级", score: null, note: "" },
  );
  const { unmount } = render(<Root />);
  await comes("c1");
  await waitFor(() => expect(screen.getByRole("combobox", { name: "意向等级" })).toHaveDisplayValue("B（有意向）"));
  unmount();
  render(<Root />);
  await comes("c2");
  await waitFor(() =>
    expect(screen.getAllByRole("combobox", { name: "意向等级" }).at(-1)).toHaveDisplayValue("旧等级"),
  );
});
