import { opened, store } from "@liantai/api/client";
import { authApi } from "@liantai/api/contract";
import { taskButton, taskPages, type TaskType } from "@liantai/api/contract/admin";
import { bus } from "@liantai/bus";
import { refusal, type FakeServer } from "@liantai/ui/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { panes } from "../../panes.ts";
import { Root } from "../../root.tsx";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { numberColumns } from "./columns.tsx";
import { counters, furnish, monitored, paths, phone, task } from "../testing/rows.ts";

let server: FakeServer;

/** Two pages of numbers: the second begins after the first one's last row. */
const twoPages = ({ body }: { readonly body: Record<string, unknown> }) => ({
  list: body.after === "p1" ? [phone({ id: "p2", phone: "139****0002" })] : [phone()],
  ...{ total: 2, pageNo: 1, pageSize: 10, more: false },
  next: body.after === "p1" ? null : "p1",
});

const rights = ["numbers", "start", "stop"] as const;
/** What the person may press, by page. */
const menuOf = (pages: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(pages).map(([url, codes]) => ({
    ...{ id: url, name: url, url, category: 2 },
    children: codes.map((code) => ({ id: code, name: code, category: 1, code, children: [] })),
  }));

async function open(ftype: TaskType, over: Parameters<typeof task>[0] = {}) {
  const { list, numbers } = taskPages[ftype];
  server = signIn();
  server.on(authApi.roleMenu.path, () =>
    menuOf({ [list]: rights.map((verb) => taskButton(ftype, verb)), "/callrecord": ["callrecord.detail"] }),
  );
  furnish(server);
  const of = task({ ftype, ...over });
  server.on(paths.list, page([of]));
  server.on(paths.find, () => of);
  server.on(paths.progress, () => [{ id: "t1", state: "running", waitsFor: "", joined: 2, progress: counters() }]);
  server.on(paths.numbers, twoPages);
  await panes[numbers]?.();
  await act(async () => void store.dispatch(opened({ to: numbers, params: { taskId: "t1" } })));
  render(<Root />);
}

test.each([1, 2, 3, 4] as const)(
  "ftype %i: the columns fit the page at 1280 px, the checkbox among them",
  async (ftype) => {
    await open(ftype);
    await screen.findByText("138****5678");
    const widths = screen
      .getAllByRole("separator")
      .map((separator) => Number(separator.getAttribute("aria-valuenow")))
      .reduce((sum, width) => sum + width, 0);
    expect(widths + 36).toBeLessThanOrEqual(1_046);
  },
);

test.each([1, 2, 3, 4, 5] as const)(
  "ftype %i: whose a number is and his consent may be shown, of previews the seat's words",
  (ftype) => {
    const asked = new Map(numberColumns(ftype).map((column) => [column.title, column]));
    const row = phone({
      person: "C-7",
      consentSource: "官网表单",
      consentAt: "2026-02-01 10:00:00",
      remark: "周末再联系",
    });
    const shown = ["客户标识", "同意来源", "同意时间", "备注"].map((title) => asked.get(title)?.value(row));
    expect(shown).toEqual(["C-7", "官网表单", "2026-02-01 10:00:00", ftype === 2 ? "周末再联系" : undefined]);
  },
);

test("pages are turned by the row that the one before ended with; another question begins anew", async () => {
  const user = userEvent.setup();
  await open(4);
  expect(await screen.findByText("138****5678")).toBeVisible();
  expect(screen.getByText("共 2 条")).toBeVisible();
  expect(screen.getByText("十一月回访")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "下一页" }));
  expect(await screen.findByText("139****0002")).toBeVisible();
  expect(screen.getByText("第 2 页")).toBeVisible();
  // It keeps the focus, so whoever turns pages by keyboard is not thrown out of the pager at the end.
  expect(screen.getByRole("button", { name: "下一页" })).toHaveFocus();
  expect(screen.getByRole("button", { name: "下一页" })).toBeEnabled();
  expect(screen.getByRole("button", { name: "下一页" })).toHaveAttribute("aria-disabled", "true");
  await user.click(screen.getByRole("button", { name: "下一页" }));
  expect(screen.getByText("第 2 页")).toBeVisible();
  await user.selectOptions(screen.getByLabelText("状态"), "待重拨");
  await user.click(screen.getByRole("button", { name: "查询" }));
  expect(await screen.findByText("138****5678")).toBeVisible();
  const asked = server.bodies(paths.numbers).at(-1)!;
  expect(asked).toMatchObject({ taskId: "t1", state: "retry" });
  expect(asked.after).toBeUndefined();
  expect(screen.getByText("第 1 页")).toBeVisible();
  server.on(paths.export, () => ({ id: "e1", msg: "任务已提交" }));
  await user.click(screen.getByRole("button", { name: "导出" }));
  await waitFor(() => expect(server.bodies(paths.export)[0]).toMatchObject({ taskId: "t1", state: "retry" }));
});

