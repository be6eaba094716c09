/** 服务目标 inside 工单流程. */
import { serviceTargetApi, usualTargets } from "@liantai/api/contract/work-orders";
import { customerFormConfApi, workFlowApi } from "@liantai/api/contract/workorder";
import { asksToLeave, openTabOf, page, refusal, signIn, type FakeServer } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";

const at = "2026-03-01 09:00:00";
const kept = {
  ...{ id: "t1", formId: "f1", name: "两小时解决", kind: "resolution" as const, ...usualTargets.resolution },
  ...{ priorities: [], retroactive: true, minutes: 120, minutesBy: { 1: 30 }, warnMinutes: 30, timeRuleId: "r1" },
  ...{ enabled: 1, updateTime: at },
};
const popup = { isPopup: 0, inbound: "ring", outbound: "answer", accessNumbers: [], skillGroupIds: [] };
const form = {
  ...{
    id: "f1",
    name: "报障单",
    formType: "workOrder",
    version: 1,
    revision: 1,
    popup,
    createTime: at,
    updateTime: at,
  },
};
const changes = {
  ...{ total: 3, changed: 1 },
  list: [
    {
      ...{ id: "o1", workCode: "GD20260301000001", title: "宽带不通" },
      before: { phase: "running", dueTime: "2026-03-01 11:00:00" },
      after: { phase: "missed", dueTime: "2026-03-01 09:30:00" },
    },
  ],
};

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
beforeEach(() => {
  user = userEvent.setup();
  server = signIn({}, { page: "/workorderflow", buttons: ["serviceTarget.save"] });
  server.on(serviceTargetApi.list.path, page([kept]));
  server.on(serviceTargetApi.preview.path, () => changes);
  server.on(serviceTargetApi.update.path, () => null);
  server.on(serviceTargetApi.add.path, () => ({ id: "t2" }));
  server.on(serviceTargetApi.recompute.path, () => ({ count: 3, asJob: 0 }));
  server.on(workFlowApi.list.path, page([]));
  server.on(workFlowApi.choices.path, () => ({
    ...{ seats: [], moreSeats: false, groups: [], roles: [] },
    timeRules: [{ id: "r1", name: "行政班" }],
  }));
  server.on(
    customerFormConfApi.list.path,
    page([{ ...form, fieldCount: 1, hasDraft: false, indexing: false, updatedBy: "" }]),
  );
  server.on(customerFormConfApi.findById.path, () => ({
    ...{ ...form, ext: null, draft: null, indexing: [] },
    fields: [{ type: "input", name: "level", label: "级别" }],
  }));
});

async function show() {
  await openTabOf(Root, "/workorderflow");
  await user.click(await screen.findByRole("button", { name: "服务目标" }));
  await screen.findByRole("cell", { name: "两小时解决" });
}
const sheet = async (name: string) => within(await screen.findByRole("dialog", { name }));

test("W50 targets stand beside the flows, in words; the segment stays in the address", async () => {
  await show();
  for (const text of ["报障单", "解决", "2小时", "30分钟", "行政班", "启用"])
    expect((await screen.findAllByRole("cell", { name: text }))[0]).toBeVisible();
  expect(screen.getByRole("button", { name: "服务目标" })).toHaveAttribute("aria-pressed", "true");
  await user.click(screen.getByRole("button", { name: "流程" }));
  expect(await screen.findByRole("button", { name: "代办人" })).toBeVisible();
});

