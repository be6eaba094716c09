import { macroApi, orderPeopleApi, triggerApi } from "@liantai/api/contract/work-orders";
import { customerFormConfApi, dictionarieApi, workFlowApi } from "@liantai/api/contract/workorder";
import { opened, store } from "@liantai/api/client";
import { asksToLeave, openTabOf, page, refusal, signIn, type FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ordersServer } from "../orders/testing/fixtures.ts";
import { Root } from "../root.tsx";

const at = "2026-11-01 09:00:00";
const fields = [
  { type: "input", name: "customerName", label: "客户姓名" },
  {
    ...{ type: "select", name: "level", label: "级别" },
    items: [
      { label_name: "一般", label_value: "1" },
      { label_name: "加急", label_value: "2" },
    ],
  },
];
const form = {
  ...{ id: "f1", name: "报障单", formType: "workOrder", version: 1, fields, ext: null, draft: null, revision: 1 },
  ...{ popup: { isPopup: 0, inbound: "ring", outbound: "answer", accessNumbers: [], skillGroupIds: [] } },
  ...{ indexing: [], createTime: at, updateTime: at },
};
const { fields: _, ext: __, draft: ___, ...listed } = form;
const trigger = (id: string, name: string, enabled = 1) => ({
  ...{ id, formId: "f1", name, enabled, when: { on: "event", events: ["submitted"] }, condition: { all: [] } },
  ...{ actions: [{ do: "priority", priority: 1 }], revision: 2, fired: 4, updatedBy: "张建国", updateTime: at },
});
const macro = (id: string, name: string, own: number) => ({
  ...{ id, formId: "f1", name, shared: 1, ownerName: "张建国", actions: [{ do: "comment", text: "加急" }] },
  ...{ words: ["添加备注：加急"], uses: 7, own, updateTime: at },
});

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;

function flowServer(buttons: readonly string[]): void {
  server = signIn({}, { page: "/workorderflow", buttons: [...buttons] });
  server.on(workFlowApi.list.path, page([]));
  server.on(workFlowApi.choices.path, () => ({
    seats: [{ agentId: "1002", name: "王志强" }],
    moreSeats: false,
    groups: [],
    roles: [],
    timeRules: [{ id: "t1", name: "工作日" }],
  }));
  const line = { ...listed, fieldCount: 2, hasDraft: false, indexing: false, updatedBy: "" };
  server.on(customerFormConfApi.list.path, (asked) =>
    page(asked.body["formType"] === "workOrder" ? [line] : [])(asked),
  );
  server.on(customerFormConfApi.findById.path, () => form);
  server.on(triggerApi.list.path, () => [trigger("g1", "投诉优先"), trigger("g2", "无人领取", 0)]);
  server.on(macroApi.list.path, () => [macro("m1", "客户加急", 1), macro("m2", "别人的", 0)]);
}
const all = ["trigger.add", "trigger.update", "trigger.delete", "macro.share"];

beforeEach(() => {
  user = userEvent.setup();
  flowServer(all);
});

async function openSegment(name: string) {
  await openTabOf(Root, "/workorderflow");
  await user.click(await screen.findByRole("button", { name }));
}
const rowOf = (name: string) => within(screen.getByRole("cell", { name }).closest("tr")!);

test("triggers stand in their order, with what they do in words; the order is changed, one is switched off and deleted", async () => {
  server.on(triggerApi.order.path, () => null);
  server.on(triggerApi.update.path, () => null);
  server.on(triggerApi.delete.path, () => ({ count: 1 }));
  await openSegment("触发器");
  await screen.findByRole("cell", { name: "投诉优先" });
  expect(rowOf("投诉优先").getByText("提交")).toBeVisible();
  expect(rowOf("投诉优先").getByText("优先级改为紧急")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "上移无人领取" }));
  await waitFor(() => expect(server.bodies(triggerApi.order.path)).toEqual([{ formId: "f1", ids: ["g2", "g1"] }]));
  await user.click(rowOf("投诉优先").getByRole("button", { name: "停用" }));
  await waitFor(() =>
    expect(server.bodies(triggerApi.update.path)).toEqual([
      expect.objectContaining({ id: "g1", enabled: 0, revision: 2 }),
    ]),
  );
  await user.click(rowOf("无人领取").getByRole("button", { name: "删除" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "删除" }));
  await waitFor(() => expect(server.bodies(triggerApi.delete.path)).toEqual([{ ids: ["g2"] }]));
});

