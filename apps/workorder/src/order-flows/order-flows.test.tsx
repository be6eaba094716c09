import { api, store } from "@liantai/api/client";
import {
  workDelegateApi,
  workFlowApi,
  workNodeApi,
  workStatusWarnApi,
  type FlowDefinition,
  type FlowNode,
} from "@liantai/api/contract/workorder";
import { asksToLeave, openTabOf, page, refusal, type FakeServer } from "@liantai/ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { rulesOf, withRule } from "./parts/node-rules.ts";
import { at, draft, fields, flow, flowsServer, offered, task, version } from "./testing/flows.ts";

const { versions, update, publish, plan, migrate } = workFlowApi;

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;

beforeEach(() => {
  user = userEvent.setup();
  server = flowsServer();
});

const panel = () => within(screen.getByRole("complementary", { name: "属性" }));
const node = (name: string) => screen.getByRole("group", { name: new RegExp(`节点：${name}，`) });
const names = () =>
  [...document.querySelectorAll(".react-flow__node")].map(
    (one) => /：(.*?)，/.exec(one.getAttribute("aria-label")!)![1],
  );
const press = (name: string) => user.click(screen.getByRole("button", { name }));
async function design(): Promise<void> {
  await openTabOf(Root, "/workorderflow", "?design=w1");
  await screen.findByRole("button", { name: "返回列表" });
  await screen.findByRole("group", { name: /受理，坐席组：客服部/ });
}
const saved = () => server.bodies(update.path).at(-1) as { definition: FlowDefinition; revision: number; name: string };
const save = async () => {
  await press("保存草稿");
  await screen.findByText("已保存");
};

test("the list opens a flow's designer", async () => {
  await openTabOf(Root, "/workorderflow");
  expect(await screen.findByRole("cell", { name: "报障单" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "设计" }));
  await screen.findByRole("group", { name: /受理，坐席组：客服部/ });
  expect(names()).toEqual(["开始", "受理", "结束"]);
});

test("W6 W85 who stands in for whom is set beside the flows, named also where he is none of those offered", async () => {
  const away = {
    ...{ agentId: "1001", agentName: "李晓雯", delegateId: "7001", delegateName: "周全" },
    ...{ fromTime: at, untilTime: "2026-03-02 09:00:00" },
  };
  server.on(workDelegateApi.list.path, () => [away]);
  server.on(workDelegateApi.delete.path, () => null);
  await openTabOf(Root, "/workorderflow");
  await user.click(await screen.findByRole("button", { name: "代办人" }));
  const drawer = within(await screen.findByRole("dialog", { name: "代办人" }));
  expect(await drawer.findByRole("cell", { name: "7001 周全" })).toBeVisible();
  await user.click(drawer.getByRole("button", { name: "取消代办" }));
  const question = within(await screen.findByRole("alertdialog", { name: "取消代办" }));
  expect(question.getByText(/确定要取消由7001 周全代1001 李晓雯处理工单吗/)).toBeVisible();
  await user.click(question.getByRole("button", { name: "取消代办" }));
  await waitFor(() => expect(server.bodies(workDelegateApi.delete.path)).toEqual([{ agentId: "1001" }]));
});

test("reminders are changed by what he changed alone: what others added meanwhile stays", async () => {
  const warn = (id: string, minutes: number) => ({
    ...{ id, formId: "", state: "pooled", minutes, timeRuleId: "", hearers: ["monitors"], enabled: 1 },
  });
  server.on(workStatusWarnApi.list.path, () => [warn("a", 30)]);
  server.on(workStatusWarnApi.saveBatch.path, () => ({ count: 1 }));
  await openTabOf(Root, "/workorderflow");
  await user.click(await screen.findByRole("button", { name: "状态提醒" }));
  const drawer = within(await screen.findByRole("dialog", { name: "工单状态提醒" }));
  const minutes = await drawer.findByRole("textbox", { name: /^停留超过/ });
  server.on(workStatusWarnApi.list.path, () => [warn("a", 30), warn("b", 45)]);
  await act(async () => void store.dispatch(api.util.invalidateTags(workStatusWarnApi.list.tags as never)));
  await user.clear(minutes);
  await user.type(minutes, "20");
  await asksToLeave(user);
  await user.click(drawer.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(workStatusWarnApi.saveBatch.path)).toMatchObject([{ list: [{ id: "a", minutes: 20 }] }]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.bodies(workStatusWarnApi.delete.path)).toEqual([]);
});

