import { selectActiveTab, store } from "@liantai/api/client";
import { bus, type BusEvents } from "@liantai/bus";
import { assistanceApi, type LiveAgent } from "@liantai/api/contract/admin";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { scrollsThinly } from "@liantai/ui/testing";
import { openTab, signIn } from "../testing/screen.tsx";
import { agent, monitorPaths, openMonitor, seat, talking } from "./testing/seats.ts";

const heard: { [K in "agents.follow" | "seat.supervise"]: BusEvents[K][] } = {
  "agents.follow": [],
  "seat.supervise": [],
};
const ends = [
  bus.subscribe("agents.follow", (payload) => heard["agents.follow"].push(payload)),
  bus.subscribe("seat.supervise", (payload) => heard["seat.supervise"].push(payload)),
];
afterAll(() => ends.forEach((end) => end()));
beforeEach(() => {
  heard["agents.follow"] = [];
  heard["seat.supervise"] = [];
  localStorage.clear();
});

const pull = (agents: readonly LiveAgent[], full = false) => act(() => bus.publish("agents.pull", { full, agents }));

const row = (name: string) => screen.getByText(name).closest("tr")!;
const buttons = (name: string) =>
  within(row(name).querySelector<HTMLElement>("[data-acts]")!)
    .queryAllByRole("button")
    .map((button) => button.textContent);

test("a limit marks the seats whose column is beyond it, of the day and of the moment, and says each once", async () => {
  const user = userEvent.setup();
  const texts: string[] = [];
  const end = bus.subscribe("notification.show", ({ title, text }) => void texts.push(`${title}：${text}`));
  await openMonitor("/realtimemonitoring", [seat("1001", { missed: 4 }), seat("1002"), seat("1003", { answered: 2 })]);
  pull([talking("1001"), { ...talking("1002"), level: 1 }, { ...talking("1003"), level: 3 }], true);
  await user.click(screen.getByRole("button", { name: "告警设置" }));
  await user.type(await screen.findByLabelText("未接高于"), "3");
  await user.type(screen.getByLabelText("网络等级低于"), "2");
  await user.type(screen.getByLabelText("接听低于"), "3");
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(screen.getAllByTitle("超过告警设置").map((cell) => cell.textContent)).toEqual(["4", "较差", "2"]),
  );
  await waitFor(() =>
    expect(texts).toEqual([
      "坐席1001（1001）告警：未接高于3，当前4",
      "坐席1002（1002）告警：网络等级低于2，当前1",
      "坐席1003（1003）告警：接听低于3，当前2",
    ]),
  );
  end();
});

test("follows every seat as long as it is open, and shows each as it is", async () => {
  await openMonitor();
  expect(heard["agents.follow"]).toEqual([{ screen: "realtimemonitoring", agents: "*" }]);
  pull(
    [agent("1001"), talking("1002", { supervisors: [{ by: "1009", mode: "whisper" }] }), agent("1003", { code: 0 })],
    true,
  );
  expect(within(row("坐席1001")).getByText("空闲")).toBeVisible();
  expect(within(row("坐席1002")).getByText("通话中")).toBeVisible();
  expect(within(row("坐席1002")).getByText("138****8000")).toBeVisible();
  expect(within(row("坐席1002")).getByText("1009 密语")).toBeVisible();
  expect(within(row("坐席1002")).getAllByText(/^00:01:0\d$|^01:0\d$/).length).toBeGreaterThan(0);
  pull([agent("1001", { code: 2, statusName: "午餐" })]);
  expect(within(row("坐席1001")).getByText("午餐")).toBeVisible();
  expect(scrollsThinly(row("坐席1001"))).toBe(true);
});

test("every figure says its formula over its heading", async () => {
  await openMonitor();
  await userEvent.click(screen.getByRole("button", { name: "列" }));
  for (const box of await screen.findAllByRole("menuitemcheckbox", { checked: false })) await userEvent.click(box);
  const heads = () => screen.getAllByRole("columnheader").filter((head) => !head.textContent?.includes("操作"));
  await waitFor(() => expect(heads()).toHaveLength(25));
  for (const head of heads())
    expect([head.textContent, head.querySelector("[title]")?.getAttribute("title") ?? ""]).toEqual([
      head.textContent,
      expect.stringMatching(/.{4,}/),
    ]);
});