test("a new trigger is tried out over the last week before it is kept, and kept only without faults", async () => {
  server.on(triggerApi.add.path, () => ({ id: "g3" }));
  server.on(triggerApi.dryRun.path, () => ({
    ...{ looked: 5, fired: 1, more: false },
    list: [
      {
        ...{ kind: "order", id: "o1", title: "GD1 宽带不通", event: "提交", time: at, asNow: true },
        why: [{ text: "“级别”的值是加急，条件“等于加急”成立", holds: true }],
        changes: ["指派给1002 王志强"],
      },
    ],
  }));
  await openSegment("触发器");
  // The list of flows has an 新增, too, and stands there until that of the triggers is loaded.
  await screen.findByRole("cell", { name: "投诉优先" });
  await user.click(screen.getByRole("button", { name: "新增" }));
  const sheet = within(await screen.findByRole("dialog", { name: "新增触发器" }));
  // What is missing is a hint until somebody tries to save it.
  expect(sheet.getByText("请输入触发器名称")).toBeVisible();
  expect(sheet.queryByRole("alert")).toBeNull();
  await user.click(sheet.getByRole("button", { name: "保存" }));
  expect(sheet.getAllByRole("alert")[0]).toHaveTextContent("请输入触发器名称");
  expect(server.bodies(triggerApi.add.path)).toEqual([]);
  await user.type(sheet.getByRole("textbox", { name: "触发器名称" }), "加急指派");
  await asksToLeave(user);
  await user.click(sheet.getByRole("button", { name: "条件" }));
  await user.selectOptions(sheet.getByRole("combobox", { name: "条件的字段" }), "级别");
  await user.selectOptions(sheet.getByRole("combobox", { name: "比较的值" }), "加急");
  await user.click(sheet.getByRole("button", { name: "添加动作" }));
  await user.selectOptions(sheet.getByRole("combobox", { name: "动作" }), "指派或转交");
  expect(sheet.getByText("第1个动作：请选择坐席")).toBeVisible();
  await user.selectOptions(sheet.getByRole("combobox", { name: "指派的坐席" }), "1002 王志强");
  await user.click(sheet.getByRole("button", { name: "试运行" }));
  const told = within(await screen.findByRole("dialog", { name: "试运行结果" }));
  expect(told.getByText(/最近7天有5次符合时机，其中1次会执行。没有修改任何数据。/)).toBeVisible();
  expect(told.getByText("指派给1002 王志强")).toBeVisible();
  expect(told.getByText("当时的工单属性没有留存，按现在的属性判断。")).toBeVisible();
  await user.click(told.getByRole("button", { name: "知道了" }));
  await user.click(sheet.getByRole("button", { name: "保存" }));
  const kept = {
    ...{ formId: "f1", when: { on: "event", events: ["submitted"] }, actions: [{ do: "assign", to: "1002" }] },
    condition: { all: [{ field: "level", op: "eq", value: "2" }] },
  };
  await waitFor(() => expect(server.bodies(triggerApi.add.path)).toEqual([{ ...kept, name: "加急指派", enabled: 1 }]));
  expect(server.bodies(triggerApi.dryRun.path)).toEqual([kept]);
});

test("a trigger may wait until nothing happens for so long; what the order is can be asked, too", async () => {
  server.on(triggerApi.add.path, () => refusal("refused", "触发器名称已存在"));
  await openSegment("触发器");
  // The list of flows has an 新增, too, and stands there until that of the triggers is loaded.
  await screen.findByRole("cell", { name: "投诉优先" });
  await user.click(screen.getByRole("button", { name: "新增" }));
  const sheet = within(await screen.findByRole("dialog", { name: "新增触发器" }));
  await user.type(sheet.getByRole("textbox", { name: "触发器名称" }), "无人领取");
  await user.selectOptions(sheet.getByRole("combobox", { name: "触发时机" }), "状态长时间未变化时");
  await user.selectOptions(sheet.getByRole("combobox", { name: "时间规则" }), "工作日");
  await user.click(sheet.getByRole("button", { name: "条件" }));
  await user.selectOptions(sheet.getByRole("combobox", { name: "条件的字段" }), "工单优先级");
  await user.selectOptions(sheet.getByRole("combobox", { name: "比较的值" }), "紧急");
  await user.click(sheet.getByRole("button", { name: "添加动作" }));
  await user.selectOptions(sheet.getByRole("combobox", { name: "动作" }), "提醒");
  await user.type(sheet.getByRole("textbox", { name: "提醒内容" }), "请领取");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(triggerApi.add.path)).toEqual([
      {
        ...{ formId: "f1", name: "无人领取", enabled: 1 },
        when: { on: "timed", state: "pooled", minutes: 30, timeRuleId: "t1" },
        condition: { all: [{ field: "$priority", op: "eq", value: "1" }] },
        actions: [{ do: "remind", whom: ["holders"], agentIds: [], text: "请领取" }],
      },
    ]),
  );
  expect(await sheet.findByText("触发器名称已存在")).toBeVisible();
});

