/** Notifications and the lines about what was done, through the workspace. */
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Failure } from "@liantai/api/contract";
import {
  authQueries,
  claimFailure,
  store,
  notifyDone,
  reportFailure,
  selectActiveTab,
  userLoaded,
} from "@liantai/api/client";
import { bus } from "@liantai/bus";
import { openWorkspace } from "../testing/workspace.tsx";
import { person } from "../testing/people.ts";

let user: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  user = userEvent.setup();
  localStorage.clear();
});

describe("notifications", () => {
  const notify = (over = {}) =>
    act(() =>
      bus.publish("notification.show", {
        id: "n1",
        title: "预约提醒",
        text: "10:30 回访张先生",
        level: "info",
        ...over,
      }),
    );

  test("one shows, is read out, and opens the tab that it points at", async () => {
    await openWorkspace();
    notify({ target: { name: "callrecord" } });
    const card = within(screen.getByRole("list", { name: "通知" })).getByRole("button", { name: /^预约提醒/ });
    expect(screen.getByText("预约提醒：10:30 回访张先生").closest('[aria-live="polite"]')).toBeInTheDocument();
    await user.click(card);
    expect(location.pathname).toBe("/callrecord");
    expect(screen.queryByText("10:30 回访张先生")).toBeNull();
  });

  test("J59 one whose news was seen elsewhere goes, and stays behind the bell", async () => {
    await openWorkspace();
    notify({ id: "chat:s1", title: "新会话", target: { name: "callrecord" } });
    act(() => bus.publish("notification.close", { id: "chat:s1" }));
    expect(screen.queryByRole("button", { name: /^新会话/ })).toBeNull();
    expect(screen.getByRole("button", { name: "通知，1条未读" })).toBeInTheDocument();
  });

  test("the bell counts what wants attention, and keeps the recent ones", async () => {
    await openWorkspace();
    notify({ level: "warning" });
    notify({ id: "n2", title: "坐席状态", text: "班长已将您置为空闲" });
    notify({ id: "n3", title: "话务", text: "请输入号码", level: "warning", attention: false });
    act(() => notifyDone("语音", "新增"));
    await user.click(screen.getByRole("button", { name: "关闭通知：预约提醒" }));
    await user.click(screen.getByRole("button", { name: "通知，1条未读" }));
    expect(await screen.findByText("10:30 回访张先生")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "通知" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "全部清除" }));
    expect(screen.getByText("暂无通知")).toBeInTheDocument();
  });

  test("U6 a press opens the tab with its parameters and does the first action; a button does its own alone", async () => {
    await openWorkspace();
    const pressed: unknown[] = [];
    const end = bus.subscribe("notification.action", (one) => pressed.push(one));
    const actions = [
      { label: "立即呼叫", do: "dial", ref: "v1.sealed" },
      { label: "知道了", do: "ack" },
    ] as const;
    const target = { name: "planreminder", params: { subTime: "2026-03-02 10:00:00" }, cover: true };
    notify({ target, actions });
    await user.click(screen.getByRole("button", { name: "知道了" }));
    expect(location.pathname).toBe("/");
    notify({ target, actions });
    await user.click(screen.getByRole("button", { name: /^预约提醒/ }));
    expect(location.pathname).toBe("/planreminder");
    expect(selectActiveTab(store.getState())).toMatchObject({ params: target.params });
    notify({ actions });
    await user.click(screen.getByRole("button", { name: /^预约提醒/ }));
    expect(pressed).toEqual([
      { id: "n1", action: actions[1] },
      { id: "n1", action: actions[0] },
      { id: "n1", action: actions[0] },
    ]);
    expect(screen.queryByText("10:30 回访张先生")).toBeNull();
    end();
  });

  test("closing one is told on the bus", async () => {
    await openWorkspace();
    const closed: string[] = [];
    const end = bus.subscribe("notification.closed", ({ id }) => closed.push(id));
    notify();
    await user.click(screen.getByRole("button", { name: "关闭通知：预约提醒" }));
    end();
    expect(closed).toEqual(["n1"]);
  });

  test("what was done is one line at the top for 3 s, which presses go through and the bell does not keep", async () => {
    jest.useFakeTimers();
    await openWorkspace();
    for (let i = 0; i < 2; i += 1) act(() => notifyDone("语音", "新增"));
    act(() => notifyDone("坐席", "删除", { count: 3, note: "下一通电话生效" }));
    const lines = screen.getByRole("list", { name: "操作结果" });
    expect(
      within(lines)
        .getAllByRole("listitem")
        .map((line) => line.textContent),
    ).toEqual(["语音已新增", "已删除3个坐席，下一通电话生效"]);
    expect(lines).toHaveStyle({ pointerEvents: "none" });
    act(() => jest.advanceTimersByTime(3_000));
    expect(within(lines).queryAllByRole("listitem")).toEqual([]);
    expect(within(screen.getByRole("list", { name: "通知" })).queryAllByRole("listitem")).toEqual([]);
    expect(screen.getByRole("button", { name: "通知" })).toBeInTheDocument();
    jest.useRealTimers();
  });

  test("what a form says of a refusal, nobody says again", async () => {
    await openWorkspace();
    const refused = (text: string): Failure => ({ text, level: "error", action: "none" });
    const [said, unsaid] = [refused("账号已存在"), refused("操作失败")];
    await act(async () => {
      reportFailure(said);
      reportFailure(unsaid);
      await Promise.resolve();
      claimFailure(said);
    });
    expect(await screen.findByText("操作失败")).toBeInTheDocument();
    expect(screen.queryByText("账号已存在")).toBeNull();
  });

  test("what one session was told does not follow into the next", async () => {
    await openWorkspace({ user: person({ sessionId: "own" }) });
    notify({ level: "warning" });
    act(() => notifyDone("企业", "保存"));
    act(() => void store.dispatch(userLoaded(person({ sessionId: "inside" }))));
    for (const name of ["通知", "操作结果"])
      expect(within(screen.getByRole("list", { name })).queryAllByRole("listitem")).toEqual([]);
    expect(screen.getByRole("button", { name: "通知" })).toBeInTheDocument();
  });

  test("a request that failed says so once, however often it fails alike", async () => {
    await openWorkspace({ handlers: { "POST /auth/token/resetPasswordTime": () => ({ code: 0, msg: "操作失败" }) } });
    for (let i = 0; i < 3; i += 1)
      await act(async () => void (await store.dispatch(authQueries.endpoints.deferPassword.initiate({}))));
    expect(await screen.findAllByText("操作失败")).toHaveLength(1);
    expect(document.querySelector('[aria-live="assertive"]')).toHaveTextContent("操作失败");
  });

  test("a request that the server refuses for want of a session ends it with the server's sentence", async () => {
    await openWorkspace({
      handlers: {
        "POST /auth/token/resetPasswordTime": () => ({
          status: 426,
          code: 426,
          msg: "您的账号已在别处登录，您将被强制退出",
        }),
      },
    });
    await act(async () => void (await store.dispatch(authQueries.endpoints.deferPassword.initiate({}))));
    expect(location.pathname).toBe("/login");
    expect(store.getState().session.farewell).toBe("您的账号已在别处登录，您将被强制退出");
  });
});