test("those in a custom status are found by its name and counted by it; what is left of it can be shown", async () => {
  await openMonitor();
  pull(
    [
      agent("1001", { code: 2, statusName: "小休", endsAt: Date.now() + 125_500 }),
      agent("1002", { code: 2, statusName: "培训", endsAt: Date.now() - 60_500 }),
      agent("1003", { code: 2 }),
    ],
    true,
  );
  // In the row, and among the counts above the list.
  for (const name of ["小休", "培训", "忙碌"])
    await waitFor(() => expect(screen.getAllByText(name, { selector: "span" })).toHaveLength(2));
  const state = screen.getByLabelText("状态");
  await screen.findByRole("option", { name: "自定义：小休" });
  await userEvent.selectOptions(state, "自定义：小休");
  await userEvent.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() => expect(screen.queryByText("坐席1002")).toBeNull());
  expect([screen.queryByText("坐席1001"), screen.queryByText("坐席1003")].map(Boolean)).toEqual([true, false]);
  // He left it: the filter stays what it is, and finds nobody.
  pull([agent("1001")]);
  expect(await screen.findByText("没有符合条件的坐席")).toBeVisible();
  expect(state).toHaveDisplayValue("自定义：小休");
  await userEvent.click(screen.getByRole("button", { name: "重置" }));
  await userEvent.click(screen.getByRole("button", { name: "列" }));
  await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: "剩余时长" }));
  expect(await within(row("坐席1002")).findByText(/^超 (00:)?01:0\d$/)).toBeVisible();
  expect(within(row("坐席1003")).queryByText(/^超/)).toBeNull();
});

