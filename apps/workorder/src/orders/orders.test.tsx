import { onNotice, opened, store } from "@liantai/api/client";
import { bus } from "@liantai/bus";
import { formStreamApi, orderSheetApi, orderStatusApi, workFlowApi } from "@liantai/api/contract/work-orders";
import { formDataApi, recordButton, recordSheetApi } from "@liantai/api/contract/workorder";
import { page, refusal, type FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { found, order, ordersServer, record, usableFlow, values } from "./testing/fixtures.ts";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
let notices: string[];
let ends: (() => void)[];
beforeEach(() => {
  user = userEvent.setup();
  notices = [];
  ends = [onNotice(({ title, text }) => notices.push(`${title} ${text ?? ""}`.trim()))];
  server = ordersServer();
});
afterEach(() => ends.forEach((end) => end()));

async function open(params?: object) {
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation", ...(params && { params }) })));
  await screen.findByRole("cell", { name: "宽带不通" });
}
const asked = () => server.bodies(formStreamApi.list.path).at(-1);
const steps = () => server.bodies(formStreamApi.handle.path);
const handled = { seq: 6, workCode: "GD20261101000001", state: "handling" };
const rowOf = (name: string) => within(screen.getByRole("cell", { name }).closest("tr")!);
const sheet = async () => within(await screen.findByRole("dialog", { name: "工单 GD20261101000001" }));
async function openOrder() {
  await open();
  await user.click(rowOf("宽带不通").getByRole("button", { name: "打开" }));
  const one = await sheet();
  await one.findByRole("textbox", { name: /^地址/ });
  return one;
}

test("the list begins with what is in hand, says what overran in words, and counts what waits", async () => {
  await open();
  expect(asked()).toMatchObject({ scope: "mine", formId: "f1" });
  expect(rowOf("宽带不通").getByText(/^已超时\d+天/)).toBeVisible();
  expect(rowOf("宽带不通").getByText("紧急")).toBeVisible();
  expect(await screen.findByRole("button", { name: "我处理的 4" })).toHaveAttribute("aria-pressed", "true");
  await user.click(screen.getByRole("button", { name: "待领取的 999+" }));
  await waitFor(() => expect(asked()).toMatchObject({ scope: "pool" }));
  await user.click(screen.getByRole("button", { name: "本组的" }));
  await waitFor(() => expect(asked()).toMatchObject({ scope: "group" }));
});

test("the query bar asks by what orders have and by the form's fields; the scope stays", async () => {
  await open();
  await user.click(screen.getByRole("button", { name: "全部" }));
  await user.selectOptions(await screen.findByRole("combobox", { name: "到期" }), "已超时");
  await user.selectOptions(screen.getByRole("combobox", { name: "优先级" }), "紧急");
  await user.type(screen.getByRole("textbox", { name: "客户姓名" }), "王女");
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() =>
    expect(asked()).toMatchObject({
      ...{ scope: "all", due: "overdue", priority: 1 },
      filters: [{ name: "customerName", op: "contains", value: "王女" }],
    }),
  );
});

test("what is shown is exported, by the same questions", async () => {
  server.on(orderSheetApi.export.path, () => ({ id: "job" }));
  await open();
  await user.click(screen.getByRole("button", { name: "全部" }));
  await user.selectOptions(await screen.findByRole("combobox", { name: "优先级" }), "紧急");
  await user.type(screen.getByRole("textbox", { name: "客户姓名" }), "王女");
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() => expect(asked()).toMatchObject({ priority: 1 }));
  await user.click(screen.getByRole("button", { name: "导出" }));
  await waitFor(() =>
    expect(server.bodies(orderSheetApi.export.path)).toEqual([
      {
        ...{ scope: "all", priority: 1, formId: "f1" },
        filters: [{ name: "customerName", op: "contains", value: "王女" }],
      },
    ]),
  );
});

