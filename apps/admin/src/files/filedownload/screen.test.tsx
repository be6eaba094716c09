import { bus } from "@liantai/bus";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, startOver } from "../../testing/screen.tsx";
import { refusal, type FakeServer } from "@liantai/ui/testing";

const list = "/pbx/api/v1/fileDownload/list";
const packages = "/cdr/api/v1/recordZip/getZipFileList";
const job = (more: object = {}) => ({
  id: "j1",
  name: "通话记录_1.xlsx",
  kind: "callRecord",
  kindName: "通话记录",
  state: "done",
  progress: 100,
  rows: 1_234,
  bytes: 1_536,
  error: "",
  ownerName: "李晓雯",
  createTime: "2026-11-20 10:00:00",
  finishTime: "2026-11-20 10:00:05",
  expireTime: "2026-11-27 10:00:05",
  ...more,
});
let server: FakeServer;
const lists = (path = list) => server.asked.filter((a) => a.path === path);
const row = (name: string) => screen.getByRole("row", { name: new RegExp(name) });

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse("2026-11-20T10:00:00+08:00"), advanceTimers: true });
  server = startOver();
});
afterEach(() => jest.useRealTimers());

test("shows state, progress and size; follows what the server tells, asks again while something runs", async () => {
  let running = job({
    id: "j2",
    name: "坐席_2.xlsx",
    state: "running",
    progress: 10,
    rows: 100,
    bytes: 0,
    finishTime: null,
    expireTime: null,
  });
  server.on(list, ({ body }) => ({
    list: [
      running,
      job(),
      job({ id: "j3", name: "黑名单_3.xlsx", state: "failed", error: "数据超过100万条，请缩小查询范围", bytes: 0 }),
    ],
    total: 3,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  }));
  await openTab("/filedownload");
  expect(await screen.findByText("坐席_2.xlsx")).toBeVisible();
  expect(within(row("坐席_2")).getByRole("progressbar")).toHaveAttribute("aria-valuenow", "10");
  expect(within(row("通话记录_1")).getByText("1.5 KB")).toBeVisible();
  expect(within(row("通话记录_1")).getByText("1,234 条")).toBeVisible();
  expect(within(row("黑名单_3")).getByText("数据超过100万条，请缩小查询范围")).toBeVisible();
  expect(within(row("黑名单_3")).queryByRole("button", { name: "下载" })).toBeNull();
  act(() => bus.publish("export.progress", { id: "j2", progress: 60, rows: 600 }));
  expect(within(row("坐席_2")).getByRole("progressbar")).toHaveAttribute("aria-valuenow", "60");
  const before = lists().length;
  await act(() => jest.advanceTimersByTimeAsync(10_500));
  await waitFor(() => expect(lists()).toHaveLength(before + 1));
  running = job({ id: "j2", name: "坐席_2.xlsx" });
  act(() => bus.publish("export.ended", { id: "j2", state: "done" }));
  await waitFor(() => expect(within(row("坐席_2")).getByRole("button", { name: "下载" })).toBeVisible());
});

test("下载 opens an address that works once; a refused one opens nothing", async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const clicked: string[] = [];
  const click = jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.pathname}${this.search} ${this.download}`);
  });
  server.on(list, () => ({ list: [job()], total: 1, pageNo: 1, pageSize: 10 }));
  server.on("/file/api/v1/file/ticket", () => ({
    url: "/file/api/v1/file/take?ticket=T",
    name: "通话记录_1.xlsx",
    expiresIn: 30,
  }));
  await openTab("/filedownload");
  await user.click(await screen.findByRole("button", { name: "下载" }));
  await waitFor(() => expect(clicked).toEqual(["/file/api/v1/file/take?ticket=T 通话记录_1.xlsx"]));
  expect(server.asked.at(-1)?.body).toEqual({ kind: "export", id: "j1" });
  server.on("/file/api/v1/file/ticket", () => refusal("notFound", "文件不存在或已被删除"));
  await user.click(screen.getByRole("button", { name: "下载" }));
  await waitFor(() => expect(server.asked.filter((a) => a.path.endsWith("/ticket"))).toHaveLength(2));
  expect(clicked).toHaveLength(1);
  click.mockRestore();
});

test("删除 asks first, and removes what was chosen", async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  server.on(list, () => ({
    list: [job(), job({ id: "j2", name: "坐席_2.xlsx", state: "waiting", expireTime: null })],
    total: 2,
    pageNo: 1,
    pageSize: 10,
  }));
  server.on("/pbx/api/v1/fileDownload/delete", () => ({ count: 2 }));
  server.on("/pbx/api/v1/fileDownload/cancel", () => ({ count: 1 }));
  await openTab("/filedownload");
  await screen.findByText("坐席_2.xlsx");
  await user.click(screen.getByRole("checkbox", { name: "选择本页" }));
  await user.click(screen.getAllByRole("button", { name: "删除" })[0]!);
  const dialog = await screen.findByRole("alertdialog");
  expect(within(dialog).getByText(/正在进行的任务会一并取消/)).toBeVisible();
  await user.click(within(dialog).getByRole("button", { name: "删除" }));
  await waitFor(() =>
    expect(server.asked.find((a) => a.path.endsWith("/delete"))?.body).toEqual({ ids: ["j1", "j2"] }),
  );
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await user.click(within(row("坐席_2")).getByRole("button", { name: "取消" }));
  await waitFor(() => expect(server.asked.find((a) => a.path.endsWith("/cancel"))?.body).toEqual({ ids: ["j2"] }));
  await act(() => jest.advanceTimersByTimeAsync(100));
});

test("录音打包下载 builds a package by the filters of calls", async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  server.on(packages, () => ({ list: [], total: 0, pageNo: 1, pageSize: 10 }));
  server.on("/pbx/api/v1/skillGroup/list", () => ({ list: [], total: 0, pageNo: 1, pageSize: 200 }));
  server.on("/cdr/api/v1/recordZip/add", () => ({ id: "p1", msg: "任务已提交" }));
  await openTab("/recordingpackagedownload");
  expect(await screen.findByText("还没有录音包")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "打包录音" }));
  const drawer = await screen.findByRole("dialog", { name: "打包录音" });
  await user.type(within(drawer).getByLabelText("文件名称"), "三月");
  await user.type(within(drawer).getByLabelText("坐席工号"), "1001");
  await user.click(within(drawer).getByRole("button", { name: "开始打包" }));
  await waitFor(() =>
    expect(server.asked.find((a) => a.path.endsWith("/recordZip/add"))?.body).toMatchObject({
      name: "三月",
      agentId: "1001",
      startTime: "2026-11-20 00:00:00",
      endTime: "2026-11-20 23:59:59",
    }),
  );
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "打包录音" })).toBeNull());
});