test("what may be done to a seat is what fits its state; the workstation is asked, dangerous things after a question", async () => {
  await openMonitor();
  pull([agent("1001"), talking("1002"), agent("1003", { code: 5, reason: "rings" })], true);
  expect(buttons("坐席1001")).toEqual(["置忙", "状态", "呼转", "签出"]);
  expect(buttons("坐席1002")).toEqual(["监听", "密语", "强插", "对话", "转给", "强拆"]);
  expect(buttons("坐席1003")).toEqual(["代接"]);
  pull([
    agent("1001", { code: 0 }),
    talking("1002", { phase: "conference", supervisors: [{ by: "1005", mode: "listen" }] }),
  ]);
  expect(buttons("坐席1001")).toEqual(["呼转"]);
  expect(buttons("坐席1002")).toEqual(["监听", "密语", "强插", "对话", "转给", "切换", "强拆"]);
  expect(screen.getByRole("button", { name: "监听坐席1002" })).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(screen.getByRole("button", { name: "密语坐席1002" }));
  expect(heard["seat.supervise"]).toEqual([{ command: "whisper", agentId: "1002" }]);
  await userEvent.click(screen.getByRole("button", { name: "强拆坐席1002" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(heard["seat.supervise"]).toHaveLength(1);
  await userEvent.click(await within(dialog).findByRole("button", { name: "强拆" }));
  expect(heard["seat.supervise"].at(-1)).toEqual({ command: "forceHangup", agentId: "1002" });
  await userEvent.click(screen.getByRole("button", { name: "切换坐席1002" }));
  const question = within(await screen.findByRole("alertdialog", { name: "接过坐席坐席1002的通话？" }));
  expect(heard["seat.supervise"]).toHaveLength(2);
  await userEvent.click(question.getByRole("button", { name: "切换" }));
  expect(heard["seat.supervise"].at(-1)).toEqual({ command: "switch", agentId: "1002" });
});

test("状态 puts a seat into a custom status that it may use, or out of the one it is in", async () => {
  const { fake } = await openMonitor();
  fake.on("/pbx/api/v1/seatStatus/list", ({ body }) => ({
    list: body["agentId"] === "1001" ? [{ id: "lunch", statusName: "午餐" }] : [],
    total: 1,
    pageNo: 1,
    pageSize: 100,
  }));
  fake.on("/pbx/api/v1/seatStatus/bindCustomStatus", () => null);
  const bound = () => fake.bodies("/pbx/api/v1/seatStatus/bindCustomStatus");
  pull([agent("1001")], true);
  const ask = async () => {
    await userEvent.click(screen.getByRole("button", { name: "状态坐席1001" }));
    return screen.findByRole("dialog", { name: "坐席坐席1001的状态" });
  };
  let dialog = await ask();
  await userEvent.selectOptions(await within(dialog).findByRole("combobox", { name: "自定义状态" }), "午餐");
  await userEvent.click(within(dialog).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(bound()).toEqual([{ agentId: "1001", customStatus: "lunch" }]));
  pull([agent("1001", { code: 2, statusName: "午餐" })]);
  dialog = await ask();
  const chosen = await within(dialog).findByRole("combobox", { name: "自定义状态" });
  expect(chosen).toHaveValue("lunch");
  await userEvent.selectOptions(chosen, "不在自定义状态");
  await userEvent.click(within(dialog).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(bound().at(-1)).toEqual({ agentId: "1001", customStatus: "" }));
});

test("a figure of a seat opens the calls that it counts", async () => {
  await openMonitor("/realtimemonitoring", undefined, ["/realtimemonitoring", "/callrecord"]);
  await userEvent.click(await within(row("坐席1002")).findByTitle("查看坐席1002今天的这些通话"));
  const opened = selectActiveTab(store.getState())!;
  expect(opened.path).toBe("/callrecord");
  const { startTime, endTime, ...asked } = Object.fromEntries(new URLSearchParams(opened.search));
  expect(asked).toEqual({ agentId: "1002", answered: "yes" });
  expect([startTime?.slice(11), endTime?.slice(11)]).toEqual(["00:00:00", "23:59:59"]);
});

test("without 监控坐席 there is nothing to press", async () => {
  const fake = signIn({ roleType: 3, agentId: "1005", userName: "1000012005" });
  fake.on(assistanceApi.list.path, () => []);
  fake.on(monitorPaths.seats, () => ({ asOf: Date.now(), seats: [seat("1001")] }));
  const asked = jest.fn(() => []);
  fake.on(monitorPaths.purviews, asked);
  await openTab("/realtimemonitoring");
  await screen.findByText("坐席1001");
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.queryByRole("columnheader", { name: /操作/ })).toBeNull();
});

test("C10 an administrator, who has no seat, hears in the page, or at the extension that he names", async () => {
  const fake = signIn({ roleType: 1, agentId: null, userName: "1000011admin" });
  fake.on(monitorPaths.seats, () => ({ asOf: Date.now(), seats: [seat("1001"), seat("1002"), seat("1003")] }));
  fake.on(monitorPaths.purviews, () => [{ key: "monitor", value: 1 }]);
  await openTab("/realtimemonitoring");
  await screen.findByText("坐席1001");
  await screen.findByRole("columnheader", { name: /操作/ });
  pull([agent("1001"), talking("1002"), agent("1003", { code: 5, reason: "rings" })], true);
  expect(["坐席1001", "坐席1002", "坐席1003"].map(buttons)).toEqual([
    ["置忙", "状态", "呼转", "签出"],
    ["监听", "密语", "强插", "对话", "转给", "强拆"],
    ["代接"],
  ]);
  const asked: BusEvents["seat.supervise"][] = [];
  bus.subscribe("seat.supervise", (each) => void asked.push(each));
  fireEvent.click(screen.getByRole("button", { name: "监听坐席1002" }));
  fireEvent.change(screen.getByRole("textbox", { name: "接听分机" }), { target: { value: "80x09" } });
  fireEvent.click(screen.getByRole("button", { name: "代接坐席1003" }));
  expect(asked).toEqual([
    { command: "listen", agentId: "1002" },
    { command: "pickup", agentId: "1003", extension: "8009" },
  ]);
  fireEvent.change(screen.getByRole("textbox", { name: "接听分机" }), { target: { value: "" } });
});

test("seats that are followed come first when the screen opens; a star follows one, and is kept on the server", async () => {
  const seats = [seat("1001", { followed: true }), seat("1002")];
  const { follows } = await openMonitor("/realtimemonitoring", seats);
  expect(screen.queryByText("坐席1002")).toBeNull();
  seats[0] = seat("1001");
  await userEvent.click(screen.getByRole("button", { name: "关注坐席1001" }));
  await waitFor(() => expect(follows()).toEqual([expect.objectContaining({ agentId: "1001", type: 0 })]));
  // The last star is taken: the list stays the one that was asked for.
  expect(await screen.findByText("没有符合条件的坐席")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "重置" }));
  seats[1] = seat("1002", { followed: true });
  await userEvent.click(await screen.findByRole("button", { name: "关注坐席1002" }));
  expect(await screen.findByRole("button", { name: "关注坐席1002", pressed: true })).toBeVisible();
  expect(screen.getByText("坐席1001")).toBeVisible();
  expect(selectActiveTab(store.getState())).toMatchObject({ search: "followed=" });
});

test("组长监控 shows the groups, and of a chosen one its seats", async () => {
  await openMonitor("/headmanmonitor", [seat("1001"), seat("1002", { groupId: "b", groupName: "售后部" })]);
  const card = await screen.findByRole("button", { name: /售后部/ });
  // Who is there is not known yet, and nobody is said to be away.
  expect(card).toHaveTextContent("签入 — / 1正在读取状态");
  pull([agent("1001"), agent("1002", { code: 0 })], true);
  // At once, not with the next second.
  expect(card).toHaveTextContent("签入 0 / 1暂无坐席签入");
  expect(screen.getByRole("button", { name: /客服部/ })).toHaveTextContent("签入 1 / 1");
  await userEvent.click(card);
  await waitFor(() => expect(screen.queryByText("坐席1001")).toBeNull());
  expect(screen.getByText("坐席1002")).toBeVisible();
});