test("who may not change triggers sees them without buttons", async () => {
  flowServer([]);
  await openSegment("触发器");
  await screen.findByRole("cell", { name: "投诉优先" });
  for (const name of ["编辑", "停用", "删除", "新增", "上移无人领取"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});

test("macros stand by their use; one's own are changed", async () => {
  server.on(macroApi.add.path, () => ({ id: "m3" }));
  await openSegment("宏");
  await screen.findByRole("cell", { name: "客户加急" });
  expect(rowOf("客户加急").getByText("7")).toBeVisible();
  expect(rowOf("别人的").queryByRole("button", { name: "编辑" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "新增" }));
  const sheet = within(await screen.findByRole("dialog", { name: "新增宏" }));
  await user.type(sheet.getByRole("textbox", { name: "宏名称" }), "定级");
  await asksToLeave(user);
  await user.click(sheet.getByRole("checkbox", { name: "共享给所有人" }));
  await user.click(sheet.getByRole("button", { name: "添加动作" }));
  await user.selectOptions(sheet.getByRole("combobox", { name: "设置的字段" }), "级别");
  await user.selectOptions(sheet.getByRole("combobox", { name: "级别的值" }), "加急");
  await user.click(sheet.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(macroApi.add.path)).toEqual([
      { formId: "f1", name: "定级", shared: 1, actions: [{ do: "set", field: "level", value: "2" }] },
    ]),
  );
});

async function openOrder() {
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation" })));
  await screen.findByRole("cell", { name: "宽带不通" });
  await user.click(rowOf("宽带不通").getByRole("button", { name: "打开" }));
}
const openedOrder = async () => {
  const one = within(await screen.findByRole("dialog", { name: "工单 GD20261101000001" }));
  await one.findByRole("textbox", { name: /^地址/ });
  return one;
};

test("W82 one's own macro names the 501st seat, found by a part of his name", async () => {
  server = ordersServer();
  const all = Array.from({ length: 501 }, (_, n) => ({
    agentId: String(1001 + n),
    name: `坐席${n}`,
    online: 1,
    load: 0,
  }));
  server.on(orderPeopleApi.seats.path, ({ body }) => {
    const { name = "" } = body as { readonly name?: string };
    return all.filter((one) => one.name.includes(name)).slice(0, 500);
  });
  server.on(macroApi.list.path, () => [macro("m1", "客户加急", 1)]);
  server.on(macroApi.preview.path, () => ({ changes: [], did: [] }));
  server.on(macroApi.add.path, () => ({ id: "m3" }));
  await openOrder();
  await user.click((await openedOrder()).getByRole("button", { name: "宏" }));
  await user.click(await screen.findByRole("button", { name: "管理我的宏" }));
  await user.click(await screen.findByRole("button", { name: "新增宏" }));
  const drawer = within(await screen.findByRole("dialog", { name: "新增宏" }));
  await user.type(drawer.getByRole("textbox", { name: "宏名称" }), "转给他");
  await user.click(drawer.getByRole("button", { name: "添加动作" }));
  await user.selectOptions(drawer.getByRole("combobox", { name: "动作" }), "指派或转交");
  await user.type(await drawer.findByRole("textbox", { name: "查找指派的坐席" }), "席500");
  const box = drawer.getByRole("combobox", { name: "指派的坐席" });
  await user.selectOptions(box, await within(box).findByRole("option", { name: "1501 坐席500" }));
  await user.click(drawer.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(macroApi.add.path)).toMatchObject([{ actions: [{ do: "assign", to: "1501" }] }]),
  );
});

