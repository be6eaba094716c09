/** 工作台 through the workspace, for each kind of user. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { api, opened, store, telephonyChanged, telephonyReset } from "@liantai/api/client";
import { bus } from "@liantai/bus";
import { openWorkspace } from "../testing/workspace.tsx";
import { operator, person } from "../testing/people.ts";

const refusal = { status: 403, code: 403, msg: "您没有权限执行此操作" };
const figure = (name: string) =>
  within(document.getElementById("workspace-home")!)
    .getAllByText(name)
    .find((e) => e.tagName === "DT")!.nextElementSibling?.textContent;
const time = (date: Date) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai", dateStyle: "short", timeStyle: "medium" }).format(date);
const ago = (minutes: number) => time(new Date(Date.now() - minutes * 60_000));

const myDay = (over = {}) => ({
  inbound: 12,
  outbound: 3,
  answered: 11,
  talkS: 3_723,
  readyS: 600,
  busyS: 0,
  wrapUpS: 90,
  states: [
    { code: 1, from: ago(30), to: ago(10), reason: "signIn" },
    { code: 8, from: ago(10), to: null, reason: "answered" },
  ],
  ...over,
});
const mine = "GET /dca/api/v1/agentState/today";
const whole = "GET /dca/api/v1/agentState/enterprise";

beforeEach(() => act(() => void store.dispatch(api.util.resetApiState())));
afterEach(() => jest.useRealTimers());

describe("an agent", () => {
  test("sees the own day: figures, bar, reasons, keys", async () => {
    await openWorkspace({ handlers: { [mine]: () => ({ data: myDay() }) } });
    await screen.findByRole("region", { name: "我的今天" });
    expect([figure("呼入"), figure("接听"), figure("通话时长"), figure("话后时长")]).toEqual([
      "12",
      "11",
      "1:02:03",
      "01:30",
    ]);
    expect(screen.getByRole("img", { name: /^今日状态：空闲20:00，通话中1[0-9]:/ })).toBeInTheDocument();
    const changes = within(screen.getByRole("list", { name: "最近的状态变化" })).getAllByRole("listitem");
    expect(changes.map((li) => li.textContent)).toEqual([
      expect.stringContaining("接听"),
      expect.stringContaining("签入"),
    ]);
    expect(screen.getByText("Alt+A")).toBeInTheDocument();
  });

  test("sees the own state as the bar has it", async () => {
    await openWorkspace({ handlers: { [mine]: () => ({ data: myDay() }) } });
    expect(await screen.findByText("未签入")).toBeInTheDocument();
    act(
      () =>
        void store.dispatch(
          telephonyChanged({
            agent: { code: 2, reason: "byAgent", since: Date.now() - 65_000, customStatusName: "小休" },
          }),
        ),
    );
    expect(screen.getByText("小休")).toBeInTheDocument();
    expect(screen.getByText("01:05")).toBeInTheDocument();
    act(() => void store.dispatch(telephonyReset()));
  });

  test("has the day read again when a call was recorded", async () => {
    let inbound = 12;
    await openWorkspace({ handlers: { [mine]: () => ({ data: myDay({ inbound }) }) } });
    await screen.findByRole("region", { name: "我的今天" });
    inbound = 13;
    act(() => bus.publish("call.recorded", { callId: "c1", cause: "completed" }));
    await waitFor(() => expect(figure("呼入")).toBe("13"));
  });

  test("a day without states is said to be empty, a failure can be tried again, a refusal is said", async () => {
    let reply: object = { status: 503, code: 503 };
    await openWorkspace({ handlers: { [mine]: () => reply } });
    expect(await screen.findByText("数据没有加载成功")).toBeInTheDocument();
    reply = { data: myDay({ states: [] }) };
    await userEvent.click(within(document.getElementById("workspace-home")!).getByRole("button", { name: "重试" }));
    expect(await screen.findByText("今天还没有状态记录")).toBeInTheDocument();
  });

  test("is told of a refusal", async () => {
    await openWorkspace({ handlers: { [mine]: () => refusal } });
    expect(await screen.findByText("您没有权限查看此内容")).toBeInTheDocument();
  });
});

describe("an administrator", () => {
  const day = {
    inbound: 40,
    answered: 35,
    abandoned: 5,
    outbound: 8,
    waiting: 2,
    agents: [
      { agentId: "1001", name: "王小兰", code: 1, since: ago(5), reason: "signIn" },
      { agentId: "1002", name: "李思", code: 8, since: ago(2), reason: "answered" },
    ],
  };
  const admin = person({ roleType: 1, roleId: "r1", agentId: null });

  test("sees the enterprise's day and its agents by state", async () => {
    await openWorkspace({ user: admin, handlers: { [whole]: () => ({ data: day }) } });
    await screen.findByRole("region", { name: "企业今天" });
    expect([figure("呼入"), figure("接听率"), figure("放弃"), figure("排队中")]).toEqual(["40", "87.5%", "5", "2"]);
    const table = within(screen.getByRole("table", { name: "坐席状态" }));
    expect(table.getByText("王小兰")).toBeInTheDocument();
    expect(table.getByText("接听")).toBeInTheDocument();
  });

  test("has it refreshed every 10 s while it is on show, and not behind another tab", async () => {
    jest.useFakeTimers();
    const network = await openWorkspace({
      user: admin,
      handlers: { [whole]: () => ({ data: { ...day, inbound: 0, answered: 0, abandoned: 0, agents: [] } }) },
    });
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(figure("接听率")).toBe("—");
    expect(screen.getByText("还没有坐席")).toBeInTheDocument();
    const calls = () => network.calls(whole).length;
    expect(calls()).toBe(1);
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(calls()).toBe(3);
    act(() => void store.dispatch(opened({ to: "/callrecord" })));
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(calls()).toBe(3);
  });
});

test("a monitor sees the enterprise's day and the own", async () => {
  await openWorkspace({
    user: person({ roleType: 3, roleId: "r3" }),
    handlers: {
      [mine]: () => ({ data: myDay() }),
      [whole]: () => ({ data: { inbound: 1, answered: 1, abandoned: 0, outbound: 0, waiting: 0, agents: [] } }),
    },
  });
  expect(await screen.findByRole("region", { name: "企业今天" })).toBeInTheDocument();
  expect(await screen.findByRole("region", { name: "我的今天" })).toBeInTheDocument();
});

test("an operator sees what runs and who is signed in, and can end a sign-in", async () => {
  const row = {
    id: "s9",
    userId: "u1001",
    nickName: "王小兰",
    account: "1001",
    roleType: 2,
    createdAt: ago(60),
    lastSeenAt: ago(1),
    address: "10.0.0.9",
    device: "Chrome",
    current: false,
  };
  const network = await openWorkspace({
    user: operator(),
    handlers: {
      "GET /auth/oauth/api/platform": () => ({
        data: {
          version: "0.1.0",
          database: "PGlite",
          broker: "memory",
          switch: "embedded",
          uptimeS: 93_600,
          enterprises: 1,
          sessions: 2,
          legs: 0,
          registered: 1,
        },
      }),
      "POST /auth/token/sessions": () => ({ data: { list: [row], total: 1, pageNo: 1, pageSize: 50 } }),
      "DELETE /auth/token/sessions/s9": () => ({}),
    },
  });
  await screen.findByRole("region", { name: "平台概况" });
  expect([figure("企业"), figure("运行时间"), figure("交换机")]).toEqual(["1", "1天2小时", "内置交换机"]);
  await userEvent.click(await screen.findByRole("button", { name: "结束 王小兰 在 10.0.0.9 的登录" }));
  await waitFor(() => expect(network.calls("DELETE /auth/token/sessions/s9")).toHaveLength(1));
  expect(JSON.parse(network.calls("POST /auth/token/sessions")[0]!.text)).toMatchObject({ mine: false });
});
