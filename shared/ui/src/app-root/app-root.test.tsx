// Alone in its world: the page's regions and the store's tabs are its own.
import {
  activated,
  closed,
  opened,
  selectTabs,
  showing,
  store,
  telephonyChanged,
  telephonyReset,
  workspaceReset,
} from "@liantai/api/client";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { AppRoot, useActive, usePolling, useTabParams, useWhenActive, type Panes } from "../index.ts";

const reported: string[] = [];
beforeEach(() => {
  reported.length = 0;
  globalThis.reportError = (error: unknown) => void reported.push((error as Error).message);
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  act(() => void store.dispatch(workspaceReset()));
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const open = (to: string, params?: unknown, title?: string) =>
  act(async () => void store.dispatch(opened({ to, params, ...(title ? { title } : {}) })));
const show = (key: string) => act(async () => void store.dispatch(activated(key)));
const pane = (Screen: () => React.JSX.Element) => async () => ({ default: Screen });

function Counter() {
  const [n, setN] = useState(0);
  return <button onClick={() => setN(n + 1)}>数到 {n}</button>;
}
function Detail() {
  const { callId } = useTabParams<{ callId: string }>();
  return <p>通话 {callId}</p>;
}

test("a hidden tab keeps its state, a closed one loses it", async () => {
  const panes: Panes = { "/callrecord": pane(Counter), "/callrecord/detail": pane(Detail) };
  render(<AppRoot app="admin" panes={panes} />);
  await open("/callrecord");
  fireEvent.click(await screen.findByRole("button", { name: "数到 0" }));
  await open("/callrecord/detail", { callId: "c1" }, "通话 c1");
  expect(await screen.findByText("通话 c1")).toBeVisible();
  expect(screen.getByText("数到 1")).not.toBeVisible();
  await show("/callrecord");
  expect(screen.getByRole("button", { name: "数到 1" })).toBeVisible();
  await act(async () => void store.dispatch(closed("/callrecord")));
  await open("/callrecord");
  expect(screen.getByRole("button", { name: "数到 0" })).toBeVisible();
});

test("a press shows the pane before React draws; in a page that draws no frames the rest follows after half a second", async () => {
  const panes: Panes = {
    "/callrecord": pane(() => <p>{useActive() ? "在看" : "没看"}</p>),
    "/callrecord/detail": pane(Detail),
  };
  render(<AppRoot app="admin" panes={panes} />);
  await open("/callrecord");
  await open("/callrecord/detail", { callId: "c1" });
  await screen.findByText("通话 c1");
  const list = screen.getByText("没看");
  jest.useFakeTimers();
  act(() => void showing.show("/callrecord"));
  expect(list).toBeVisible();
  expect(screen.getByText("通话 c1")).not.toBeVisible();
  expect(list).toHaveTextContent("没看");
  act(() => jest.advanceTimersToNextFrame());
  expect(list).toHaveTextContent("没看");
  act(() => jest.advanceTimersByTime(1));
  expect(list).toHaveTextContent("在看");
  act(() => void showing.show(selectTabs(store.getState())[2]!.key, 20));
  expect(list).toBeVisible();
  act(() => jest.advanceTimersToNextFrame());
  act(() => jest.advanceTimersByTime(1));
  expect(list).not.toBeVisible();
  expect(list).toHaveTextContent("在看");
  act(() => void showing.show("/callrecord"));
  jest.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
  act(() => void showing.show(selectTabs(store.getState())[2]!.key));
  expect(list).not.toBeVisible();
  act(() => jest.advanceTimersByTime(499));
  expect(list).toHaveTextContent("在看");
  act(() => jest.advanceTimersByTime(1));
  expect(list).toHaveTextContent("没看");
});

test("only the tabs of this app are drawn", async () => {
  render(<AppRoot app="workorder" panes={{ "/callrecord": pane(Counter) }} />);
  await open("/callrecord");
  expect(screen.queryByRole("tabpanel")).toBeNull();
});

test("a crash stays in its tab, with the id it was reported under, and 重试 draws it again", async () => {
  let broken = true;
  const panes: Panes = {
    "/callrecord": pane(Counter),
    "/callrecord/detail": pane(() => {
      if (broken) throw new Error("no such field");
      return <p>好了</p>;
    }),
  };
  render(<AppRoot app="admin" panes={panes} />);
  await open("/callrecord");
  await open("/callrecord/detail", { callId: "c1" }, "通话 c1");
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("「通话 c1」出错了");
  const id = /错误编号：([0-9A-F]{8})/.exec(alert.textContent ?? "")?.[1];
  expect(reported).toEqual([`[${id}] 通话 c1: no such field`]);
  expect(screen.getByText("数到 0")).toBeInTheDocument();
  broken = false;
  fireEvent.click(screen.getByRole("button", { name: "重试" }));
  expect(screen.getByText("好了")).toBeVisible();
});

test("a chunk that is not there after 120 s is reported as a load failure; 重试 loads again", async () => {
  jest.useFakeTimers();
  let loads = 0;
  const load = () => (++loads === 1 ? new Promise<never>(() => undefined) : Promise.resolve({ default: Counter }));
  render(<AppRoot app="admin" panes={{ "/callrecord": load }} />);
  await open("/callrecord");
  await act(() => jest.advanceTimersByTimeAsync(119_999));
  expect(screen.getByRole("status")).toHaveTextContent("正在加载通话记录…");
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.getByRole("alert")).toHaveTextContent("「通话记录」加载失败");
  expect(reported[0]).toMatch(/加载失败: the chunk was not there after 120000 ms/);
  fireEvent.click(screen.getByRole("button", { name: "重试" }));
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(screen.getByRole("button", { name: "数到 0" })).toBeVisible();
});

test("a screen that could not be loaded names its title and comes back by itself when the network is back", async () => {
  let online = false;
  const load = () =>
    online ? Promise.resolve({ default: Counter }) : Promise.reject(new TypeError("Failed to fetch"));
  act(() => void store.dispatch(telephonyChanged({ connection: "lost" })));
  render(<AppRoot app="admin" panes={{ "/callrecord": load }} />);
  await open("/callrecord");
  expect(await screen.findByRole("alert")).toHaveTextContent("「通话记录」加载失败");
  online = true;
  act(() => void store.dispatch(telephonyChanged({ connection: "up" })));
  expect(await screen.findByRole("button", { name: "数到 0" })).toBeVisible();
  act(() => void store.dispatch(telephonyReset()));
});

test("polling: every 10 s while on show, none while hidden, at once when seen again after 10 s", async () => {
  jest.useFakeTimers();
  const polls: number[] = [];
  const start = Date.now();
  const panes: Panes = {
    "/callrecord": pane(function Poller() {
      usePolling(() => polls.push((Date.now() - start) / 1000));
      return <p>{useActive() ? "在看" : "没看"}</p>;
    }),
    "/callrecord/detail": pane(Detail),
  };
  render(<AppRoot app="admin" panes={panes} />);
  await open("/callrecord");
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(polls).toEqual([10, 20]);
  await open("/callrecord/detail", { callId: "c1" });
  await act(() => jest.advanceTimersByTimeAsync(4_000));
  await show("/callrecord");
  expect(polls).toHaveLength(2);
  await open("/callrecord/detail", { callId: "c1" });
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(polls).toHaveLength(2);
  await show("/callrecord");
  expect(polls).toEqual([10, 20, 84]);
});

test("work asked for while hidden is done once, when the tab is seen again", async () => {
  let refresh = () => undefined as void;
  let done = 0;
  const panes: Panes = {
    "/callrecord": pane(function Listener() {
      refresh = useWhenActive(() => void (done += 1));
      return <p>列表</p>;
    }),
    "/callrecord/detail": pane(Detail),
  };
  render(<AppRoot app="admin" panes={panes} />);
  await open("/callrecord");
  await open("/callrecord/detail", { callId: "c1" });
  act(() => {
    refresh();
    refresh();
  });
  expect(done).toBe(0);
  await show("/callrecord");
  expect(done).toBe(1);
});

test("work asked for thirty times a second is done at once and then every two seconds, the last change included", async () => {
  jest.useFakeTimers();
  let refresh = () => undefined as void;
  const done: number[] = [];
  const start = Date.now();
  const panes: Panes = {
    "/callrecord": pane(function Listener() {
      refresh = useWhenActive(() => void done.push(Date.now() - start));
      return <p>列表</p>;
    }),
  };
  render(<AppRoot app="admin" panes={panes} />);
  await open("/callrecord");
  for (let ms = 0; ms < 3_000; ms += 50) {
    act(() => refresh());
    await act(() => jest.advanceTimersByTimeAsync(50));
  }
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(done.map((at) => at - done[0]!)).toEqual([0, 2_000, 4_000]);
});