describe("the designer", () => {
  beforeEach(design);

  test("adds behind the chosen node, copies and removes by keys, and undoes all of it", async () => {
    node("受理").focus();
    await user.keyboard("{Enter}");
    await press("添加处理节点");
    expect(names()).toEqual(["开始", "受理", "结束", "处理"]);
    node("处理").focus();
    await user.keyboard("{Control>}d{/Control}");
    expect(names()).toContain("处理2");
    node("处理2").focus();
    await user.keyboard("{Delete}");
    expect(names()).toEqual(["开始", "受理", "结束", "处理"]);
    await press("撤销");
    expect(names()).toContain("处理2");
    await press("撤销");
    await press("撤销");
    expect(names()).toEqual(["开始", "受理", "结束"]);
    expect(screen.getByRole("button", { name: "撤销" })).toBeDisabled();
    await press("重做");
    expect(names()).toEqual(["开始", "受理", "结束", "处理"]);
  });

  test("a line is made by the dialog; what may not be joined is not offered", async () => {
    await press("添加处理节点");
    // Whichever is chosen: the one with the focus is meant.
    node("受理").focus();
    node("处理").focus();
    await user.keyboard("c");
    const dialog = within(await screen.findByRole("dialog", { name: "添加连线" }));
    expect(dialog.queryByRole("option", { name: "开始", selected: false })).not.toBeNull();
    const to = dialog.getByLabelText("到");
    expect(within(to).queryByRole("option", { name: "开始" })).toBeNull();
    await user.selectOptions(to, "结束");
    await user.click(dialog.getByRole("button", { name: "连接" }));
    await user.type(panel().getByLabelText("连线名称"), "直接结束");
    await save();
    const { definition } = saved();
    const added = definition.nodes.find(({ name }) => name === "处理")!;
    expect(definition.edges.at(-1)).toMatchObject({ from: added.id, to: "end", name: "直接结束" });
  });

  test("handlers, limits, actions and rules of fields are the node's", async () => {
    node("受理").focus();
    await user.keyboard("{Enter}");
    await user.selectOptions(panel().getByLabelText("由谁处理"), "指定坐席");
    expect(panel().getByRole("alert")).toHaveTextContent("「受理」没有设置处理人");
    await user.click(panel().getByRole("checkbox", { name: "1002 王志强" }));
    await user.type(panel().getByLabelText("处理时限（分钟）"), "120");
    await user.type(panel().getByLabelText("提前提醒（分钟）"), "30");
    expect(panel().getByText("2小时内，提前30分钟提醒，按流程的时间规则计")).toBeVisible();
    await user.click(panel().getByRole("checkbox", { name: "办结" }));
    await user.click(panel().getByRole("checkbox", { name: "级别：必填" }));
    await user.click(panel().getByRole("checkbox", { name: "备注：显示" }));
    await save();
    expect(saved()).toMatchObject({ revision: 3 });
    expect(saved().definition.nodes[1]).toEqual({
      ...task("n1", "受理", 200),
      handler: { by: "seat", agentIds: ["1002"] },
      actions: ["approve", "returnPrevious", "complete"],
      limit: { minutes: 120, warnMinutes: 30 },
      fields: { level: { require: true }, remark: { hidden: true } },
    });
  });

  test("W10 faults stand at their node and in the list, and keep it from being published", async () => {
    await press("添加条件节点");
    expect(await screen.findByRole("button", { name: /处错误/ })).toBeVisible();
    await press("发布");
    const listed = within(screen.getByRole("list", { name: "设计中的错误" }));
    expect(listed.getByText("从开始节点走不到「条件」")).toBeVisible();
    await user.click(listed.getByText("「条件」没有下一步"));
    expect(panel().getByRole("heading", { name: /条件/ })).toBeVisible();
    expect(screen.getByRole("group", { name: /条件，条件，2处错误/ })).toBeInTheDocument();
    expect(screen.queryByRole("dialog", { name: "发布流程" })).toBeNull();
  });

  test("two conditions that go round without a person are an endless loop, by name", async () => {
    await press("添加条件节点");
    await press("添加条件节点");
    // The second stands behind the first and is joined to it.
    await user.click(panel().getByRole("button", { name: "连线到…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "添加连线" }));
    await user.selectOptions(dialog.getByLabelText("到"), "条件");
    await user.click(dialog.getByRole("button", { name: "连接" }));
    await press("发布");
    expect(screen.getByText(/「条件」→「条件2」是没有人处理的死循环/)).toBeVisible();
  });

  test("it is tried out: the way follows the values, each step may be decided otherwise", async () => {
    await user.click(screen.getByRole("tab", { name: "试运行" }));
    const side = within(screen.getByRole("complementary", { name: "试运行" }));
    expect(await side.findByText("共2步，工单办结")).toBeVisible();
    await user.selectOptions(side.getByLabelText("第2步的操作"), "退回上一步");
    expect(await side.findByText("共4步，工单办结")).toBeVisible();
    await user.click(side.getByRole("button", { name: "重新开始" }));
    expect(await side.findByText("共2步，工单办结")).toBeVisible();
  });

  test("it is published after a look at what is another; what runs keeps its version", async () => {
    server.on(publish.path, () => ({ version: 2 }));
    node("受理").focus();
    await user.keyboard("{Enter}");
    await user.type(panel().getByLabelText("节点名称"), "登记");
    await press("发布");
    const dialog = within(await screen.findByRole("dialog", { name: "发布流程" }));
    expect(dialog.getByText("名称：受理 → 受理登记")).toBeVisible();
    expect(dialog.getByText(/2个工单正在流转，继续按原来的版本走完/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "发布" }));
    await waitFor(() => expect(server.bodies(publish.path)).toEqual([{ id: "w1", revision: 4 }]));
    expect(saved().definition.nodes[1]!.name).toBe("受理登记");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "发布流程" })).toBeNull());
  });

  test("W20 another's draft is not overwritten without a question", async () => {
    server.on(update.path, () => refusal("conflict", "流程已被周敏修改，请刷新后重试"));
    await press("添加结束节点");
    await press("保存草稿");
    const question = within(await screen.findByRole("alertdialog", { name: "已被他人修改" }));
    expect(question.getByText(/流程已被周敏修改/)).toBeVisible();
    server.on(versions.path, () => ({ flow: { ...flow, revision: 7 }, draft, list: [version] }));
    server.on(update.path, () => ({ revision: 8 }));
    await user.click(question.getByRole("button", { name: "用我的设计覆盖" }));
    await waitFor(() => expect(saved()).toMatchObject({ revision: 7 }));
    expect(saved().definition.nodes).toHaveLength(4);
  });
});

