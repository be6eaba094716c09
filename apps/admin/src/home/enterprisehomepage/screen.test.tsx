import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../../testing/screen.tsx";
import { formatBytes } from "./model.ts";

const paths = {
  day: "/da/api/v1/component/serviceAmount",
  trend: "/cdr/api/v1/largeScreen/getIcomingTrendInfo",
  states: "/dca/api/v1/agentState/enterprise",
};
const day = (over: object = {}) => ({
  inbound: 40,
  answered: 35,
  abandoned: 4,
  outbound: 8,
  connected: 6,
  waiting: 1,
  live: 3,
  answerRate: 89.7,
  serviceLevel: null,
  averageWaitS: 18,
  averageTalkS: 3_723,
  balance: "128.5000",
  arrears: 0,
  storageBytes: 5_452_595,
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
const hours = Array.from({ length: 24 }, (_, hour) => ({
  hour,
  inbound: hour === 9 ? 30 : hour === 10 ? 10 : 0,
  answered: hour === 9 ? 25 : 0,
  outbound: 0,
  yesterday: hour === 8 ? 12 : 0,
}));
const states = {
  inbound: 0,
  answered: 0,
  abandoned: 0,
  outbound: 0,
  waiting: 0,
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
  fake.on(paths.trend, () => hours);
  fake.on(paths.states, () => states);
  return fake;
}
const figure = (name: string) =>
  screen.getAllByText(name).find((e) => e.tagName === "DT")!.nextElementSibling?.textContent;

afterEach(() => jest.useRealTimers());

test("shows figures, states, groups and seats; what cannot be divided is a dash", async () => {
  server();
  await openTab("/enterprisehomepage");
  await screen.findByText("128.5000");
  expect(
    ["呼入", "接听率", "呼出接通", "通话中", "服务水平", "平均通话", "余额（元）", "存储用量"].map(figure),
  ).toEqual(["40", "89.7%", "6", "3", "—", "1:02:03", "128.5000", "5.2 MB"]);
  expect(screen.queryByText("企业已欠费！")).toBeNull();
  expect(await screen.findByRole("img", { name: "坐席状态：空闲2人，通话中1人" })).toBeVisible();
  const group = within(screen.getByRole("table", { name: "技能组" })).getByRole("row", { name: /客服/ });
  expect(
    within(group)
      .getAllByRole("cell")
      .map((c) => c.textContent),
  ).toEqual(["30", "26", "3", "1", "00:18", "80.0%", "20秒"]);
  expect(within(screen.getByRole("table", { name: "通话最多的坐席" })).getByText("31:40")).toBeVisible();
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

test("arrears are called out; figures are read again every 10 s and stay when that fails", async () => {
  jest.useFakeTimers();
  let answer: () => unknown = () => day({ balance: "-7.5000", arrears: 1 });
  const fake = server(() => answer());
  await openTab("/enterprisehomepage");
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(screen.getByRole("alert")).toHaveTextContent("企业已欠费！");
  answer = () => day({ inbound: 41 });
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(fake.asked.filter((a) => a.path === paths.day)).toHaveLength(2);
  expect([figure("呼入"), screen.queryByText("企业已欠费！")]).toEqual(["41", null]);
  answer = () => Response.json({ code: 503, msg: "", data: null }, { status: 503 });
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(screen.getByText("刷新失败，显示的是上次的数据")).toBeVisible());
  expect(figure("呼入")).toBe("41");
});

test("bytes read in the unit that fits", () =>
  expect([0, 1_023, 1_024, 1_572_864, 1024 ** 5].map(formatBytes)).toEqual([
    "0 B",
    "1023 B",
    "1.0 KB",
    "1.5 MB",
    "1024.0 TB",
  ]));