test("an order's form obeys its node: locked, required; the buttons are those that the server allows", async () => {
  server.on(formStreamApi.handle.path, () => handled);
  const one = await openOrder();
  expect(one.getByRole("textbox", { name: /^客户姓名/ })).toBeDisabled();
  for (const name of ["保存", "通过", "办结", "转交", "退回上一步", "挂起"])
    expect(one.getByRole("button", { name })).toBeVisible();
  for (const name of ["领取", "催办", "删除"]) expect(one.queryByRole("button", { name })).toBeNull();
  // What the node requires stands there before it goes on; kept it may be without.
  await user.click(one.getByRole("button", { name: "通过" }));
  expect((await one.findAllByText("该字段不能为空"))[0]).toBeVisible();
  expect(steps()).toEqual([]);
  await user.type(one.getByRole("textbox", { name: /^地址/ }), "2室");
  await user.click(one.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(steps()).toEqual([{ id: "o1", command: "save", seq: 5, values: { address: "人民路1号2室" } }]),
  );
  expect(notices).toContain("工单已保存");
});

test("a step asks for what it needs: the reason of a return, to whom it is handed on", async () => {
  server.on(formStreamApi.handle.path, () => handled);
  const one = await openOrder();
  await user.click(one.getByRole("button", { name: "转交" }));
  const dialog = within(await screen.findByRole("dialog", { name: "转交" }));
  await user.click(dialog.getByRole("button", { name: "转交" }));
  expect((await dialog.findAllByText("请选择坐席")).at(-1)).toBeVisible();
  expect(dialog.queryByRole("option", { name: /李晓雯/ })).toBeNull();
  await user.selectOptions(dialog.getByRole("combobox", { name: /^坐席/ }), "1003 陈思雨（离线，在手0件）");
  await user.type(dialog.getByRole("textbox", { name: "转交说明" }), "请协助");
  await user.click(dialog.getByRole("button", { name: "转交" }));
  await waitFor(() => expect(steps()).toEqual([{ id: "o1", command: "transfer", seq: 5, to: "1003", text: "请协助" }]));
});

test("somebody wrote the same field: mine and theirs stand side by side, and mine can be kept", async () => {
  const conflict = { field: "address", label: "地址", mine: "人民路1号2室", theirs: "解放路8号" };
  server.on(formStreamApi.handle.path, () =>
    Response.json({ code: 409, msg: "数据已被修改", data: { ...conflict, conflicts: [conflict], seq: 7 } }),
  );
  const one = await openOrder();
  await user.type(one.getByRole("textbox", { name: /^地址/ }), "2室");
  await user.click(one.getByRole("button", { name: "保存" }));
  expect(await one.findByText("解放路8号")).toBeVisible();
  expect(one.getByRole("textbox", { name: /^地址/ })).toHaveValue("人民路1号2室");
  server.on(formStreamApi.handle.path, () => handled);
  await user.click(one.getByRole("button", { name: "按所选保存" }));
  await waitFor(() =>
    expect(steps().at(-1)).toEqual({ id: "o1", command: "save", seq: 7, values: { address: "人民路1号2室" } }),
  );
});

test("W31 an urge that came in between is no conflict: the step is taken by the newest event", async () => {
  let first = true;
  server.on(formStreamApi.handle.path, () => {
    if (!first) return handled;
    first = false;
    return Response.json({ code: 409, msg: "数据已被修改", data: { conflicts: [], seq: 6 } });
  });
  const one = await openOrder();
  await user.type(one.getByRole("textbox", { name: /^地址/ }), "2室");
  await user.click(one.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(steps().map(({ seq }) => seq)).toEqual([5, 6]));
  expect(notices).toContain("工单已保存");
});

test("W31 what is typed stays while the order changes; it is said, and the newest can be shown", async () => {
  const one = await openOrder();
  await user.type(one.getByRole("textbox", { name: /^地址/ }), "2室");
  // An urge is shown at once, and changes nothing of the form.
  server.on(formStreamApi.find.path, () => ({ ...found, order: { ...order, seq: 6, urges: 2, upgrades: 1 } }));
  act(() => bus.publish("workorder.changed", { caseId: "o1" }));
  expect(await one.findByText("已催办2次")).toBeVisible();
  expect(one.getByText("已升级1级")).toBeVisible();
  expect(one.queryByText(/^工单有新的变化/)).toBeNull();
  expect(one.getByRole("textbox", { name: /^地址/ })).toHaveValue("人民路1号2室");
  const written = { ...record.record, version: 3, values: { ...values, address: "解放路8号" } };
  server.on(formDataApi.find.path, () => ({ ...record, record: written }));
  act(() => bus.publish("link.refetch", { reason: "missed" }));
  expect(await one.findByText("工单有新的变化，您填写的内容还没有保存。", {}, { timeout: 5_000 })).toBeVisible();
  expect(one.getByRole("textbox", { name: /^地址/ })).toHaveValue("人民路1号2室");
  await user.click(one.getByRole("button", { name: "放弃我的，显示最新" }));
  await waitFor(async () => expect((await sheet()).getByRole("textbox", { name: /^地址/ })).toHaveValue("解放路8号"));
});