test("running orders of an older version are moved after a preview, nodes that went are named by hand", async () => {
  const renamed: FlowDefinition = {
    nodes: draft.nodes.map((one) => (one.id === "n1" ? task("n2", "初审", 200) : one)),
    edges: [
      { id: "e1", from: "start", to: "n2" },
      { id: "e2", from: "n2", to: "end" },
    ],
  };
  server.on(versions.path, () => ({
    flow: { ...flow, version: 2 },
    draft: renamed,
    list: [{ ...version, version: 2, definition: renamed, running: 0 }, version],
  }));
  const line = { id: "o1", workCode: "GD0001", version: 1, from: "受理" };
  server.on(plan.path, ({ body }) =>
    body["nodes"]
      ? { moved: 1, list: [{ ...line, to: "初审", text: "" }] }
      : { moved: 0, list: [{ ...line, to: "", text: "新版本中没有对应的节点" }] },
  );
  server.on(migrate.path, () => ({ moved: 1, list: [{ ...line, to: "初审", text: "" }] }));
  await openTabOf(Root, "/workorderflow", "?design=w1");
  await user.click(await screen.findByRole("tab", { name: "版本" }));
  await user.click(screen.getByRole("button", { name: "迁移流转中的工单" }));
  const dialog = within(await screen.findByRole("dialog", { name: "迁移到第2版" }));
  expect(await dialog.findByText("新版本中没有对应的节点")).toBeVisible();
  expect(dialog.getByRole("button", { name: "迁移0个工单" })).toBeDisabled();
  await user.selectOptions(dialog.getByLabelText("受理"), "初审");
  await user.click(await dialog.findByRole("button", { name: "迁移1个工单" }));
  await waitFor(() => expect(server.bodies(migrate.path)).toEqual([{ id: "w1", version: 2, nodes: { n1: "n2" } }]));
});