test("W53 what a change does to open orders is shown before it is kept, and kept with or without counting anew", async () => {
  server.on(serviceTargetApi.recompute.path, () => ({ count: 3, asJob: 1 }));
  await show();
  await user.click(screen.getByRole("button", { name: "编辑" }));
  const one = await sheet("编辑服务目标");
  expect(one.getByRole("textbox", { name: "紧急（分钟）" })).toHaveValue("30");
  const minutes = one.getByRole("textbox", { name: /^时长（分钟）/ });
  await user.clear(minutes);
  await user.type(minutes, "60");
  await user.click(one.getByRole("button", { name: "保存" }));
  const asking = await sheet("对未办结工单的影响");
  expect(asking.getByText("未办结的3个工单中，1个会变化：")).toBeVisible();
  expect(asking.getByRole("cell", { name: "计时中，2026-03-01 11:00:00 到期" })).toBeVisible();
  expect(asking.getByRole("cell", { name: "已超时，2026-03-01 09:30:00 到期" })).toBeVisible();
  expect(server.bodies(serviceTargetApi.update.path)).toEqual([]);
  await user.click(asking.getByRole("button", { name: "保存并重算" }));
  await waitFor(() => expect(server.bodies(serviceTargetApi.recompute.path)).toEqual([{ formId: "f1" }]));
  const { updateTime: _, ...rest } = kept;
  expect(server.bodies(serviceTargetApi.update.path)).toEqual([{ ...rest, minutes: 60 }]);
  const counted = await sheet("重算服务目标");
  expect(counted.getByText("未办结的3个工单正在后台重算，列表会陆续更新。")).toBeVisible();
  await user.click(counted.getByRole("button", { name: "知道了" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("W50 a new target begins with what is usual for its kind; its moments are chosen by events, states and fields", async () => {
  server.on(serviceTargetApi.preview.path, () => ({ total: 0, changed: 0, list: [] }));
  await show();
  await user.click(screen.getByRole("button", { name: "新增" }));
  const one = await sheet("新增服务目标");
  expect(one.getByRole("button", { name: "保存" })).toBeDisabled();
  await user.type(one.getByRole("textbox", { name: "目标名称" }), "催办必复");
  await asksToLeave(user);
  await user.click(one.getByRole("button", { name: "适用的工单的字段条件" }));
  const condition = await sheet("适用的工单的字段条件");
  await user.type(condition.getByRole("textbox", { name: "比较的值" }), "高");
  await asksToLeave(user);
  await user.click(condition.getByRole("button", { name: "表达式" }));
  // What is missing is a hint until somebody tries to keep it.
  expect(condition.getByText("公式为空")).toBeVisible();
  expect(condition.queryByRole("alert")).toBeNull();
  await user.click(condition.getByRole("button", { name: "确定" }));
  expect(condition.getByRole("alert")).toHaveTextContent("公式为空");
  await user.click(condition.getByRole("button", { name: "取消" }));
  await user.click(screen.getByRole("button", { name: "放弃" }));
  await user.selectOptions(one.getByRole("combobox", { name: /^类型/ }), "后续响应");
  expect(within(one.getByRole("group", { name: "开始计时" })).getByText("催办", { selector: "p" })).toBeVisible();
  const pause = within(one.getByRole("group", { name: "暂停计时" }));
  await user.click(pause.getByRole("checkbox", { name: "草稿" }));
  await user.click(within(one.getByRole("group", { name: "适用的优先级" })).getByRole("checkbox", { name: "紧急" }));
  await user.click(one.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(serviceTargetApi.add.path)).toEqual([
      {
        ...{ formId: "f1", name: "催办必复", kind: "nextResponse", priorities: [1], retroactive: true, enabled: 1 },
        ...{ start: { events: ["urged"] }, stop: usualTargets.nextResponse.stop, reset: {} },
        ...{ pause: { states: ["suspended", "draft"] }, minutes: 30, minutesBy: {}, warnMinutes: 10, timeRuleId: "" },
      },
    ]),
  );
});

test("W53 a new one that was kept, but not counted anew: it says so, and is kept by its id from then on", async () => {
  server.on(serviceTargetApi.recompute.path, () => refusal("refused", "系统繁忙"));
  await show();
  await user.click(screen.getByRole("button", { name: "新增" }));
  const one = await sheet("新增服务目标");
  await user.type(one.getByRole("textbox", { name: "目标名称" }), "首响");
  await user.click(one.getByRole("button", { name: "保存" }));
  await user.click((await sheet("对未办结工单的影响")).getByRole("button", { name: "保存并重算" }));
  const again = await sheet("编辑服务目标");
  expect(again.getByRole("alert")).toHaveTextContent("服务目标已保存，重算没有成功：系统繁忙");
  server.on(serviceTargetApi.recompute.path, () => ({ count: 3, asJob: 0 }));
  await user.click(again.getByRole("button", { name: "保存" }));
  await user.click((await sheet("对未办结工单的影响")).getByRole("button", { name: "保存并重算" }));
  expect((await sheet("重算服务目标")).getByText("已重算未办结的3个工单。")).toBeVisible();
  expect(server.bodies(serviceTargetApi.add.path)).toHaveLength(1);
  expect(server.bodies(serviceTargetApi.update.path)).toMatchObject([{ id: "t2", name: "首响" }]);
});

test("W53 what the server refuses stands in the sheet; open orders are counted anew on demand", async () => {
  server.on(serviceTargetApi.preview.path, () => refusal("invalid", "提前提醒应小于时长"));
  await show();
  await user.click(screen.getByRole("button", { name: "编辑" }));
  const one = await sheet("编辑服务目标");
  await user.click(one.getByRole("button", { name: "预览影响" }));
  expect(await one.findByRole("alert")).toHaveTextContent("提前提醒应小于时长");
  await user.click(one.getByRole("button", { name: "取消" }));
  await user.click(screen.getByRole("button", { name: "重算" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "重算" }));
  expect(await screen.findByText("已重算未办结的3个工单。")).toBeVisible();
});
