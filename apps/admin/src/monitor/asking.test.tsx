/** Commands of 实时监控 that ask for more before they are sent: their forms wait for what becomes of it. */
import { assistanceApi, type LiveAgent } from "@liantai/api/contract/admin";
import { bus, type BusEvents } from "@liantai/bus";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../testing/screen.tsx";
import { agent, seat, talking } from "./testing/seats.ts";

const asked: BusEvents["seat.supervise"][] = [];
const end = bus.subscribe("seat.supervise", (payload) => asked.push(payload));
afterAll(() => end());
beforeEach(() => {
  asked.length = 0;
  localStorage.clear();
});

/** What the workstation says of the last thing that a form asked it for, and waits for. */
async function supervised(command: object, refusal?: string) {
  await waitFor(() => expect(asked.at(-1)).toEqual({ ...command, asking: expect.any(String) as unknown }));
  const { asking = "" } = asked.at(-1)!;
  await act(async () => bus.publish("seat.supervised", { asking, ...(refusal === undefined ? {} : { refusal }) }));
}

const pull = (agents: readonly LiveAgent[], full = false) => act(() => bus.publish("agents.pull", { full, agents }));

async function open(seats: readonly object[] = [seat("1001"), seat("1002"), seat("1003")]) {
  const fake = signIn({ roleType: 3, agentId: "1005", userName: "1000012005" });
  fake.on(assistanceApi.list.path, () => []);
  fake.on("/dca/api/v1/agentState/monitor", () => ({ asOf: Date.now(), seats }));
  fake.on("/pbx/api/v1/businessPurview/selectByRoleId", () => [{ key: "monitor", value: 1 }]);
  await openTab("/realtimemonitoring");
  await screen.findByText("坐席1001");
  await screen.findByRole("columnheader", { name: /操作/ });
}

const buttons = (name: string) =>
  within(screen.getByText(name).closest("tr")!.querySelector<HTMLElement>("[data-acts]")!)
    .queryAllByRole("button")
    .map((button) => button.textContent);

test("K39 呼转 of a seat's row: what is set stands in the form; the workstation is asked, or to take it back", async () => {
  await open();
  pull([agent("1001", { code: 0 })], true);
  const ask = async () => {
    await userEvent.click(screen.getByRole("button", { name: "呼转坐席1001" }));
    return screen.findByRole("dialog", { name: "坐席坐席1001的呼转" });
  };
  let dialog = await ask();
  await userEvent.selectOptions(await within(dialog).findByRole("combobox", { name: "呼转条件" }), "占线、无应答");
  await userEvent.type(await within(dialog).findByRole("textbox", { name: /呼转号码/ }), "13900001111");
  await userEvent.click(within(dialog).getByRole("button", { name: "保存" }));
  const wanted = { command: "setTransferNumber", agentId: "1001", mode: "busy,noAnswer", number: "13900001111" };
  await supervised(wanted, "不能呼转到本企业的接入号");
  // Refused, it says why and keeps what was typed.
  expect(within(dialog).getByRole("alert")).toHaveTextContent("不能呼转到本企业的接入号");
  expect(within(dialog).getByRole("textbox", { name: /呼转号码/ })).toHaveValue("13900001111");
  await userEvent.click(within(dialog).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(asked).toHaveLength(2));
  await supervised(wanted);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  dialog = await ask();
  await userEvent.click(await within(dialog).findByRole("button", { name: "保存" }));
  await supervised({ command: "cancelTransferNumber", agentId: "1001" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("K39 a number that is shown masked stays as it is set while the condition is changed", async () => {
  await open([seat("1001", { forwardModes: "busy", forwardTo: "139****1111" })]);
  pull([agent("1001", { code: 0 })], true);
  await userEvent.click(screen.getByRole("button", { name: "呼转坐席1001" }));
  const dialog = within(await screen.findByRole("dialog", { name: "坐席坐席1001的呼转" }));
  expect(await dialog.findByRole("textbox", { name: /呼转号码/ })).toHaveValue("139****1111");
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: "呼转条件" }), "始终");
  await userEvent.click(dialog.getByRole("button", { name: "保存" }));
  await supervised({ command: "setTransferNumber", agentId: "1001", mode: "always" });
});

test("K59 转给 of a seat's row: a seat that can take the call now, found by name or work number; the workstation is asked", async () => {
  await open([seat("1001"), seat("1002"), seat("1003"), seat("1004"), seat("1005"), seat("1006")]);
  pull(
    [
      talking("1001"),
      agent("1002", { code: 2, statusName: "午餐" }),
      agent("1003"),
      { ...talking("1004", { phase: "consulting" }), code: 11 },
      agent("1005"),
      agent("1006", { registered: false }),
    ],
    true,
  );
  // A call of several is not given away, and the own work number is no answer.
  expect(buttons("坐席1004")).toEqual(["监听", "密语", "强插", "对话", "强拆"]);
  await userEvent.click(screen.getByRole("button", { name: "转给坐席1001" }));
  const dialog = within(await screen.findByRole("dialog", { name: "把坐席坐席1001的通话转给" }));
  const offered = () => dialog.queryAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
  await waitFor(() => expect(offered()).toEqual(["坐席1003（1003）空闲", "坐席1002（1002）午餐"]));
  await userEvent.click(dialog.getByRole("button", { name: "转给" }));
  expect(await dialog.findByText("请选择接听的坐席")).toBeVisible();
  expect(asked).toEqual([]);
  await userEvent.type(dialog.getByRole("textbox", { name: "查找" }), "1002");
  expect(offered()).toEqual(["坐席1002（1002）午餐"]);
  await userEvent.click(dialog.getByRole("radio"));
  await userEvent.click(dialog.getByRole("button", { name: "转给" }));
  await supervised({ command: "switch", agentId: "1001", target: "1002" }, "对方坐席忙，请稍后再试");
  expect(dialog.getByRole("alert")).toHaveTextContent("对方坐席忙，请稍后再试");
});

test("B11 协助录音: begun, marked and stopped where nothing records by itself; else marked alone; a pause is the agent's", async () => {
  await open();
  const recording = (state: "on" | "paused" | "off", auto: boolean) =>
    pull([talking("1001", { recording: { state, auto } })]);
  const ask = async () => {
    await userEvent.click(screen.getByRole("button", { name: "录音坐席1001" }));
    return screen.findByRole("dialog", { name: "坐席坐席1001的录音" });
  };
  const offered = (dialog: HTMLElement) =>
    within(dialog)
      .getAllByRole("radio")
      .map((radio) => radio.closest("label")?.textContent);
  recording("paused", true);
  expect(buttons("坐席1001")).toEqual(["监听", "密语", "强插", "对话", "转给", "强拆"]);
  recording("off", false);
  expect(buttons("坐席1001")).toEqual(["监听", "密语", "强插", "对话", "转给", "录音", "强拆"]);
  let dialog = await ask();
  expect(offered(dialog)).toEqual(["开始录音"]);
  await userEvent.click(within(dialog).getByRole("button", { name: "确定" }));
  await supervised({ command: "assistRecord", agentId: "1001", action: "start" });
  recording("on", false);
  dialog = await ask();
  expect(offered(dialog)).toEqual(["标记录音", "停止录音"]);
  await userEvent.type(within(dialog).getByRole("textbox", { name: "标记说明" }), "客户同意续约");
  await userEvent.click(within(dialog).getByRole("button", { name: "确定" }));
  await supervised({ command: "assistRecord", agentId: "1001", action: "mark", text: "客户同意续约" });
  recording("on", true);
  dialog = await ask();
  expect(offered(dialog)).toEqual(["标记录音"]);
});
