/** The seats' two screens of dialling: joining and leaving, and one number after the other. */
import { previewTaskApi, taskSeatApi } from "@liantai/api/contract/admin";
import { bus, type BusEvents } from "@liantai/bus";
import { page, refusal, type FakeServer } from "@liantai/ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../testing/screen.tsx";

const own = { agentId: "1001", compid: "100001" };
const task = (more: object = {}) => ({
  ...own,
  ...{ id: "t1", taskIdentity: "三月回访", ftype: 3, state: "running", participateStatus: 0, joined: 0 },
  ...more,
});
const previewed = (more: object = {}) => task({ id: "p1", taskIdentity: "预览回访", ftype: 2, ...more });
const row = {
  ...{ id: "n1", taskId: "p1", taskIdentity: "预览回访", phone: "138****0001", contact: "王女士", batchNumber: "b" },
  ...{ state: "claimed", reason: "", attempts: 0, lastCode: null, lastAt: null, nextAt: null, result: "", remark: "" },
  place: "杭州",
};
const listed = (more: object = {}) => ({ ...row, results: ["成功", "拒绝"], resultDue: false, ...more });
const number = (more: object = {}) => ({
  ...row,
  ...{ variables: { 产品: "宽带" }, history: [], formId: "", formDataId: "", takenAt: "2026-11-28 10:00:00" },
  ...{ readLeftMs: null, readingOver: "wait", skipsLeft: 2, results: ["成功", "拒绝"], dialled: false, live: false },
  ...more,
});

let server: FakeServer;
let user: ReturnType<typeof userEvent.setup>;
let dialled: BusEvents["call.dial"][];
let shown: string[];
let ends: (() => void)[];
let lists: Record<number, object[]>;

function begin(path: string): void {
  user = userEvent.setup();
  server = signIn({ roleType: 2, agentId: "1001", compId: "100001" }, { page: path, buttons: [] });
  lists = { 3: [task()], 2: [previewed({ joined: 1, participateStatus: 1 })] };
  server.on(taskSeatApi.joinable.path, ({ body }) => lists[Number(body["ftype"])] ?? []);
  server.on(previewTaskApi.list.path, page([listed()]));
  server.on(previewTaskApi.current.path, () => ({ number: null, nextAt: null }));
  dialled = [];
  shown = [];
  ends = [
    bus.subscribe("call.dial", (to) => void dialled.push(to)),
    bus.subscribe("notification.show", ({ text }) => void shown.push(text)),
  ];
}
afterEach(() => {
  ends.forEach((end) => end());
  jest.restoreAllMocks();
});
const holding = (given: object) =>
  server.on(previewTaskApi.current.path, () => ({ number: number(given), nextAt: null }));
const open = async () => {
  await openTab("/seatpreviewtask");
  return within(await screen.findByRole("group", { name: "当前号码" }));
};