test("D54 numbers are asked for by who answered last, of automatic tasks also by 呼损, in the list and the export", async () => {
  const user = userEvent.setup();
  await open(3);
  await screen.findByText("138****5678");
  expect(screen.queryByLabelText("待提交结果")).toBeNull();
  await user.selectOptions(screen.getByLabelText("接听方"), "答录机");
  await user.selectOptions(screen.getByLabelText("呼损"), "仅呼损");
  await user.click(screen.getByRole("button", { name: "查询" }));
  const by = { taskId: "t1", answerer: "machine", abandoned: "1" };
  await waitFor(() => expect(server.bodies(paths.numbers).at(-1)).toMatchObject(by));
  server.on(paths.export, () => ({ id: "e1", msg: "任务已提交" }));
  await user.click(screen.getByRole("button", { name: "导出" }));
  await waitFor(() => expect(server.bodies(paths.export)[0]).toMatchObject(by));
});

test("D52 numbers of a preview task are asked for by 待提交结果, those of others are not", async () => {
  const user = userEvent.setup();
  await open(2);
  await screen.findByText("138****5678");
  await user.selectOptions(screen.getByLabelText("待提交结果"), "仅待提交");
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() => expect(server.bodies(paths.numbers).at(-1)).toMatchObject({ taskId: "t1", resultDue: "1" }));
});

test("a second press while the next page is on its way turns no second page", async () => {
  const user = userEvent.setup();
  await open(4);
  await screen.findByText("138****5678");
  let answer = () => undefined as void;
  const late = new Promise<void>((resolve) => (answer = resolve));
  server.on(paths.numbers, async (request) => {
    await late;
    return twoPages(request);
  });
  await user.click(screen.getByRole("button", { name: "下一页" }));
  await user.click(screen.getByRole("button", { name: "下一页" }));
  expect(screen.getByText("第 2 页")).toBeVisible();
  answer();
  expect(await screen.findByText("139****0002")).toBeVisible();
});

test.each(["明细", "为什么没拨"])("%s: the button keeps the focus until the sheet takes it", async (name) => {
  const user = userEvent.setup();
  await open(3);
  await screen.findByText("138****5678");
  server.on(paths.attempts, () => []);
  server.on(paths.why, () => ({ dials: true, nextAt: null, steps: [] }));
  const button = screen.getByRole("button", { name });
  // Browsers take the focus from what is disabled for a moment, jsdom does not.
  let disabled = false;
  const watch = new MutationObserver(() => (disabled = true));
  watch.observe(button, { attributes: true, attributeFilter: ["disabled"] });
  button.focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(button).toHaveFocus());
  watch.disconnect();
  expect(disabled).toBe(false);
});

test("chosen numbers are dialled once more", async () => {
  const user = userEvent.setup();
  await open(4);
  const row = (await screen.findByText("138****5678")).closest("tr")!;
  expect(screen.getByRole("button", { name: "重呼" })).toBeDisabled();
  await user.click(within(row).getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "重呼" }));
  server.on(paths.numbersRecall, () => ({ count: 1, held: 0 }));
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "重呼" }));
  await waitFor(() => expect(server.bodies(paths.numbersRecall)).toEqual([{ taskId: "t1", ids: ["p1"] }]));
  await waitFor(() => expect(screen.queryByText("已选 1 项")).toBeNull());
});

test("为什么没拨 says each check in its order", async () => {
  const user = userEvent.setup();
  await open(3);
  await screen.findByText("138****5678");
  server.on(paths.why, () => ({
    dials: false,
    nextAt: "2026-11-20 14:00:00",
    steps: [
      { check: "task", passed: true, detail: "" },
      { check: "hours", passed: false, detail: "下一个时段 14:00 开始" },
    ],
  }));
  await user.click(screen.getByRole("button", { name: "为什么没拨" }));
  const dialog = await screen.findByRole("dialog", { name: "为什么没拨：138****5678" });
  expect(await within(dialog).findByText("现在不拨打")).toBeVisible();
  const steps = within(dialog).getByRole("list", { name: "检查过程" });
  expect(
    within(steps)
      .getAllByRole("listitem")
      .map((one) => one.textContent),
  ).toEqual(["通过任务状态", "不通过拨打时段下一个时段 14:00 开始"]);
  expect(dialog).toHaveTextContent("最早 2026-11-20 14:00:00 再拨");
});

