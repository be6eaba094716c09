import { onNotice } from "@liantai/api/client";
import { taskButton, taskPages, taskVerbs, type TaskType, type TaskVerb } from "@liantai/api/contract/admin";
import { pressItem, refusal, type FakeServer } from "@liantai/ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { counters, furnish, monitored, paths, task } from "../testing/rows.ts";

const kinds: readonly TaskType[] = [1, 2, 3, 4, 5];
const verbs = Object.keys(taskVerbs) as TaskVerb[];

let server: FakeServer;
let notices: string[];
let end: () => void;

async function open(ftype: TaskType, rows: readonly object[] = [task({ ftype })]) {
  server = signIn({}, { page: taskPages[ftype].list, buttons: verbs.map((verb) => taskButton(ftype, verb)) });
  furnish(server);
  server.on(paths.list, page([...rows]));
  await openTab(taskPages[ftype].list);
}
const setup = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const more = async (user: ReturnType<typeof setup>, name: string) => {
  await user.click(await screen.findByRole("button", { name: "更多" }));
  await pressItem(user, name);
};
const fieldsIn = (form: HTMLElement, label: RegExp) =>
  within(form).queryAllByLabelText(label, { selector: "input, select" }).length;

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse("2026-11-20T10:00:00+08:00"), advanceTimers: true });
  notices = [];
  end = onNotice(({ title, text }) => notices.push(`${title} ${text ?? ""}`.trim()));
});
afterEach(() => {
  end();
  jest.useRealTimers();
});

test.each(kinds)("ftype %i: the columns fit the page at 1280 px", async (ftype) => {
  await open(ftype);
  await screen.findByText("十一月回访");
  const widths = screen
    .getAllByRole("separator")
    .map((separator) => Number(separator.getAttribute("aria-valuenow")))
    .reduce((sum, width) => sum + width, 0);
  expect(widths).toBeLessThanOrEqual(1_046);
  expect(server.bodies(paths.list)[0]).toMatchObject({ ftype });
});

test("a running task says what it waits for, and how far it is; ten seconds later the counters are new", async () => {
  await open(4, [
    task({ waitsFor: "等待时段：当前 22:00 不在 08:00-21:00 内" }),
    task({ id: "t2", taskIdentity: "没开始", state: "notStarted" }),
  ]);
  expect(await screen.findByText("运行中（等待时段）")).toBeVisible();
  expect(screen.getByTitle("等待时段：当前 22:00 不在 08:00-21:00 内")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "十一月回访进度" })).toHaveAttribute("aria-valuenow", "25");
  expect(screen.getAllByText("250/1000")).toHaveLength(2);
  server.on(paths.progress, () => [
    { id: "t1", state: "running", waitsFor: "", joined: 0, progress: counters({ done: 490, attempts: 600 }) },
  ]);
  await act(() => jest.advanceTimersByTimeAsync(10_500));
  await waitFor(() => expect(screen.getByText("500/1000")).toBeVisible());
  expect(screen.getByText("运行中", { ignore: "option" })).toBeVisible();
  expect(screen.getByText("250/1000")).toBeVisible();
  expect(server.bodies(paths.progress)).toEqual([{ ids: ["t1", "t2"] }]);
});

test("the form of each kind has its own fields and no others", async () => {
  const own: Readonly<Record<TaskType, RegExp>> = {
    1: /^机器人(?!线路)/,
    2: /^阅读时长/,
    3: /^话后时长/,
    4: /^流程/,
    5: /^通知模板/,
  };
  const user = setup();
  for (const ftype of kinds) {
    await open(ftype, []);
    const [add] = await screen.findAllByRole("button", { name: /^新增/ });
    await user.click(add!);
    const form = await screen.findByRole("dialog");
    for (const kind of kinds)
      expect([ftype, kind, fieldsIn(form, own[kind]) > 0]).toEqual([ftype, kind, kind === ftype]);
    for (const common of [/^任务标识/, /^最大并发/, /^振铃时长/, /^每号码每日次数/, /^去重天数/])
      expect(fieldsIn(form, common)).toBe(1);
    // Seats dial one by one: a preview task has no part of the lines, and no pace.
    for (const paced of [/^并发占比/, /^每秒呼叫数/]) expect(fieldsIn(form, paced)).toBe(ftype === 2 ? 0 : 1);
    document.body.innerHTML = "";
  }
}, 60_000);