describe("坐席任务", () => {
  beforeEach(() => begin("/seattask"));

  test("both kinds stand in one list; joining and leaving are asked for the own seat, and said", async () => {
    server.on(taskSeatApi.join.path, () => null);
    server.on(taskSeatApi.update.path, () => null);
    await openTab("/seattask");
    const first = within((await screen.findByText("三月回访")).closest("tr")!);
    expect(first.getByText("未参与")).toBeVisible();
    expect(first.queryByRole("button", { name: "退出" })).toBeNull();
    await user.click(first.getByRole("button", { name: "加入" }));
    await waitFor(() => expect(server.bodies(taskSeatApi.join.path)).toEqual([{ ...own, id: "t1" }]));
    const second = within(screen.getByText("预览回访").closest("tr")!);
    expect(second.getByText("已加入")).toBeVisible();
    await user.click(second.getByRole("button", { name: "退出" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "退出" }));
    await waitFor(() => expect(shown).toContain("任务标识[预览回访]退出成功"));
    expect(server.bodies(taskSeatApi.update.path)).toEqual([
      { ...own, id: "p1", taskIdentity: "预览回访", participateStatus: 0 },
    ]);
  });

  test.each([0, 1, 59, 500])("E23 %i tasks: said in words where there is none, else a row each", async (count) => {
    lists = { 2: [], 3: Array.from({ length: count }, (_, n) => task({ id: `t${n}`, taskIdentity: `任务${n}` })) };
    jest.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(330);
    await openTab("/seattask");
    if (count === 0) return expect(await screen.findByText("没有分配给您的外呼任务")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", `${count + 1}`));
    const drawn = screen.getAllByText(/^任务\d+$/).length;
    // Of hundreds those that are seen.
    if (count < 60) expect(drawn).toBe(count);
    else expect(drawn).toBeLessThan(40);
  });

  test("B14 a refused exit is said in the given words", async () => {
    server.on(taskSeatApi.update.path, () => refusal("refused", "您未参与该任务"));
    await openTab("/seattask");
    const row = within((await screen.findByText("预览回访")).closest("tr")!);
    await user.click(row.getByRole("button", { name: "退出" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "退出" }));
    await waitFor(() => expect(shown).toEqual(["退出任务失败：您未参与该任务"]));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  test("B14 each of two lists that cannot be had is named", async () => {
    server.on(taskSeatApi.joinable.path, () => refusal("refused", "系统繁忙"));
    await openTab("/seattask");
    expect(await screen.findByText("自动外呼任务查询失败：系统繁忙")).toBeVisible();
    expect(screen.getByText("预览外呼任务查询失败：系统繁忙")).toBeVisible();
  });

  test("a list that cannot be had is named, the other one stands", async () => {
    server.on(taskSeatApi.joinable.path, ({ body }) =>
      body["ftype"] === 3 ? refusal("refused", "系统繁忙") : lists[2]!,
    );
    await openTab("/seattask");
    expect(await screen.findByText("自动外呼任务查询失败：系统繁忙")).toBeVisible();
    expect(await screen.findByText("预览回访")).toBeVisible();
  });
});

describe("坐席预览任务", () => {
  beforeEach(() => begin("/seatpreviewtask"));

  test("E12 a number is taken, and dialled by its reference for its task", async () => {
    server.on(previewTaskApi.take.path, () => {
      holding({});
      return { number: number(), nextAt: null };
    });
    server.on(previewTaskApi.dial.path, () => ({ ref: "v1.sealed", callType: 2 }));
    await openTab("/seatpreviewtask");
    await user.click(await screen.findByRole("button", { name: "领取号码" }));
    const card = within(await screen.findByRole("group", { name: "当前号码" }));
    expect(card.getByText("138****0001")).toBeVisible();
    expect(card.getByText("宽带")).toBeVisible();
    expect(card.getByRole("button", { name: "提交结果" })).toBeDisabled();
    await user.click(card.getByRole("button", { name: "外呼" }));
    await waitFor(() => expect(dialled).toEqual([{ ref: "v1.sealed", callType: 2, taskId: "p1" }]));
    expect(server.bodies(previewTaskApi.dial.path)).toEqual([{ taskId: "p1", id: "n1" }]);
  });

  test("a task that has no number says so alone, and only of itself", async () => {
    const joined = { joined: 1, participateStatus: 1 };
    lists[2] = [previewed(joined), previewed({ ...joined, id: "p2", taskIdentity: "续约回访" })];
    server.on(previewTaskApi.take.path, () => ({ number: null, nextAt: "2020-03-02 09:30:00" }));
    await openTab("/seatpreviewtask");
    const none = "该任务现在没有可以领取的号码。";
    const begins = "点击“领取号码”开始外呼。";
    expect(await screen.findByText(begins)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "领取号码" }));
    expect(await screen.findByText(none)).toBeVisible();
    expect(screen.queryByText(begins)).toBeNull();
    // Of another year: with it.
    expect(screen.getByText("下一个预约或重拨：2020-03-02 09:30")).toBeVisible();
    await user.selectOptions(screen.getByLabelText("预览任务"), "续约回访");
    expect(await screen.findByText(begins)).toBeVisible();
    expect(screen.queryByText(none)).toBeNull();
  });

  test("E12 a result is chosen from the task's; without one the form says so", async () => {
    holding({ state: "done", dialled: true, lastCode: 200, attempts: 1 });
    server.on(previewTaskApi.result.path, () => null);
    const card = await open();
    await user.click(card.getByRole("button", { name: "提交结果" }));
    const form = within(await screen.findByRole("dialog", { name: "提交业务结果" }));
    await user.click(form.getByRole("button", { name: "提交" }));
    expect(await form.findByText("请选择业务结果")).toBeVisible();
    await user.selectOptions(form.getByLabelText(/业务结果/, { selector: "select" }), "拒绝");
    await user.type(form.getByLabelText("备注"), "不需要");
    await user.click(form.getByRole("button", { name: "提交" }));
    await waitFor(() =>
      expect(server.bodies(previewTaskApi.result.path)).toEqual([
        { taskId: "p1", id: "n1", result: "拒绝", remark: "不需要", finish: 0 },
      ]),
    );
  });

  test("E23 我的号码 with nothing says so", async () => {
    server.on(previewTaskApi.list.path, page([]));
    await openTab("/seatpreviewtask");
    expect(await screen.findByText("还没有号码")).toBeVisible();
  });

  test("E23 我的号码 of a million: a page of them, the next one is asked for, the filter stays", async () => {
    const rows = Array.from({ length: 10 }, (_, n) => listed({ id: `n${n}`, contact: `客户${n}` }));
    server.on(previewTaskApi.list.path, (asked) => ({ ...page(rows)(asked), total: 1_000_000 }));
    await openTab("/seatpreviewtask");
    expect(await screen.findByText("客户9")).toBeVisible();
    await user.selectOptions(screen.getByLabelText("状态"), "待重拨");
    await user.click(screen.getByRole("button", { name: "查询" }));
    await user.click(screen.getByRole("button", { name: "下一页" }));
    await waitFor(() =>
      expect(server.bodies(previewTaskApi.list.path).at(-1)).toMatchObject({ state: "retry", pageNo: 2 }),
    );
  });

  test("the reading time runs out: skipped, dialled, or nothing, as the task says", async () => {
    server.on(previewTaskApi.skip.path, () => null);
    holding({ readLeftMs: 0, readingOver: "skip" });
    await open();
    await waitFor(() => expect(server.bodies(previewTaskApi.skip.path)).toEqual([{ taskId: "p1", id: "n1" }]));
    expect(dialled).toEqual([]);
  });

  test("the reading time runs out in a task that dials then", async () => {
    server.on(previewTaskApi.dial.path, () => ({ ref: "r", callType: 2 }));
    holding({ readLeftMs: 0, readingOver: "dial" });
    const card = await open();
    expect(card.getByRole("timer", { name: "阅读时间" })).toHaveTextContent("阅读时间已到");
    await waitFor(() => expect(dialled).toHaveLength(1));
  });

  test("while it has a call neither the next number nor another call is asked for; its end asks the server", async () => {
    holding({ state: "dialling", live: true, dialled: true });
    const card = await open();
    expect(screen.getByRole("button", { name: "下一个号码" })).toBeDisabled();
    expect(card.getByRole("button", { name: "再次外呼" })).toBeDisabled();
    holding({ state: "done", dialled: true });
    const listed = server.bodies(previewTaskApi.list.path).length;
    act(() => bus.publish("call.recorded", { callId: "c", cause: "completed" }));
    await waitFor(() => expect(server.bodies(previewTaskApi.list.path)).toHaveLength(listed + 1));
    await waitFor(() => expect(screen.getByRole("button", { name: "下一个号码" })).toBeEnabled(), { timeout: 4_000 });
  });

  test("D52 what left the hand without its result is given one in 我的号码, and no other row is", async () => {
    const due = listed({ id: "n2", state: "done", contact: "李先生", attempts: 1, lastCode: 200, resultDue: true });
    server.on(previewTaskApi.list.path, page([listed({ contact: "王女士", state: "done" }), due]));
    server.on(previewTaskApi.result.path, () => null);
    await openTab("/seatpreviewtask");
    const owed = within((await screen.findByText("李先生")).closest("tr")!);
    expect(owed.getByText("已完成，待提交结果")).toBeVisible();
    const other = within(screen.getByText("王女士").closest("tr")!);
    expect(other.queryByRole("button", { name: "提交结果" })).toBeNull();
    await user.click(owed.getByRole("button", { name: "提交结果" }));
    const form = within(await screen.findByRole("dialog", { name: "提交业务结果" }));
    await user.selectOptions(form.getByLabelText(/业务结果/, { selector: "select" }), "成功");
    await user.click(form.getByRole("button", { name: "提交" }));
    await waitFor(() =>
      expect(server.bodies(previewTaskApi.result.path)).toEqual([
        { taskId: "p1", id: "n2", result: "成功", remark: "", finish: 0 },
      ]),
    );
  });

  test("without a task that runs the seat is led to 坐席任务", async () => {
    lists[2] = [previewed()];
    await openTab("/seatpreviewtask");
    expect(await screen.findByText("没有可以外呼的任务")).toBeVisible();
    expect(screen.getByRole("button", { name: "打开坐席任务" })).toBeVisible();
  });
});