test("each try of a number leads to its call", async () => {
  const user = userEvent.setup();
  await open(1);
  await screen.findByText("138****5678");
  server.on(paths.attempts, () => [
    {
      ...{ id: "a1", attempt: 1, callId: "c1", startedAt: "2026-11-20 09:40:00", endedAt: "2026-11-20 09:41:00" },
      ...{
        code: 200,
        witness: "signal",
        answerer: "person",
        abandoned: false,
        ringS: 9,
        talkS: 51,
        level: "B",
        cost: 0.12,
      },
    },
  ]);
  const opening = new Promise((resolve) => bus.subscribe("tab.open", resolve));
  await user.click(screen.getByRole("button", { name: "明细" }));
  const drawer = await screen.findByRole("dialog", { name: "呼叫明细：138****5678" });
  for (const text of ["已接听", "信令", "真人", "00:51", "B", "0.12"])
    expect(await within(drawer).findByText(text)).toBeVisible();
  await user.click(within(drawer).getByRole("button", { name: "对话" }));
  expect(await opening).toMatchObject({ name: "callrecord/detail", params: { callId: "c1" } });
});

test("D45 误判 is said of a try, stands beside what the detection said, and is taken back", async () => {
  const user = userEvent.setup();
  await open(3, { amd: 1 });
  await screen.findByText("138****5678");
  let heard = "";
  server.on(paths.attempts, () => [
    {
      ...{ id: "a1", attempt: 1, callId: "c1", startedAt: "2026-11-20 09:40:00", endedAt: "2026-11-20 09:41:00" },
      ...{ code: 200, witness: "engine", answerer: "machine", heard, abandoned: heard !== "", ringS: 9, talkS: 0 },
      ...{ level: "", cost: 0.12 },
    },
  ]);
  server.on(paths.heard, ({ body }) => {
    heard = String(body.heard);
    return null;
  });
  await user.click(screen.getByRole("button", { name: "明细" }));
  const drawer = within(await screen.findByRole("dialog", { name: "呼叫明细：138****5678" }));
  await user.click(await drawer.findByRole("button", { name: "误判" }));
  expect(await drawer.findByText("真人（误判为答录机）")).toBeVisible();
  await user.click(drawer.getByRole("button", { name: "撤销误判" }));
  expect(await drawer.findByText("答录机")).toBeVisible();
  const about = { taskId: "t1", id: "a1" };
  expect(server.bodies(paths.heard)).toEqual([
    { ...about, heard: "person" },
    { ...about, heard: "" },
  ]);
});

test("a number has what recipes did about it, and why not", async () => {
  const user = userEvent.setup();
  await open(4);
  await screen.findByText("138****5678");
  server.on(paths.attempts, () => []);
  server.on(paths.actions, () => [
    {
      ...{ id: "a2", at: "2026-11-20 09:42:00", attempt: 2, recipe: "未接转通知", action: "task", tries: 1 },
      ...{ state: "refused", outcome: "任务“语音通知一期”：任务中已有该号码" },
    },
    {
      ...{ id: "a1", at: "2026-11-20 09:40:00", attempt: null, recipe: "先拨", action: "priority", tries: 0 },
      ...{ state: "done", outcome: "优先级由 5 调整为 1" },
    },
  ]);
  await user.click(screen.getByRole("button", { name: "明细" }));
  const drawer = await screen.findByRole("dialog", { name: "呼叫明细：138****5678" });
  for (const text of [
    "未接转通知",
    "转入其他任务",
    "未执行",
    "任务“语音通知一期”：任务中已有该号码",
    "第 2 次",
    "拨打前",
  ])
    expect(await within(drawer).findByText(text)).toBeVisible();
  expect(server.bodies(paths.actions)).toEqual([{ taskId: "t1", id: "p1" }]);
});

test("without a task, or with one of another kind, it says where to come from", async () => {
  await open(4, { ftype: 3 });
  expect(await screen.findByText("没有指定IVR外呼任务")).toBeVisible();
  expect(server.bodies(paths.numbers)).toEqual([]);
});

test("语音通知监控 shows the task that runs, its figures and its numbers; another is chosen", async () => {
  const user = userEvent.setup();
  server = signIn({}, { page: "/voicenotification", buttons: [] });
  furnish(server);
  server.on(
    paths.list,
    page([
      task({ id: "t0", ftype: 5, taskIdentity: "缴费提醒", state: "notStarted" }),
      task({ ftype: 5, taskIdentity: "停水通知" }),
    ]),
  );
  server.on(paths.monitor, ({ body }) => ({
    at: 1,
    task: monitored({ id: body.id as string, ftype: 5 }),
    seats: [],
    codes: [],
  }));
  server.on(paths.numbers, twoPages);
  await openTab("/voicenotificationmonitor");
  expect(await screen.findByLabelText("通知任务")).toHaveDisplayValue("停水通知（运行中）");
  expect(await screen.findByText("138****5678")).toBeVisible();
  expect(within(screen.getByRole("region", { name: "呼叫" })).getByText("40.0%")).toBeVisible();
  await user.selectOptions(screen.getByLabelText("通知任务"), "缴费提醒（未启动）");
  await waitFor(() => expect(server.bodies(paths.numbers).at(-1)).toMatchObject({ taskId: "t0" }));
});

