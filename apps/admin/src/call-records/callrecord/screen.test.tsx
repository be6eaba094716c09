import { bus } from "@liantai/bus";
import { activated, store, workspaceReset } from "@liantai/api/client";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../root.tsx";
import { paths, record } from "../../testing/records.ts";
import { openTab, page, showTab, signIn } from "../../testing/screen.tsx";
import { refusal, type FakeServer } from "@liantai/ui/testing";

let server: FakeServer;
const lists = () => server.asked.filter((a) => a.path === paths.records);
const lastList = () => lists().at(-1)!.body;
const rows = () => within(screen.getByRole("table")).getAllByRole("row").slice(1);
const cells = (n: number) => rows().map((r) => within(r).getAllByRole("cell")[n]!.textContent);

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse("2026-11-20T10:00:00+08:00"), advanceTimers: true });
  server = signIn();
  server.on(paths.skillGroups, () => ({
    list: [{ id: "g1", name: "售后", enabled: 1 }],
    total: 1,
    pageNo: 1,
    pageSize: 200,
  }));
  server.on(
    paths.records,
    page([
      record(),
      record({
        callId: "c2",
        direction: "outbound",
        caller: "1001",
        callee: "139****0001",
        agentName: null,
        talkS: 0,
        answerTime: null,
        result: 594,
        cause: "noAnswer",
        hasRecording: false,
      }),
    ]),
  );
});
afterEach(() => jest.useRealTimers());

test("K6: a recording that lacks something is marked, with words", async () => {
  const recordingMissing = [
    { fromMs: 4_000, toMs: 7_000 },
    { fromMs: 65_000, toMs: 66_400 },
  ];
  server.on(paths.records, page([record({ recordingMissing }), record({ callId: "c2" })]));
  await openTab("/callrecord");
  await screen.findAllByText("138****5678");
  const [first, second] = rows();
  expect(within(first!).getByRole("img", { name: /^未完整录音/ })).toHaveAttribute(
    "title",
    "未完整录音：约4秒没有录到（00:04至00:07、01:05至01:07），播放时为静音",
  );
  expect(within(second!).queryByRole("img", { name: /^未完整录音/ })).toBeNull();
});

test("shows the whole of today, numbers as the server masked them, directions and results in words", async () => {
  await openTab("/callrecord");
  expect(await screen.findByText("138****5678")).toBeVisible();
  expect(lastList()).toMatchObject({
    startTime: "2026-11-20 00:00:00",
    endTime: "2026-11-20 23:59:59",
    pageNo: 1,
    pageSize: 10,
  });
  const [first, second] = rows();
  for (const text of ["呼入", "已接听", "03:05"]) expect(within(first!).getByText(text)).toBeVisible();
  expect(within(first!).getByTitle("王芳（1001）")).toHaveTextContent(/^王芳 1001$/);
  for (const text of ["呼出", "无人接听", "1001"]) expect(within(second!).getAllByText(text)[0]).toBeVisible();
  expect(within(second!).queryByRole("button", { name: "播放" })).toBeNull();
  expect(screen.getByText("共 2 条")).toBeVisible();
});

test("the columns fit the page at 1280 px, a name and an agent's id among them", async () => {
  await openTab("/callrecord");
  await screen.findByText("138****5678");
  const wide = (name: string) =>
    Number(screen.getByRole("separator", { name: `${name}列宽` }).getAttribute("aria-valuenow"));
  const widths = screen
    .getAllByRole("separator")
    .map((separator) => Number(separator.getAttribute("aria-valuenow")))
    .reduce((sum, width) => sum + width, 0);
  // The menu takes 208 px, the page's edges 26: measured in a browser.
  expect(widths).toBeLessThanOrEqual(1_046);
  // 13 px a character, 8.25 a digit, 16 of padding: 欧阳晓雯 10015, and a number of eleven digits.
  expect(wide("坐席")).toBeGreaterThanOrEqual(4 * 13 + 2.5 + 5 * 8.25 + 16);
  for (const name of ["主叫号码", "被叫号码"]) expect(wide(name)).toBeGreaterThanOrEqual(11 * 8.25 + 16);
});

