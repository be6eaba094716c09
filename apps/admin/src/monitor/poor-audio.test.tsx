import { poorAudioApi } from "@liantai/api/contract/admin";
import { bus, type BusEvents } from "@liantai/bus";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openMonitor } from "./testing/seats.ts";

test("通话质量: the worst connections of the day, and the call behind one in a click", async () => {
  const opened: BusEvents["tab.open"][] = [];
  const end = bus.subscribe("tab.open", (tab) => opened.push(tab));
  const { fake } = await openMonitor(
    undefined,
    undefined,
    ["/realtimemonitoring", "/callrecord"],
    ["callrecord.detail"],
  );
  const row = {
    callId: "c-000042",
    seq: 1,
    startTime: "2026-07-01 10:20:30",
    talkS: 65,
    worstMos: 1.5,
    loss: 0.084,
    jitterMs: 12.5,
  };
  fake.on(poorAudioApi.list.path, () => [
    { ...row, customer: true, agentId: null, agentName: null, number: "138****8000", mos: 2, rttMs: null },
    { ...row, seq: 2, customer: false, agentId: "1001", agentName: "王芳", number: "1001", mos: 3.95, rttMs: 80 },
  ]);
  await userEvent.click(screen.getByRole("button", { name: "通话质量" }));
  const list = within(await screen.findByRole("dialog", { name: "今日音质最差的通话" }));
  const cells = async (name: string) =>
    within((await list.findByText(name)).closest("tr")!)
      .getAllByRole("cell")
      .map((cell) => cell.textContent);
  expect((await cells("138****8000")).slice(0, 9)).toEqual([
    "10:20:30",
    "客户",
    "138****8000",
    "01:05",
    "2.00",
    "1.5",
    "8.4%",
    "12.5",
    "—",
  ]);
  expect((await cells("王芳（1001）")).slice(0, 5)).toEqual(["10:20:30", "坐席", "王芳（1001）", "01:05", "3.95"]);
  await userEvent.click(within(list.getByText("138****8000").closest("tr")!).getByRole("button", { name: "通话" }));
  expect(opened).toEqual([{ name: "callrecord/detail", params: { callId: "c-000042" }, title: "通话 000042" }]);
  end();
});