describe("in an order", () => {
  beforeEach(async () => {
    server = ordersServer();
    server.on(macroApi.list.path, () => [macro("m1", "客户加急", 1), macro("m2", "转交主管", 0)]);
    await openOrder();
  });

  test("a macro is looked at before it is done, by what was seen of the order", async () => {
    server.on(macroApi.preview.path, () => ({
      changes: [{ label: "优先级", before: "普通", after: "紧急" }],
      did: ["优先级改为紧急"],
    }));
    server.on(macroApi.apply.path, () => ({ version: 6 }));
    await user.click((await openedOrder()).getByRole("button", { name: "宏" }));
    const dialog = within(await screen.findByRole("dialog", { name: "使用宏" }));
    await user.click(await dialog.findByRole("button", { name: "转交主管" }));
    expect(await dialog.findByRole("cell", { name: "紧急" })).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "执行" }));
    const asked = { id: "m2", kind: "order", subjectId: "o1", version: 5 };
    await waitFor(() => expect(server.bodies(macroApi.apply.path)).toEqual([asked]));
    expect(server.bodies(macroApi.preview.path).at(-1)).toEqual(asked);
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "使用宏" })).toBeNull());
  });

  test("why it cannot be done is said in place of what would change; typed text comes first", async () => {
    server.on(macroApi.preview.path, () => refusal("refused", "第1个动作：工单不在您手中，不能修改字段"));
    const one = await openedOrder();
    await user.click(one.getByRole("button", { name: "宏" }));
    const dialog = within(await screen.findByRole("dialog", { name: "使用宏" }));
    expect(await dialog.findByText(/第1个动作：工单不在您手中/)).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "使用宏" })).toBeNull());
    await user.type(one.getByRole("textbox", { name: /^地址/ }), "2室");
    expect(one.getByRole("button", { name: "宏" })).toBeDisabled();
  });

  test("which triggers looked, and why they acted or not, stands beside the history", async () => {
    server.on(triggerApi.trace.path, () => [
      {
        ...{ trigger: "投诉优先", event: "提交", state: "cut", eventTime: at, time: at, did: [], chain: ["甲", "乙"] },
        ...{ why: [], text: "触发器又引起了自己，不再执行" },
      },
      {
        ...{ trigger: "无人领取", event: "状态未变化", state: "notMet", eventTime: at, time: at, did: [], chain: [] },
        ...{ why: [{ text: "“级别”的值是一般，条件“等于加急”不成立", holds: false }], text: "" },
      },
    ]);
    const one = await openedOrder();
    await user.click(one.getByRole("tab", { name: "触发记录" }));
    expect(await one.findByText("触发器又引起了自己，不再执行")).toBeVisible();
    expect(one.getByText("由「甲」→「乙」引起")).toBeVisible();
    expect(one.getByText("条件不成立")).toBeVisible();
    expect(one.getByText("“级别”的值是一般，条件“等于加急”不成立")).toBeVisible();
    expect(server.bodies(triggerApi.trace.path)).toEqual([{ kind: "order", id: "o1" }]);
  });
});

describe("W74 a field whose choices are a dictionary's", () => {
  const card = { type: "select", name: "card", label: "会员", ext: { options: { from: "dictionary", code: "card" } } };
  beforeEach(() => {
    server.on(customerFormConfApi.findById.path, () => ({ ...form, fields: [...fields, card] }));
    server.on(dictionarieApi.options.path, () => [
      { value: "g", label: "金卡" },
      { value: "s", label: "银卡" },
    ]);
    server.on(triggerApi.add.path, () => ({ id: "g3" }));
  });
  async function opening() {
    await openSegment("触发器");
    await screen.findByRole("cell", { name: "投诉优先" });
    await user.click(screen.getByRole("button", { name: "新增" }));
    const sheet = within(await screen.findByRole("dialog", { name: "新增触发器" }));
    await user.type(sheet.getByRole("textbox", { name: "触发器名称" }), "会员");
    await user.click(sheet.getByRole("button", { name: "条件" }));
    await user.selectOptions(sheet.getByRole("combobox", { name: "条件的字段" }), "会员");
    await user.click(sheet.getByRole("button", { name: "添加动作" }));
    await user.selectOptions(sheet.getByRole("combobox", { name: "动作" }), "设置字段");
    await user.selectOptions(sheet.getByRole("combobox", { name: "设置的字段" }), "会员");
    return sheet;
  }

  test("is compared and set by their names", async () => {
    const sheet = await opening();
    await user.selectOptions(await sheet.findByRole("combobox", { name: "比较的值" }), "银卡");
    await user.selectOptions(await sheet.findByRole("combobox", { name: "会员的值" }), "金卡");
    await user.click(sheet.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(server.bodies(triggerApi.add.path)).toMatchObject([
        {
          condition: { all: [{ field: "card", op: "eq", value: "s" }] },
          actions: [{ do: "set", field: "card", value: "g" }],
        },
      ]),
    );
  });

  test("is typed where the dictionary has none", async () => {
    server.on(dictionarieApi.options.path, () => []);
    const sheet = await opening();
    const typed = await sheet.findByRole("textbox", { name: "会员的值" });
    await waitFor(() => expect(typed).toBeEnabled());
    await user.type(typed, "g");
    expect(typed).toHaveValue("g");
  });
});