test("asks with the filters, keeps them with the tab, and 重置 goes back to today", async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await openTab("/callrecord");
  await screen.findByText("138****5678");
  await user.type(screen.getByLabelText("主叫号码"), "138");
  await user.selectOptions(screen.getByLabelText("呼叫方向"), "呼入");
  await user.selectOptions(screen.getByLabelText("技能组", { selector: "select" }), "售后");
  await user.selectOptions(screen.getByLabelText("开始时间快捷选择"), "昨天");
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() =>
    expect(lastList()).toMatchObject({
      caller: "138",
      direction: "inbound",
      skillGroupId: "g1",
      startTime: "2026-11-19 00:00:00",
      endTime: "2026-11-19 23:59:59",
      pageNo: 1,
    }),
  );
  const kept = store.getState().workspace.tabs.find((t) => t.path === "/callrecord")!.search!;
  expect(Object.fromEntries(new URLSearchParams(kept))).toEqual({
    caller: "138",
    direction: "inbound",
    skillGroupId: "g1",
    startTime: "2026-11-19 00:00:00",
    endTime: "2026-11-19 23:59:59",
  });
  await user.click(screen.getByRole("button", { name: "重置" }));
  await waitFor(() => expect(lastList()).toMatchObject({ caller: "", startTime: "2026-11-20 00:00:00" }));
  expect(screen.getByLabelText("主叫号码")).toHaveValue("");
});

test("a tab that comes back asks what it asked before", async () => {
  await showTab("/callrecord", "caller=138&pageNo=3");
  render(<Root />);
  await waitFor(() => expect(lastList()).toMatchObject({ caller: "138", pageNo: 3, startTime: "2026-11-20 00:00:00" }));
  expect(await screen.findByLabelText("主叫号码")).toHaveValue("138");
});

test("what the contract refuses is not asked", async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await openTab("/callrecord");
  await screen.findByText("138****5678");
  const before = lists().length;
  await user.type(screen.getByLabelText("被叫号码"), "40x1");
  // Letters do not get into it.
  expect(screen.getByLabelText("被叫号码")).toHaveValue("401");
  fireEvent.change(screen.getByLabelText("开始时间从"), { target: { value: "2026-11-20 12:00:00" } });
  fireEvent.change(screen.getByLabelText("开始时间到"), { target: { value: "2026-11-20 11:00:00" } });
  await user.click(screen.getByRole("button", { name: "查询" }));
  expect(await screen.findByText("开始时间不能晚于结束时间")).toBeVisible();
  fireEvent.change(screen.getByLabelText("开始时间到"), { target: { value: "明天" } });
  expect(await screen.findByText("时间格式应为 yyyy-MM-dd HH:mm:ss")).toBeVisible();
  expect(lists()).toHaveLength(before);
});

test("turns pages, jumps, and remembers the page size", async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  server.on(paths.records, page([record()], 95));
  const { unmount } = await openTab("/callrecord");
  await user.click(await screen.findByRole("button", { name: "第2页" }));
  await waitFor(() => expect(lastList()).toMatchObject({ pageNo: 2, pageSize: 10 }));
  await user.type(screen.getByLabelText("跳至"), "99{Enter}");
  await waitFor(() => expect(lastList()).toMatchObject({ pageNo: 10 }));
  expect(screen.getByRole("button", { name: "下一页" })).toBeDisabled();
  await user.selectOptions(screen.getByLabelText("每页条数"), "40 条/页");
  await waitFor(() => expect(lastList()).toMatchObject({ pageNo: 1, pageSize: 40 }));
  unmount();
  act(() => void store.dispatch(workspaceReset()));
  await openTab("/callrecord");
  await waitFor(() => expect(lastList()).toMatchObject({ pageNo: 1, pageSize: 40 }));
});