test("sub-orders that are open are asked about before it is ended", async () => {
  const text = "还有1个子工单未办结，确定要办结吗？";
  server.on(formStreamApi.find.path, () => ({ ...found, fields: {} }));
  server.on(formStreamApi.handle.path, ({ body }) =>
    body["evenWithSubOrders"]
      ? { ...handled, state: "done" }
      : Response.json({ code: 0, msg: text, data: { refusal: "subOrders" } }),
  );
  const one = await openOrder();
  await user.click(one.getByRole("button", { name: "办结" }));
  await user.click(within(await screen.findByRole("dialog", { name: "办结" })).getByRole("button", { name: "办结" }));
  const question = within(await screen.findByRole("alertdialog", { name: "办结工单" }));
  expect(question.getByText(text)).toBeVisible();
  await user.click(question.getByRole("button", { name: "仍要办结" }));
  await waitFor(() => expect(steps().at(-1)).toMatchObject({ command: "complete", evenWithSubOrders: true }));
});

test("who comes too late to claim is told who was first; who wins sees the order", async () => {
  server.on(formStreamApi.handle.path, () => refusal("refused", "工单已被1003领取"));
  await open();
  expect(rowOf("宽带不通").queryByRole("button", { name: "领取" })).toBeNull();
  await user.click(rowOf("换机").getByRole("button", { name: "领取" }));
  await waitFor(() => expect(steps()).toEqual([{ id: "o2", command: "claim" }]));
  expect(screen.queryByRole("dialog")).toBeNull();
  server.on(formStreamApi.handle.path, () => handled);
  await user.click(rowOf("换机").getByRole("button", { name: "领取" }));
  await sheet();
  expect(notices).toContain("工单GD20261101000002已领取");
});

test("the way of an order: who had it where and for how long; why a limit ends when it ends", async () => {
  server.on(formStreamApi.limits.path, () => [
    {
      ...{ name: "节点时限", minutes: 120, startTime: "2026-11-20 17:30:00", warnTime: "2026-11-24 10:00:00" },
      ...{ dueTime: "2026-11-24 10:30:00", paused: 0, stretches: ["2026-11-20 18:00 至 2026-11-21 00:00 下班时间"] },
    },
  ]);
  const one = await openOrder();
  await user.click(one.getByRole("tab", { name: "流程进度" }));
  const way = within(await one.findByRole("list", { name: "流程进度" }));
  expect(way.getByText("李文静 提交，用时5分钟")).toBeVisible();
  expect(way.getByText(/^李晓雯 处理中，已停留/)).toBeVisible();
  await user.click(await one.findByRole("button", { name: "为什么" }));
  expect(one.getByText("2026-11-20 18:00 至 2026-11-21 00:00 下班时间")).toBeVisible();
  await user.click(one.getByRole("tab", { name: "历史记录" }));
  const entries = within(await one.findByRole("list", { name: "历史记录" })).getAllByRole("listitem");
  expect(entries.map((line) => line.textContent)).toEqual([
    "2026-11-01 09:50:00转交1002 李文静给 1003 陈思雨",
    "2026-11-01 09:40:00催办1002 李文静客户又来电了",
    "2026-11-01 09:20:00领取1001 李晓雯",
    "2026-11-01 09:05:00提交1002 李文静「开始」→「受理」",
    "2026-11-01 09:00:00创建1002 李文静",
  ]);
  // By the shorter list of the specification: from one person to another.
  await user.click(one.getByRole("button", { name: "转派" }));
  const handed = within(one.getByRole("list", { name: "历史记录" }));
  expect(handed.getAllByRole("listitem").map((line) => line.textContent)).toEqual([
    "2026-11-01 09:50:00转交1002 李文静给 1003 陈思雨",
  ]);
  await user.click(one.getByRole("button", { name: "全部" }));
  expect(handed.getAllByRole("listitem")).toHaveLength(5);
});

