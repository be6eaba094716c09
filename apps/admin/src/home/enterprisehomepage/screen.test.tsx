import { activated, opened, selectActiveTab, store } from "@liantai/api/client";
import { bus } from "@liantai/bus";
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../../testing/screen.tsx";
import { formatBytes } from "./model.ts";

const paths = {
  day: "/da/api/v1/component/serviceAmount",
  account: "/da/api/v1/component/account",
  trend: "/cdr/api/v1/largeScreen/getIcomingTrendInfo",
  states: "/dca/api/v1/agentState/enterprise",
  menus: "/pbx/api/v1/menu/route",
};
const menu = (url: string) => ({
  id: url,
  name: url,
  url,
  alias: null,
  icon: null,
  category: 2,
  code: null,
  children: [],
});
const sums = (over: object = {}) => ({
  inbound: 45,
  answered: 35,
  abandoned: 6,
  shortAbandoned: 2,
  lost: 4,
  decided: 39,
  leveled: 0,
  withinLevel: 0,
  queueAnswered: 30,
  waitMs: 540_000,
  dialled: 8,
  connected: 6,
  handled: 40,
  talkMs: 6_000_000,
  wrapMs: 1_200_000,
  occupiedMs: 9_200_000,
  idleMs: 800_000,
  ...over,
});
const day = (over: object = {}) => ({
  asOf: "2026-11-20 09:30:05",
  from: "2026-11-20 00:00:00",
  to: "2026-11-20 23:59:59",
  today: sums(),
  yesterday: sums({ inbound: 40, answered: 39, decided: 39, waitMs: 600_000, dialled: 0 }),
  live: { waiting: 1, talking: 3, waitingSince: "2026-11-20 09:29:00", from: "2026-11-19 23:50:10" },
  groups: [
    {
      id: "g1",
      name: "客服",
      offered: 30,
      answered: 26,
      abandoned: 3,
      waiting: 1,
      serviceLevel: 80,
      thresholdS: 20,
      averageWaitS: 18,
    },
  ],
  agents: [{ agentId: "1001", name: "王小兰", calls: 21, answered: 19, talkS: 1_900 }],
  ...over,
});
const account = (over: object = {}) => ({ balance: "128.5000", arrears: 0, storageBytes: 5_452_595, ...over });
const hours = Array.from({ length: 24 }, (_, hour) => ({
  hour,
  inbound: hour === 9 ? 30 : hour === 10 ? 10 : 0,
  answered: hour === 9 ? 25 : 0,
  outbound: 0,
  yesterday: hour === 8 ? 12 : 0,
}));
const states = {
  agents: [
    { agentId: "1001", name: "王小兰", code: 8, since: "2026-11-20 09:00:00", reason: "answered" },
    ...["1002", "1003"].map((agentId) => ({
      agentId,
      name: agentId,
      code: 1,
      since: "2026-11-20 09:00:00",
      reason: "signIn",
    })),
  ],
};

function server(answer: () => unknown = day) {
  const fake = signIn();
  fake.on(paths.day, () => answer());
  fake.on(paths.account, () => account());
  fake.on(paths.menus, () => [menu("/enterprisehomepage"), menu("/callrecord")]);
  fake.on(paths.trend, () => hours);
  fake.on(paths.states, () => states);
  fake.on("/crm/api/v1/reminder/mine", () => ({}));
  return fake;
}
const figure = (name: string) =>
  screen.getAllByText(name).find((e) => e.tagName === "DT")!.nextElementSibling?.textContent;

afterEach(() => jest.useRealTimers());