test("语音通知监控 shows the task it was opened for, also one that is older than those it lists, and none instead of it", async () => {
  const user = userEvent.setup();
  server = signIn({}, { page: "/voicenotification", buttons: [] });
  furnish(server);
  const newer = task({ id: "t0", ftype: 5, taskIdentity: "缴费提醒" });
  const older = task({ id: "old", ftype: 5, taskIdentity: "停水通知", state: "stopped" });
  server.on(paths.list, page([newer]));
  server.on(paths.find, ({ body }) =>
    body["id"] === "old" ? older : body["id"] === "t1" ? task() : refusal("notFound", "任务不存在"),
  );
  server.on(paths.monitor, ({ body }) => ({
    ...{ at: 1, seats: [], codes: [] },
    task: monitored({ id: body["id"] as string, ftype: 5 }),
  }));
  server.on(paths.numbers, twoPages);
  await openTab("/voicenotificationmonitor");
  await screen.findByDisplayValue("缴费提醒（运行中）");
  const open = (taskId: string) =>
    act(async () => void store.dispatch(opened({ to: "/voicenotificationmonitor", params: { taskId }, cover: true })));
  await open("old");
  expect(await screen.findByDisplayValue("停水通知（已停止）")).toBe(screen.getByLabelText("通知任务"));
  await waitFor(() => expect(server.bodies(paths.numbers).at(-1)).toMatchObject({ taskId: "old" }));
  await user.selectOptions(screen.getByLabelText("通知任务"), "缴费提醒（运行中）");
  await waitFor(() => expect(server.bodies(paths.numbers).at(-1)).toMatchObject({ taskId: "t0" }));
  await user.selectOptions(screen.getByLabelText("通知任务"), "停水通知（已停止）");
  await screen.findByDisplayValue("停水通知（已停止）");
  await open("gone");
  expect(await screen.findByText("任务不存在")).toBeVisible();
  await open("t1");
  expect(await screen.findByText(/^没有指定/)).toBeVisible();
});

test("语音通知监控 finds tasks that are older than those it lists, by a part of their name", async () => {
  const user = userEvent.setup();
  server = signIn({}, { page: "/voicenotification", buttons: [] });
  furnish(server);
  const newer = task({ id: "t0", ftype: 5, taskIdentity: "缴费提醒" });
  const older = task({ id: "old", ftype: 5, taskIdentity: "停水通知", state: "stopped" });
  const pageOf = (list: readonly (typeof newer)[], total: number) => ({ list, total, pageNo: 1, pageSize: 200 });
  server.on(paths.list, ({ body }) =>
    body["taskIdentity"] === "停水" ? pageOf([older], 1) : body["taskIdentity"] ? pageOf([], 0) : pageOf([newer], 201),
  );
  server.on(paths.monitor, ({ body }) => ({
    ...{ at: 1, seats: [], codes: [] },
    task: monitored({ id: body["id"] as string, ftype: 5 }),
  }));
  server.on(paths.numbers, twoPages);
  await openTab("/voicenotificationmonitor");
  await screen.findByDisplayValue("缴费提醒（运行中）");
  const text = screen.getByLabelText("查找通知任务");
  await user.type(text, "没有{Enter}");
  expect(await screen.findByText("没有符合条件的任务")).toBeVisible();
  await user.clear(text);
  await user.type(text, "停水{Enter}");
  expect(await screen.findByDisplayValue("停水通知（已停止）")).toBe(screen.getByLabelText("通知任务"));
  await waitFor(() => expect(server.bodies(paths.numbers).at(-1)).toMatchObject({ taskId: "old" }));
  await user.selectOptions(screen.getByLabelText("通知任务"), "缴费提醒（运行中）");
  await waitFor(() => expect(server.bodies(paths.numbers).at(-1)).toMatchObject({ taskId: "t0" }));
});

test("号码明细 of a notification shows its task in the monitor that is open for another", async () => {
  const user = userEvent.setup();
  server = signIn({}, { page: "/voicenotification", buttons: [] });
  furnish(server);
  server.on(paths.list, page([task({ ftype: 5, taskIdentity: "停水通知" })]));
  await openTab("/voicenotification");
  const opening = new Promise((resolve) => bus.subscribe("tab.open", resolve));
  await user.click(await screen.findByRole("button", { name: "号码明细" }));
  expect(await opening).toEqual({ name: "voicenotificationmonitor", params: { taskId: "t1" }, cover: true });
});
