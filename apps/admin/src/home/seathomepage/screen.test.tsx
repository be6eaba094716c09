import { bus } from "@liantai/bus";
import { act, screen, waitFor } from "@testing-library/react";
import { openTab, signIn } from "../../testing/screen.tsx";

const paths = {
  day: "/dca/api/v1/agentState/today",
  days: "/cdr/api/v1/findAgentCdrByDay",
  states: "/dca/api/v1/agentState/enterprise",
};
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
  fake.on(paths.states, () => ({
    inbound: 0,
    answered: 0,
    abandoned: 0,
    outbound: 0,
    waiting: 0,
    agents: [{ agentId: "1002", name: "李思", code: 2, since: time(1), reason: "byAgent" }],
  }));
  return fake;
}
const figure = (name: string) =>
  screen.getAllByText(name).find((e) => e.tagName === "DT")!.nextElementSibling?.textContent;

test("an agent sees the own day, its states and the last seven days, and nobody else", async () => {
  const fake = server(2);
  await openTab("/seathomepage");
  expect(await screen.findByRole("img", { name: /^今日状态：空闲20:00，通话中1[0-9]:/ })).toBeVisible();
  expect(["呼入", "通话时长", "话后时长"].map(figure)).toEqual(["12", "1:02:03", "01:30"]);
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

test("a call that was recorded is counted at once", async () => {
  const fake = server(2);
  await openTab("/seathomepage");
  await screen.findByText("1:02:03");
  fake.on(paths.day, () => day({ inbound: 13 }));
  act(() => bus.publish("call.recorded", { callId: "c1", cause: "completed" }));
  await waitFor(() => expect(figure("呼入")).toBe("13"));
});