const tile = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name} `) });
const value = (name: string) => tile(name).querySelector("[data-value]")?.textContent;

test("shows figures, states, groups and seats; what cannot be divided is a dash", async () => {
  server();
  await openTab("/enterprisehomepage");
  await screen.findByText("128.5000");
  expect(
    ["呼入量", "接听率", "外呼接通量", "通话中", "服务水平", "平均处理时长", "平均应答速度", "占用率"].map(value),
  ).toEqual(["45", "89.7%", "6", "3", "—", "03:00", "00:18", "92.0%"]);
  expect(["余额（元）", "存储用量"].map(figure)).toEqual(["128.5000", "5.2 MB"]);
  expect(screen.queryByText("企业已欠费！")).toBeNull();
  expect(screen.getByText("截至 09:30:05，有变化时更新")).toBeVisible();
  expect(await screen.findByRole("img", { name: "坐席状态：空闲2人，通话中1人" })).toBeVisible();
  const group = within(screen.getByRole("table", { name: "技能组" })).getByRole("row", { name: /客服/ });
  expect(
    within(group)
      .getAllByRole("cell")
      .map((c) => c.textContent),
  ).toEqual(["30", "26", "3", "1", "00:18", "80.0%", "20秒"]);
  expect(within(screen.getByRole("table", { name: "通话最多的坐席" })).getByText("31:40")).toBeVisible();
});

test.each([
  ["nothing", [], "您的角色还没有任何权限"],
  ["another page alone", [menu("/callrecord")], "您的角色没有企业首页的权限"],
])("a role that was granted %s is told so and asks for no figure", async (_what, menus, title) => {
  const fake = server();
  fake.on(paths.menus, () => menus);
  await openTab("/enterprisehomepage");
  expect(await screen.findByText(title)).toBeVisible();
  const figures: readonly string[] = [paths.day, paths.trend, paths.states, paths.account];
  expect(fake.asked.map(({ path }) => path).filter((path) => figures.includes(path))).toEqual([]);
});

test("a role with the first tab alone asks for its figures, not for the account, which needs 企业首页", async () => {
  const fake = server();
  fake.on(paths.menus, () => [menu("/")]);
  await openTab("/enterprisehomepage");
  await screen.findByText("截至 09:30:05，有变化时更新");
  expect(screen.queryByText("账户")).toBeNull();
  expect(fake.asked.some(({ path }) => path === paths.account)).toBe(false);
});

test("a tile says in words how it stands and how it has changed since yesterday at this time", async () => {
  server();
  await openTab("/enterprisehomepage");
  await screen.findByText("128.5000");
  expect(
    ["呼入量", "接听率", "平均应答速度", "占用率", "服务水平", "外呼量", "放弃率"].map((n) => tile(n).title),
  ).toEqual([
    "呼入量 45，较昨日同时段上升12.5%",
    "接听率 89.7%，接近，较昨日同时段下降10.3个百分点",
    "平均应答速度 00:18，达标，较昨日同时段下降2秒",
    "占用率 92.0%，未达标，与昨日同时段持平",
    "服务水平 暂无，昨日同时段无法比较",
    "外呼量 8，昨日同时段为0",
    "放弃率 10.3%，未达标，与昨日同时段持平",
  ]);
  expect(tile("呼入量")).toHaveTextContent("↑ 12.5%");
});

test("two clicks lead from a figure to its calls: formula and parts, then 通话记录 with the filters set", async () => {
  server();
  const user = userEvent.setup();
  await openTab("/enterprisehomepage");
  await screen.findByText("128.5000");
  await user.click(tile("接听率"));
  const sheet = within(await screen.findByRole("dialog", { name: "接听率" }));
  expect(sheet.getByText(/^接听量 ÷（接听量 \+ 放弃量 − 短放弃）/)).toBeVisible();
  expect(sheet.getByText("不低于90%为达标，低于80%为未达标")).toBeVisible();
  expect(
    within(sheet.getByRole("table", { name: "数值" }))
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(["呼入接听量3539查看通话", "接听量 + 放弃量（不含短放弃）3939查看通话", "接听率89.7%100%"]);
  await user.click(sheet.getByRole("button", { name: "查看通话：接听量 + 放弃量（不含短放弃）" }));
  const opened = selectActiveTab(store.getState())!;
  expect(opened.path).toBe("/callrecord");
  expect(Object.fromEntries(new URLSearchParams(opened.search))).toEqual({
    startTime: "2026-11-20 00:00:00",
    endTime: "2026-11-20 23:59:59",
    figure: "decided",
  });
  expect(screen.queryByRole("dialog", { name: "接听率" })).toBeNull();
});

test("calls of the moment are looked for from when the first of them began", async () => {
  server();
  const user = userEvent.setup();
  await openTab("/enterprisehomepage");
  await screen.findByText("128.5000");
  await user.click(tile("排队中"));
  await user.click(await screen.findByRole("button", { name: "查看通话：排队中" }));
  expect(Object.fromEntries(new URLSearchParams(selectActiveTab(store.getState())!.search))).toEqual({
    startTime: "2026-11-19 23:50:10",
    endTime: "2026-11-20 23:59:59",
    figure: "waiting",
  });
});

test("who may not open 通话记录 sees the figures and no way there", async () => {
  const fake = server();
  fake.on(paths.menus, () => [menu("/enterprisehomepage")]);
  await openTab("/enterprisehomepage");
  await screen.findByText("128.5000");
  await userEvent.click(tile("接听率"));
  await screen.findByRole("dialog", { name: "接听率" });
  expect(screen.queryByRole("button", { name: /^查看通话/ })).toBeNull();
});

test("the trend is said in a sentence, and its numbers are a table for who wants them", async () => {
  server();
  await openTab("/enterprisehomepage");
  expect(
    await screen.findByRole("img", {
      name: "今日趋势：今日呼入40次，接听25次，呼出0次，昨日呼入12次；今日呼入最多的是9时，30次",
    }),
  ).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "看数据" }));
  const table = within(screen.getByRole("table", { name: "今日趋势" }));
  expect(
    within(table.getByRole("row", { name: /^9时/ }))
      .getAllByRole("cell")
      .map((c) => c.textContent),
  ).toEqual(["30", "25", "0", "0"]);
  expect(table.getAllByRole("row")).toHaveLength(25);
});

test("arrears are called out", async () => {
  const fake = server();
  fake.on(paths.account, () => account({ balance: "-7.5000", arrears: 1 }));
  await openTab("/enterprisehomepage");
  expect(await screen.findByRole("alert")).toHaveTextContent("企业已欠费！");
});

describe("with virtual time", () => {
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const change = () => act(() => bus.publish("day.changed", {}));
  let fake: ReturnType<typeof server>;
  let answer: () => unknown;
  const asked = () => fake.asked.filter((a) => a.path === paths.day).length;

  beforeEach(async () => {
    jest.useFakeTimers();
    answer = () => day();
    fake = server(() => answer());
    await openTab("/enterprisehomepage");
    await pass(6_000);
  });

  test("figures are asked for when something has changed, at most once in 5 s, and not by the clock", async () => {
    await pass(120_000);
    expect(asked()).toBe(1);
    answer = () => day({ today: sums({ inbound: 46 }) });
    change();
    await pass(100);
    expect([asked(), value("呼入量")]).toEqual([2, "46"]);
    for (let i = 0; i < 49; i += 1) {
      change();
      await pass(100);
    }
    expect(asked()).toBe(3);
    await pass(60_000);
    expect(asked()).toBe(3);
  });

  test("nothing runs behind another tab; who comes back sees the present", async () => {
    act(() => void store.dispatch(opened({ to: "/seats" })));
    await pass(100);
    const timers = jest.getTimerCount();
    change();
    expect(jest.getTimerCount()).toBe(timers);
    await pass(60_000);
    expect(asked()).toBe(1);
    act(() => void store.dispatch(activated("/")));
    await pass(100);
    expect(asked()).toBe(2);
  });

  test("nothing runs in a hidden window", async () => {
    const visibility = jest.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    change();
    await pass(60_000);
    expect(asked()).toBe(1);
    visibility.mockRestore();
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(100);
    expect(asked()).toBe(2);
  });

  test("figures stay in sight when they cannot be read again", async () => {
    answer = () => Response.json({ code: 503, msg: "", data: null }, { status: 503 });
    change();
    await pass(100);
    expect(screen.getByText("刷新失败，显示的是上次的数据")).toBeVisible();
    expect(value("呼入量")).toBe("45");
  });
});

test("bytes read in the unit that fits", () =>
  expect([0, 1_023, 1_024, 1_572_864, 1024 ** 5].map(formatBytes)).toEqual([
    "0 B",
    "1023 B",
    "1.0 KB",
    "1.5 MB",
    "1024.0 TB",
  ]));
