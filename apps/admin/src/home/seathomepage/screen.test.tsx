import { bus } from "@liantai/bus";
import { selectActiveTab, store } from "@liantai/api/client";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../../testing/screen.tsx";

const paths = {
  day: "/dca/api/v1/agentState/today",
  days: "/cdr/api/v1/findAgentCdrByDay",
  figures: "/da/api/v1/component/agentCallCount",
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
const time = (minutesAgo: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai", dateStyle: "short", timeStyle: "medium" }).format(
    Date.now() - minutesAgo * 60_000,
  );
const day = (over: object = {}) => ({
  inbound: 12,
  outbound: 3,
  answered: 11,
  talkS: 3_723,
  readyS: 600,
  busyS: 0,
  wrapUpS: 90,
  states: [
    { code: 1, from: time(30), to: time(10), reason: "signIn" },
    { code: 8, from: time(10), to: null, reason: "answered" },
  ],
  ...over,
});
const sums = (over: object = {}) => ({
  inbound: 12,
  answered: 11,
  abandoned: 0,
  shortAbandoned: 0,
  lost: 0,
  decided: 11,
  leveled: 0,
  withinLevel: 0,
  queueAnswered: 0,
  waitMs: 0,
  dialled: 3,
  connected: 2,
  handled: 13,
  talkMs: 3_723_000,
  wrapMs: 90_000,
  occupiedMs: 3_900_000,
  idleMs: 600_000,
  ...over,
});
const figures = (over: object = {}) => ({
  agentId: "1001",
  asOf: "2026-11-20 09:30:05",
  from: "2026-11-20 00:00:00",
  to: "2026-11-20 23:59:59",
  today: sums(over),
  yesterday: sums({ inbound: 10 }),
});
const days = Array.from({ length: 7 }, (_, i) => ({
  day: `2026-11-${14 + i}`,
  inbound: i,
  outbound: 1,
  answered: i,
  talkS: i * 60,
}));

function server(roleType: number) {
  const fake = signIn({ roleType, agentId: "1001", userName: "1000012001" });
  fake.on(paths.day, () => day());
  fake.on(paths.days, () => days);
  fake.on(paths.figures, () => figures());
  fake.on(paths.menus, () => ["/callrecord", "/seathomepage"].map(menu));
  fake.on(paths.states, () => ({
    agents: [{ agentId: "1002", name: "李思", code: 2, since: time(1), reason: "byAgent" }],
  }));
  return fake;
}
const tile = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name} `) });
const figure = (name: string) => tile(name).querySelector("[data-value]")?.textContent;
const searched = () => Object.fromEntries(new URLSearchParams(selectActiveTab(store.getState())!.search));

test("an agent sees the own day, its states and the last seven days, and nobody else", async () => {
  const fake = server(2);
  await openTab("/seathomepage");
  expect(await screen.findByRole("img", { name: /^今日状态：空闲20:00，通话中1[0-9]:/ })).toBeVisible();
  expect(["呼入量", "通话时长", "平均处理时长", "占用率"].map(figure)).toEqual(["12", "1:02:03", "04:53", "86.7%"]);
  expect(tile("呼入量").title).toBe("呼入量 12，较昨日同时段上升20.0%");
  expect(
    await screen.findByRole("img", { name: "近七天：呼入21次，呼出7次，接听21次，通话时长21:00" }),
  ).toBeInTheDocument();
  expect(screen.getByText("未签入")).toBeVisible();
  expect(screen.queryByText("班组坐席状态")).toBeNull();
  expect(fake.asked.some((a) => a.path === paths.states)).toBe(false);
});

test("a monitor sees the states of the groups as well", async () => {
  server(3);
  await openTab("/seathomepage");
  expect(await screen.findByRole("img", { name: "坐席状态：忙碌1人" })).toBeVisible();
});

test("a monitor whose role was granted nothing asks for no states of others", async () => {
  const fake = server(3);
  fake.on(paths.menus, () => []);
  await openTab("/seathomepage");
  await screen.findByText("1:02:03");
  expect(screen.queryByText("班组坐席状态")).toBeNull();
  expect(fake.asked.some((a) => a.path === paths.states)).toBe(false);
});

test.each([
  [2, {}],
  // A monitor's list holds the groups' calls: the own ones are asked for.
  [3, { agentId: "1001" }],
])("role %i comes from a figure to the own calls", async (roleType, more) => {
  server(roleType);
  await openTab("/seathomepage");
  await screen.findByText("1:02:03");
  await userEvent.click(tile("平均处理时长"));
  await userEvent.click(await screen.findByRole("button", { name: "查看通话：处理量" }));
  expect(searched()).toEqual({
    startTime: "2026-11-20 00:00:00",
    endTime: "2026-11-20 23:59:59",
    figure: "handled",
    ...more,
  });
});

test("a call that was recorded is counted, at most one question in 5 s", async () => {
  jest.useFakeTimers();
  const fake = server(2);
  await openTab("/seathomepage");
  await act(() => jest.advanceTimersByTimeAsync(6_000));
  fake.on(paths.figures, () => figures({ inbound: 13 }));
  const asked = () => fake.asked.filter((a) => a.path === paths.figures).length;
  for (let i = 0; i < 10; i += 1) act(() => bus.publish("call.recorded", { callId: "c1", cause: "completed" }));
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect([figure("呼入量"), asked()]).toEqual(["13", 2]);
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  // What came within the pause is one question at its end.
  expect(asked()).toBe(3);
  jest.useRealTimers();
});
