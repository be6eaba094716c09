import { act, fireEvent, screen, within } from "@testing-library/react";
import { agentCallView } from "../testing/agent-client.ts";
import { shownBar } from "../testing/shown-bar.tsx";
import { settle } from "../testing/virtual-clock.ts";
import { talkTools } from "./talk-part.ts";

// Loaded with the first talk; to read it from the disk takes its time on a busy machine.
beforeAll(() => talkTools.load());

const number = "13900139000";
const talk = (device?: { at: "own" | "phone"; moving: boolean }) =>
  agentCallView({
    callId: "c1",
    phase: "talking",
    answeredAt: 1_000_000,
    ...(device ? { device: { number, ...device } } : {}),
  });

test("T9 换电话接听 asks for the other telephone, says that it rings, and takes the talk back", async () => {
  const made = await shownBar({ user: { terminalType: 4 } });
  await act(() => made.callIs(talk({ at: "own", moving: false })));
  fireEvent.click(await screen.findByRole("button", { name: "更多" }));
  fireEvent.click(await screen.findByRole("button", { name: "换电话接听" }));
  const panel = within(await screen.findByRole("dialog", { name: "换电话接听" }));
  expect(panel.getByText("通话在本机")).toBeVisible();
  fireEvent.click(panel.getByRole("button", { name: `转到 ${number}` }));
  await act(settle);
  expect(made.commands().at(-1)).toMatchObject({ name: "moveDevice", fields: { callId: "c1", to: "phone" } });
  await act(() => made.callIs(talk({ at: "own", moving: true })));
  expect(await panel.findByText("正在呼叫…")).toBeVisible();
  expect(panel.getByRole("button", { name: `转到 ${number}` })).toBeDisabled();
  await act(() => made.callIs(talk({ at: "phone", moving: false })));
  expect(await panel.findByText(`通话在另一部电话 ${number}`)).toBeVisible();
  expect(await screen.findByText("在另一部电话")).toBeVisible();
  fireEvent.click(panel.getByRole("button", { name: "转回本机" }));
  await act(settle);
  expect(made.commands().at(-1)).toMatchObject({ name: "moveDevice", fields: { callId: "c1", to: "own" } });
});

test("T9 a seat without another telephone has nothing to choose; one whose talk is elsewhere is not said to lack sound", async () => {
  const made = await shownBar();
  await act(() => made.callIs(talk()));
  expect(await screen.findByText("声音已断开，正在恢复")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "更多" }));
  expect(await screen.findByRole("button", { name: "设备检测" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "换电话接听" })).toBeNull();
  await act(() => made.callIs(talk({ at: "phone", moving: false })));
  expect(screen.queryByText("声音已断开，正在恢复")).toBeNull();
});