test("what a node names reads as not loaded until its name has come, not as deleted", async () => {
  let arrive = () => {};
  const waiting = new Promise<void>((resolve) => (arrive = resolve));
  server.on(workFlowApi.choices.path, async () => {
    await waiting;
    return offered;
  });
  server.on(
    workNodeApi.list.path,
    page([{ flowId: "w1", flowName: "报障流程", formId: "f1", revision: 3, node: draft.nodes[1] }]),
  );
  await openTabOf(Root, "/workordernode");
  expect(await screen.findByRole("cell", { name: "坐席组：（选项尚未加载）" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "编辑" }));
  const sheet = within(await screen.findByRole("dialog", { name: "编辑节点：受理" }));
  expect(sheet.getByLabelText("坐席组")).toHaveDisplayValue("（选项尚未加载）");
  await act(async () => arrive());
  await waitFor(() => expect(sheet.getByLabelText("坐席组")).toHaveDisplayValue("客服部"));
});

test("W84 of 10,000 seats a node names one that is looked for, and shows by name who is named already", async () => {
  const all = Array.from({ length: 10_000 }, (_, n) => ({ agentId: String(10_000 + n), name: `坐席${n}` }));
  server.on(workFlowApi.choices.path, ({ body }) => {
    const { name = "", agentIds = [] } = body as { readonly name?: string; readonly agentIds?: readonly string[] };
    const fit = all.filter((one) => one.name.includes(name));
    const seats = [...fit.slice(0, 500), ...fit.slice(500).filter(({ agentId }) => agentIds.includes(agentId))];
    return { ...offered, seats, moreSeats: fit.length > 500 };
  });
  const named: FlowNode = { ...task("n1", "受理", 200), handler: { by: "seat", agentIds: ["19000"] } } as FlowNode;
  const line = { flowId: "w1", flowName: "报障流程", formId: "f1", revision: 3 };
  server.on(workNodeApi.list.path, page([{ ...line, node: named }]));
  server.on(workNodeApi.update.path, () => null);
  await openTabOf(Root, "/workordernode");
  expect(await screen.findByRole("cell", { name: "19000 坐席9000" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "编辑" }));
  const sheet = within(await screen.findByRole("dialog", { name: "编辑节点：受理" }));
  expect(await sheet.findByRole("checkbox", { name: "19000 坐席9000" })).toBeChecked();
  await user.type(sheet.getByRole("textbox", { name: "查找坐席" }), "席9999");
  await user.click(await sheet.findByRole("checkbox", { name: "19999 坐席9999" }));
  await user.click(sheet.getByRole("button", { name: "保存" }));
  const handler = { by: "seat", agentIds: ["19000", "19999"] };
  await waitFor(() => expect(server.bodies(workNodeApi.update.path)).toMatchObject([{ node: { handler } }]));
});