test("what a kind cannot be without is asked for; a refusal keeps what was typed and is said in the form", async () => {
  const user = setup();
  await open(4, []);
  await user.click((await screen.findAllByRole("button", { name: "新增IVR外呼任务" }))[0]!);
  const form = await screen.findByRole("dialog", { name: "新增IVR外呼任务" });
  await within(form).findByRole("option", { name: "满意度回访" });
  await user.type(within(form).getByLabelText(/^任务标识/), "十二月回访");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(form).findByText("请选择流程", { selector: ":not(option)" })).toBeVisible();
  expect(server.bodies(paths.add)).toEqual([]);
  await user.selectOptions(within(form).getByLabelText(/^流程/, { selector: "select" }), "满意度回访");
  server.on(paths.add, () =>
    refusal("conflict", "任务标识已存在", [{ path: "taskIdentity", label: "任务标识", message: "任务标识已存在" }]),
  );
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(form).findByText("任务标识已存在")).toBeVisible();
  expect(within(form).getByLabelText(/^任务标识/)).toHaveValue("十二月回访");
  server.on(paths.add, () => ({ id: "t9" }));
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.bodies(paths.add).at(-1)).toMatchObject({
    ftype: 4,
    taskIdentity: "十二月回访",
    flowId: "f1",
    perDay: 3,
    retries: [{ codes: [584, 588, 593, 599], afterMin: 10, times: 3 }, { codes: [594, 183] }, { times: 2 }],
  });
  expect(notices).toContain("IVR外呼任务已新增 导入号码后启动。");
}, 30_000);

test("rules of dialling again are rows: one more is added with its results", async () => {
  const user = setup();
  await open(4);
  await more(user, "编辑");
  const form = await screen.findByRole("dialog", { name: "编辑IVR外呼任务" });
  const rules = within(form).getByRole("group", { name: "重拨规则" });
  await user.click(within(rules).getByRole("button", { name: "移除重拨规则 3" }));
  await user.click(within(rules).getByRole("button", { name: "添加重拨规则" }));
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(rules).findByText("请选择呼叫结果")).toBeVisible();
  await user.click(within(rules).getByRole("checkbox", { name: "关机" }));
  server.on(paths.update, () => null);
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const { retries, id } = server.bodies(paths.update)[0] as { retries: { codes: number[] }[]; id: string };
  expect([id, retries.length, retries[2]!.codes]).toEqual(["t1", 3, [581]]);
}, 30_000);