test("numbers are dialled by sealed reference", async () => {
  const dialled: unknown[] = [];
  ends.push(bus.subscribe("call.dial", (what) => dialled.push(what)));
  const one = await openOrder();
  await user.click(one.getByRole("button", { name: "呼叫电话 138****5678" }));
  expect(dialled).toEqual([{ ref: "v1.sealed" }]);
});

test("a batch says of each order that could not why", async () => {
  server.on(formStreamApi.jumpOrCompleteBatch.path, () => ({
    ...{ succeed: 1, failing: 1 },
    list: [{ id: "o2", workCode: "GD20261101000002", text: "工单待领取，不能办结" }],
  }));
  await open();
  expect(screen.getByRole("button", { name: "批量办结" })).toBeDisabled();
  await user.click(screen.getByRole("checkbox", { name: "选择本页" }));
  await user.click(screen.getByRole("button", { name: "批量办结" }));
  await user.click(
    within(await screen.findByRole("dialog", { name: "批量办结（2个）" })).getByRole("button", { name: "办结" }),
  );
  const result = within(await screen.findByRole("dialog", { name: "处理结果" }));
  expect(result.getByText("成功 1 个，失败 1 个。")).toBeVisible();
  expect(result.getByRole("cell", { name: "工单待领取，不能办结" })).toBeVisible();
  expect(server.bodies(formStreamApi.jumpOrCompleteBatch.path)).toMatchObject([{ ids: ["o1", "o2"] }]);
});

test("F81 a new order: its flow's form, the customer found by the code that was typed, submitted or kept as a draft", async () => {
  server.on(formStreamApi.create.path, () => ({ id: "o1", workCode: "GD20261101000001", seq: 2 }));
  server.on(formDataApi.lookup.path, ({ body }) =>
    body["code"] === "KH00001"
      ? [{ id: "c1", label: "王女士", note: "", values: { customerCode: "KH00001", customerName: "王女士" } }]
      : [],
  );
  await open();
  await user.click(screen.getByRole("button", { name: "新建工单" }));
  const one = within(await screen.findByRole("dialog", { name: "新建工单" }));
  const code = await one.findByRole("textbox", { name: /^客户编号/ });
  await user.type(code, "KH9");
  await user.tab();
  expect(await one.findByText("客户编号不存在")).toBeVisible();
  expect(code).toHaveValue("KH9");
  await user.clear(code);
  await user.type(code, "KH00001");
  await user.tab();
  await waitFor(() => expect(one.getByRole("textbox", { name: /^客户姓名/ })).toHaveValue("王女士"));
  await user.click(one.getByRole("button", { name: "提交" }));
  expect((await one.findAllByText("该字段不能为空"))[0]).toBeVisible();
  await user.type(one.getByRole("textbox", { name: /^地址/ }), "人民路1号");
  await user.selectOptions(one.getByRole("combobox", { name: "优先级" }), "高");
  await user.click(one.getByRole("button", { name: "提交" }));
  await waitFor(() =>
    expect(server.bodies(formStreamApi.create.path)).toEqual([
      {
        ...{ flowId: "w1", title: "报障", priority: 2, submit: true },
        values: { customerCodeFillin: "KH00001", customerName: "王女士", address: "人民路1号" },
      },
    ]),
  );
  await sheet();
});

test("W30 a notification opens the order; another does not throw away what is typed", async () => {
  await open({ caseId: "o1" });
  const one = await sheet();
  await user.type(await one.findByRole("textbox", { name: /^地址/ }), "2室");
  await act(
    async () => void store.dispatch(opened({ to: "/workorderinformation", params: { caseId: "o2" }, cover: true })),
  );
  const question = within(await screen.findByRole("alertdialog", { name: "未保存" }));
  await user.click(question.getByRole("button", { name: "继续编辑" }));
  expect(one.getByRole("textbox", { name: /^地址/ })).toHaveValue("人民路1号2室");
});