test("the server sorts the whole list; numbers are not sorted by; hides and widens columns and remembers both", async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  server.on(
    paths.records,
    page([
      record({ callId: "a", talkS: 9 }),
      record({ callId: "b", talkS: 100, agentId: null }),
      record({ callId: "c", talkS: 60, agentName: "安" }),
    ]),
  );
  const { unmount } = await openTab("/callrecord");
  await screen.findByText("01:40");
  const talk = () => screen.getByRole("columnheader", { name: /^通话/ });
  const column = screen.getAllByRole("columnheader").indexOf(talk());
  await user.click(within(talk()).getByRole("button"));
  await waitFor(() => expect(lastList()).toMatchObject({ sortBy: "talkS", sortOrder: "asc", pageNo: 1 }));
  // As the server has them.
  expect([talk().getAttribute("aria-sort"), ...cells(column)]).toEqual(["ascending", "00:09", "01:40", "01:00"]);
  await user.click(within(talk()).getByRole("button"));
  await waitFor(() => expect(lastList()).toMatchObject({ sortBy: "talkS", sortOrder: "desc" }));
  for (const name of [/^主叫号码/, /^被叫号码/])
    expect(within(screen.getByRole("columnheader", { name })).queryByRole("button")).toBeNull();
  screen.getByRole("separator", { name: "坐席列宽" }).focus();
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("separator", { name: "坐席列宽" })).toHaveAttribute("aria-valuenow", "128");
  await user.click(screen.getByRole("button", { name: "列" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: "技能组" }));
  await waitFor(() => expect(screen.queryByRole("columnheader", { name: /技能组/ })).toBeNull());
  unmount();
  act(() => void store.dispatch(workspaceReset()));
  await openTab("/callrecord");
  await screen.findAllByText("01:40");
  expect(screen.queryByRole("columnheader", { name: /技能组/ })).toBeNull();
  expect(screen.getByRole("separator", { name: "坐席列宽" })).toHaveAttribute("aria-valuenow", "128");
});

test("empty, failed and forbidden are drawn, and 重试 asks again", async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  server.on(paths.records, () => refusal("unavailable", ""));
  await openTab("/callrecord");
  // The home stands behind it, and has no data either.
  const list = screen.getByRole("region", { name: "通话记录" });
  expect(await within(list).findByText("数据没有加载成功")).toBeVisible();
  expect(within(list).getByText("服务正在注册中，请稍后访问！")).toBeVisible();
  server.on(paths.records, () => refusal("forbidden", "您没有权限执行此操作"));
  await user.click(screen.getByRole("button", { name: "重试" }));
  expect(await screen.findByText("您没有权限查看此内容")).toBeVisible();
  server.on(paths.records, page([]));
  await user.click(screen.getByRole("button", { name: "查询" }));
  expect(await screen.findByText("没有符合条件的通话")).toBeVisible();
});

test("详情 opens a closable tab of its own", async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const opens: unknown[] = [];
  const end = bus.subscribe("tab.open", (request) => opens.push(request));
  await openTab("/callrecord");
  await user.click((await screen.findAllByRole("button", { name: "详情" }))[1]!);
  end();
  expect(opens).toEqual([{ name: "callrecord/detail", params: { callId: "c2" }, title: "通话 139****0001" }]);
});

test("a recorded call brings the list up to date, at once when on show, else when it is looked at again", async () => {
  await openTab("/callrecord");
  await screen.findByText("138****5678");
  expect(lists()).toHaveLength(1);
  act(() => bus.publish("call.recorded", { callId: "c3", cause: "completed" }));
  await waitFor(() => expect(lists()).toHaveLength(2));
  act(() => void store.dispatch(activated("/")));
  act(() => bus.publish("link.refetch", { reason: "buffer" }));
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(lists()).toHaveLength(2);
  act(() => void store.dispatch(activated("/callrecord")));
  await waitFor(() => expect(lists()).toHaveLength(3));
});

test("导出 and 打包录音 ask for what the list shows", async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  server.on("/cdr/api/v1/getMasterEexl", () => ({ id: "e", msg: "任务已提交" }));
  server.on("/cdr/api/v1/recordZip/add", () => ({ id: "p", msg: "任务已提交" }));
  await openTab("/callrecord");
  await screen.findByText("138****5678");
  await user.type(screen.getByLabelText("主叫号码"), "138");
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() => expect(lastList()).toMatchObject({ caller: "138" }));
  for (const [button, path] of [
    ["导出", "/cdr/api/v1/getMasterEexl"],
    ["打包录音", "/cdr/api/v1/recordZip/add"],
  ] as const) {
    await user.click(screen.getByRole("button", { name: button }));
    await waitFor(() =>
      expect(server.bodies(path)[0]).toMatchObject({
        caller: "138",
        startTime: "2026-11-20 00:00:00",
        endTime: "2026-11-20 23:59:59",
      }),
    );
  }
  await act(() => jest.advanceTimersByTimeAsync(100));
});