test("stopping asks what becomes of calls that ring", async () => {
  const user = setup();
  await open(3);
  await more(user, "停止");
  const asked = await screen.findByRole("dialog", { name: "停止任务" });
  expect(asked).toHaveTextContent("停止后“十一月回访”不能再启动");
  await user.click(within(asked).getByRole("radio", { name: "立即取消" }));
  server.on(paths.stop, () => null);
  await user.click(within(asked).getByRole("button", { name: "停止" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.bodies(paths.stop)).toEqual([{ id: "t1", cancelRinging: true }]);
  expect(notices).toEqual(["任务[十一月回访]已停止"]);
});

test("a task offers what its state allows", async () => {
  await open(4, [
    task({ taskIdentity: "甲", state: "notStarted" }),
    task({ id: "t2", taskIdentity: "乙" }),
    task({ id: "t3", taskIdentity: "丙", state: "stopped" }),
  ]);
  const rowOf = async (name: string) => within((await screen.findByText(name)).closest("tr")!);
  const names = async (name: string) => (await rowOf(name)).getAllByRole("button").map((b) => b.textContent);
  expect(await names("甲")).toEqual(["启动", "导入号码", "号码明细", "更多"]);
  expect(await names("乙")).toEqual(["暂停", "导入号码", "号码明细", "更多"]);
  expect(await names("丙")).toEqual(["号码明细", "更多"]);
});

test("D49 a completed task takes numbers and a new round, and is not edited", async () => {
  const user = setup();
  await open(4, [task({ taskIdentity: "甲", state: "completed" })]);
  await user.click(await screen.findByRole("button", { name: "更多" }));
  const offered = screen.getAllByRole("menuitem").map((item) => item.textContent);
  expect([offered.includes("重呼"), offered.includes("复制"), offered.includes("编辑")]).toEqual([true, true, false]);
  expect(screen.getByText("导入号码")).toBeInTheDocument();
});

test("another round over chosen results, and a copy with its numbers", async () => {
  const user = setup();
  await open(4);
  await more(user, "重呼");
  const round = await screen.findByRole("dialog", { name: "重呼：十一月回访" });
  await user.click(within(round).getByRole("button", { name: "重呼" }));
  expect(await within(round).findByText("请选择呼叫结果")).toBeVisible();
  await user.click(within(round).getByRole("checkbox", { name: "无人接听" }));
  await user.click(within(round).getByRole("checkbox", { name: "呼损" }));
  server.on(paths.recall, () => ({ count: 12, held: 2 }));
  await user.click(within(round).getByRole("button", { name: "重呼" }));
  await waitFor(() =>
    expect(server.bodies(paths.recall)).toEqual([{ id: "t1", codes: [594], answers: ["abandoned"], batchNumber: "" }]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(notices).toContain("已转为待拨12个号码 另有2个还在坐席手中，提交业务结果后再重呼。");
  await more(user, "复制");
  const copy = await screen.findByRole("dialog", { name: "复制IVR外呼任务" });
  expect(within(copy).getByLabelText(/^任务标识/)).toHaveValue("十一月回访-副本");
  await user.click(within(copy).getByRole("switch", { name: "号码" }));
  server.on(paths.copy, () => ({ id: "t2" }));
  await user.click(within(copy).getByRole("button", { name: "复制" }));
  await waitFor(() =>
    expect(server.bodies(paths.copy)).toEqual([{ id: "t1", taskIdentity: "十一月回访-副本", numbers: true }]),
  );
}, 30_000);

const band = (low: number, middle: number, high: number) => ({ low, middle, high });

test("D40 试算 says what the list would come to with bands, when it ends, that few calls are known, and how the hours answer", async () => {
  const user = setup();
  await open(3, [task({ ftype: 3, joined: 8 })]);
  await more(user, "试算");
  const dialog = await screen.findByRole("dialog", { name: "试算：十一月回访" });
  const ends = (low: string | null, middle: string | null, high: string | null) => ({ low, middle, high });
  const answer = {
    ...{ calls: 12, numbers: 1_000, answerRate: 0.35, talkS: 120, runs: 9, left: band(0, 0, 0) },
    quality: { called: 300, dead: 37 },
    ...{ expectedCalls: band(1_300, 1_400, 1_500), expectedAnswers: band(490, 490, 490), hours: band(2, 2.25, 2.5) },
    ...{ occupancy: band(0.8, 0.81, 0.82), talk: band(0.7, 0.71, 0.72), abandoned: band(0.01, 0.012, 0.02) },
    byHour: [
      { weekend: 0, hour: 10, calls: 55, answered: 21, rate: 37.1, low: 28.2, high: 49.4 },
      { weekend: 1, hour: 19, calls: 10, answered: 2, rate: 30, low: 7, high: 46 },
    ],
    ...{ cost: band(60, 63.5, 70), endsAt: ends("2026-11-20 12:00", "2026-11-20 12:15", "2026-11-20 12:30") },
  };
  server.on(paths.forecast, () => answer);
  expect(within(dialog).getByLabelText(/^坐席数/)).toHaveValue("8");
  await user.click(within(dialog).getByRole("button", { name: "试算" }));
  expect(await within(dialog).findByText("1400 次")).toBeVisible();
  for (const text of ["1300 次 ~ 1500 次", "490 次", "2.3 小时", "63.50 元", "71.0%", "81.0%", "1.2%", "1.0% ~ 2.0%"])
    expect(within(dialog).getByText(text)).toBeVisible();
  for (const text of ["工作日 10:00–11:00", "21/55", "38.2%", "37.1%"])
    expect(within(dialog).getByText(text)).toBeVisible();
  expect(dialog).toHaveTextContent("预计 2026-11-20 12:15 拨完（2026-11-20 12:00 至 2026-11-20 12:30）。");
  expect(dialog).toHaveTextContent("本企业最近 30 天只有 12 次呼叫，与通常的情况合在一起估算：接通率 35.0%，平均通话");
  expect(dialog).toHaveTextContent("300 个号码近 90 天拨打过，其中 37 个最后一次是空号、停机或号码变更。");
  expect(server.bodies(paths.forecast)).toEqual([{ id: "t1", agents: 8 }]);
  server.on(paths.forecast, () => ({ ...answer, left: band(300, 320, 350), endsAt: ends(null, null, null) }));
  await user.click(within(dialog).getByRole("button", { name: "试算" }));
  expect(await within(dialog).findByText("任务到结束时间拨不完，预计剩 320 个号码没有拨打。")).toBeVisible();
});

test("D41 回放 asks for a day of the task and shows what it was beside what the settings would make of it", async () => {
  const user = setup();
  await open(3, [task({ ftype: 3, mode: "progressive", progress: counters({ attempts: 80 }) })]);
  server.on(paths.days, () => refusal("refused", "系统繁忙"));
  await more(user, "回放");
  const dialog = await screen.findByRole("dialog", { name: "回放：十一月回访" });
  expect(await within(dialog).findByText("系统繁忙")).toBeVisible();
  server.on(paths.days, () => [
    { date: "2026-11-19", calls: 80, agents: 5, from: "10:00", to: "10:40" },
    { date: "2026-11-18", calls: 20, agents: 2, from: "09:00", to: "09:10" },
  ]);
  await user.click(within(dialog).getByRole("button", { name: "重试" }));
  expect(await within(dialog).findByText("当天 5 名坐席接过电话")).toBeVisible();
  const was = { calls: 80, answered: 40, connected: 30, abandoned: 10, abandonedShare: 0.25, talkS: 3_000 };
  server.on(paths.replay, () => ({
    numbers: 80,
    was: { ...was, talk: null, hours: 0.7, left: 0 },
    wouldBe: { ...was, connected: 40, abandoned: 0, abandonedShare: 0, talk: 0.62, hours: 0.25, left: 3 },
  }));
  await user.selectOptions(within(dialog).getByLabelText(/^未接通的号码/), "不重拨");
  await user.click(within(dialog).getByRole("button", { name: "回放" }));
  const table = await within(dialog).findByRole("table", { name: "回放结果" });
  const cells = (name: string) =>
    within(within(table).getByRole("cell", { name }).closest("tr")!)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  expect(cells("呼损率")).toEqual(["呼损率", "25.0%", "0.0%"]);
  expect(cells("坐席通话占比")).toEqual(["坐席通话占比", "—", "62.0%"]);
  expect(cells("没有拨打的号码")).toEqual(["没有拨打的号码", "0 个", "3 个"]);
  expect(server.bodies(paths.replay)).toEqual([
    {
      ...{ id: "t1", date: "2026-11-19", agents: 5, mode: "progressive", ratio: 1, ceiling: 3 },
      ...{ from: "10:00", to: "10:40", retries: [] },
    },
  ]);
});

test("监控 says what the task does at this moment, with its seats and results", async () => {
  const user = setup();
  await open(3, [task({ ftype: 3 })]);
  server.on(paths.monitor, () => ({
    at: Date.now(),
    task: monitored({ detection: { machines: 40, misjudged: 3, missed: 2, rate: 1.7, low: 0.6, high: 4.8 } }),
    seats: [{ agentId: "1001", name: "王芳", code: 2, stateName: "空闲", since: Date.now() - 65_000 }],
    codes: [{ code: 594, count: 31 }],
  }));
  await more(user, "监控");
  const drawer = await screen.findByRole("dialog", { name: "监控：十一月回访" });
  for (const text of [
    "振铃 3",
    "空闲坐席 2，在途 3",
    "1.2%",
    "3.0%",
    "40.0%",
    "无人接听",
    "31",
    "王芳",
    "空闲",
    "1.7%",
    "0.6%–4.8%",
  ])
    expect(await within(drawer).findByText(text)).toBeVisible();
  expect(within(drawer).getByRole("img", { name: "最近 3 分钟每分钟呼叫：12、20、8" })).toBeVisible();
});

test("实验 is started with two halves, and says what they come to and that it can be stopped", async () => {
  const user = setup();
  await open(3, [task({ ftype: 3 })]);
  const arm = (calls: number, hits: number) => ({ calls, hits, rate: (hits / calls) * 100, low: 20, high: 45.6 });
  let experiment: object | null = null;
  server.on(paths.experiment, () => experiment);
  server.on(paths.experimentStart, () => {
    const counts = { a: arm(100, 30), b: arm(90, 36) };
    const started = { state: "running", better: "", evidence: 41.5, startedAt: "2026-11-20 10:00:00", endedAt: null };
    const { taskId: _, ...asked } = server.bodies(paths.experimentStart)[0] as Record<string, unknown>;
    experiment = { ...asked, ...started, createdBy: "王芳", counts };
    return null;
  });
  server.on(paths.experimentStop, () => null);
  await more(user, "实验");
  const drawer = within(await screen.findByRole("dialog", { name: "实验：十一月回访" }));
  expect(await drawer.findByText("这个任务还没有做过实验。")).toBeVisible();
  await user.click(drawer.getByRole("radio", { name: "接通问候语" }));
  await user.type(drawer.getByLabelText(/^甲组问候语/), "您好");
  await user.type(drawer.getByLabelText(/^乙组问候语/), "早上好");
  await user.click(drawer.getByRole("button", { name: "开始实验" }));
  expect(await drawer.findByText("进行中")).toBeVisible();
  for (const text of ["早上好", "36", "40.0%", "41.5%"]) expect(drawer.getByText(text)).toBeVisible();
  expect(server.bodies(paths.experimentStart)).toMatchObject([
    { taskId: "t1", kind: "greeting", metric: "answered", goesOn: 1, most: 5_000, b: { text: "早上好" } },
  ]);
  await user.click(drawer.getByRole("button", { name: "停止实验" }));
  // It cannot go on again: asked before.
  const question = within(await screen.findByRole("alertdialog", { name: "停止实验" }));
  expect(server.bodies(paths.experimentStop)).toEqual([]);
  await user.click(question.getByRole("button", { name: "停止" }));
  await waitFor(() => expect(server.bodies(paths.experimentStop)).toEqual([{ taskId: "t1" }]));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
}, 30_000);

test("成员 says how each stands to the task; a member of another page is not offered again", async () => {
  const user = setup();
  await open(3, [task({ ftype: 3 })]);
  const seat = (agentId: string, participateStatus: number, joined: number) => ({
    ...{ agentId, name: `坐席${agentId}`, groupName: "外呼一组", calls: 0, talkS: 0 },
    ...{ participateStatus, joined },
  });
  const seats = [seat("1002", 1, 1), seat("1003", 1, 0), seat("1004", 0, 0)];
  server.on(paths.members, ({ body }) => ({
    ...{ pageNo: 1, pageSize: Number(body["pageSize"]), total: 11 },
    list: Number(body["pageSize"]) > 11 ? [...seats, seat("1001", 0, 0)] : seats,
  }));
  await more(user, "成员");
  const drawer = within(await screen.findByRole("dialog", { name: "成员：十一月回访" }));
  for (const text of ["已加入", "参与中，未加入", "未参与"]) expect(await drawer.findByText(text)).toBeVisible();
  await user.click(drawer.getByRole("button", { name: "添加坐席" }));
  const form = within(await screen.findByRole("dialog", { name: "添加坐席" }));
  expect(await form.findByText("没有可选项")).toBeVisible();
  expect(form.queryByText("王芳（1001）")).toBeNull();
});