describe("/workordernode", () => {
  const row = { flowId: "w1", flowName: "报障流程", formId: "f1", revision: 3, node: draft.nodes[1] };
  beforeEach(async () => {
    server.on(workNodeApi.list.path, page([row]));
    await openTabOf(Root, "/workordernode");
  });

  test("a node of a flow is changed as on the board, with the revision that was seen", async () => {
    server.on(workNodeApi.update.path, () => null);
    expect(await screen.findByRole("cell", { name: "坐席组：客服部" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "编辑" }));
    const sheet = within(await screen.findByRole("dialog", { name: "编辑节点：受理" }));
    await user.selectOptions(sheet.getByLabelText("由谁处理"), "创建人");
    await asksToLeave(user);
    await user.click(sheet.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(server.bodies(workNodeApi.update.path)).toEqual([
        { flowId: "w1", revision: 3, node: { ...draft.nodes[1], handler: { by: "creator" } } },
      ]),
    );
  });

  test("a new node stands under those that are there, without lines", async () => {
    server.on(workNodeApi.add.path, () => ({ id: "x" }));
    await user.click(await screen.findByRole("button", { name: "新增" }));
    const dialog = within(await screen.findByRole("dialog", { name: "新增节点" }));
    await user.selectOptions(dialog.getByLabelText("类型"), "会签");
    await user.type(dialog.getByLabelText("节点名称"), "复核");
    await asksToLeave(user);
    await waitFor(() => expect(dialog.getByRole("button", { name: "保存" })).toBeEnabled());
    await user.click(dialog.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(server.bodies(workNodeApi.add.path)).toEqual([
        {
          flowId: "w1",
          revision: 3,
          node: expect.objectContaining({ kind: "countersign", name: "复核", mode: "all", x: 0, y: 90 }),
        },
      ]),
    );
  });
});

test("/flownodeconfig: what nodes say of fields is ticked, and saved as a whole", async () => {
  server.on(workNodeApi.saveConfig.path, () => ({ revision: 4 }));
  await openTabOf(Root, "/flownodeconfig");
  await user.selectOptions(await screen.findByLabelText("流程"), "报障流程");
  await user.click(await screen.findByRole("checkbox", { name: "受理，级别：必填" }));
  await user.click(screen.getByRole("checkbox", { name: "受理，备注：显示" }));
  expect(screen.queryByRole("checkbox", { name: /工单编号/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(workNodeApi.saveConfig.path)).toEqual([
      { flowId: "w1", revision: 3, nodes: { n1: { level: { require: true }, remark: { hidden: true } } } },
    ]),
  );
});

describe("rules of a node on a field", () => {
  const [field] = fields;
  const locked = { ...field!, permission: true, require: true };

  test("only what differs from the form is kept; what is asked for is open", () => {
    expect(withRule({}, field!, "require", true)).toEqual({ remark: { require: true } });
    expect(withRule({ remark: { require: true } }, field!, "require", false)).toEqual({});
    expect(withRule({ remark: { hidden: true, enable: false } }, field!, "require", true)).toEqual({
      remark: { require: true },
    });
    expect(withRule({ remark: { hidden: true } }, field!, "show", true)).toEqual({});
  });

  test("a field that the form locks is opened by the node, and follows the form again", () => {
    expect(rulesOf(locked)).toEqual({ show: true, lock: true, require: false });
    const opened = withRule({}, locked, "lock", false);
    expect(opened).toEqual({ remark: { enable: true } });
    expect(rulesOf(locked, opened["remark"])).toEqual({ show: true, lock: false, require: true });
    expect(withRule(opened, locked, "lock", true)).toEqual({});
  });
});