test("W60 orders are imported by a flow that is chosen: looked at first, then saved by the token", async () => {
  const counts = { total: 3, succeed: 2, failing: 1, repetition: 0, errors: [], failedFileId: null };
  const reply = { ...counts, password: null, job: null, stopped: null };
  server = ordersServer([recordButton("workOrder", "import")]);
  server.on(
    workFlowApi.list.path,
    page([
      usableFlow("w9", "投诉", "f2"),
      usableFlow("w1", "报障", "f1"),
      { ...usableFlow("w2", "停用的", "f1"), enabled: 0 },
    ]),
  );
  server.on(recordSheetApi.importTemplate.path, () => new Response(new Blob(["sheet"])));
  server.on(recordSheetApi.importCheck.path, () => ({ ...reply, token: "t1" }));
  server.on(recordSheetApi.importSave.path, () => reply);
  URL.createObjectURL = () => "blob:sheet";
  await open();
  await user.click(screen.getByRole("button", { name: "导入" }));
  const dialog = within(await screen.findByRole("dialog", { name: "导入工单" }));
  const flow = await dialog.findByRole("combobox", { name: "流程" });
  // Those of the list's own form first.
  expect(
    within(flow)
      .getAllByRole("option")
      .map((one) => one.textContent),
  ).toEqual(["报障", "投诉"]);
  await user.selectOptions(flow, "投诉");
  await user.click(dialog.getByRole("button", { name: "下载模板" }));
  await waitFor(() =>
    expect(server.asked.filter(({ path }) => path === recordSheetApi.importTemplate.path)).toMatchObject([
      { query: { formId: "f2" } },
    ]),
  );
  await user.upload(dialog.getByLabelText("选择文件"), new File([new Uint8Array([0x50, 0x4b, 3, 4])], "工单.xlsx"));
  await user.click(dialog.getByRole("button", { name: "校验" }));
  const before = server.bodies(formStreamApi.list.path).length;
  await user.click(await dialog.findByRole("button", { name: "保存 2 行" }));
  expect(await screen.findByText("共 3 行，成功 2 行，失败 1 行。")).toBeVisible();
  const sent = (path: string) => server.asked.find((one) => one.path === path)!.form!;
  expect([...sent(recordSheetApi.importCheck.path).entries()]).toEqual(
    expect.arrayContaining([
      ["formId", "f2"],
      ["flowId", "w9"],
    ]),
  );
  const saved = sent(recordSheetApi.importSave.path);
  expect([saved.get("formId"), saved.get("flowId"), saved.get("token"), saved.has("files")]).toEqual([
    ...["f2", "w9", "t1", false],
  ]);
  await waitFor(() => expect(server.bodies(formStreamApi.list.path).length).toBeGreaterThan(before));
});

test("W60 who may not make orders does not import them, nor does who may not import", async () => {
  await open();
  expect(screen.queryByRole("button", { name: "导入" })).not.toBeInTheDocument();
});

test("W61 what the enterprise calls the state is chosen in the order, shown in the list and asked for by name", async () => {
  const waits = { ...order, statusId: "s1", statusName: "等客户回复" };
  const statuses = [
    { id: "s1", name: "等客户回复" },
    { id: "s2", name: "等配件" },
  ];
  server.on(formStreamApi.list.path, page([{ ...waits, values, source: "manual", targets: [] }]));
  server.on(formStreamApi.find.path, () => ({ ...found, order: waits, statuses }));
  server.on(orderStatusApi.setStatus.path, () => ({ ...handled }));
  await open();
  expect(rowOf("宽带不通").getByText("等客户回复")).toBeVisible();
  await user.type(screen.getByRole("textbox", { name: "状态名称" }), "等客户回复");
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() => expect(asked()).toMatchObject({ status: "等客户回复" }));
  await user.click(rowOf("宽带不通").getByRole("button", { name: "打开" }));
  const one = await sheet();
  const choice = await one.findByRole("combobox", { name: "工单状态" });
  expect(choice).toHaveValue("s1");
  await user.selectOptions(choice, "等配件");
  await user.selectOptions(await one.findByRole("combobox", { name: "工单状态" }), "处理中");
  await waitFor(() =>
    expect(server.bodies(orderStatusApi.setStatus.path)).toEqual([
      { id: "o1", seq: 5, status: "s2" },
      { id: "o1", seq: 5, status: "" },
    ]),
  );
  // What was typed is not thrown away by it.
  await user.type(await one.findByRole("textbox", { name: /^地址/ }), "2室");
  expect(await one.findByRole("combobox", { name: "工单状态" })).toBeDisabled();
});
