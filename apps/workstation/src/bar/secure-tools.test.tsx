import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { agentCallView } from "../testing/agent-client.ts";
import { shownBar } from "../testing/shown-bar.tsx";
import { talkTools } from "./talk-part.ts";

// Loaded with the first talk; to read it from the disk takes its time on a busy machine.
beforeAll(() => talkTools.load());

const talk = (more: Parameters<typeof agentCallView>[0] = {}) =>
  agentCallView({
    callId: "c1",
    phase: "talking",
    answeredAt: 1_000_000,
    recording: { state: "on", auto: true },
    ...more,
  });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const last = (made: Awaited<ReturnType<typeof shownBar>>) => made.commands().at(-1);

test.each([0, 1, 2, 4])("K37 a seat of terminal type %i begins 安全输入 from 更多 in a talk", async (terminalType) => {
  const made = await shownBar({ user: { terminalType } });
  act(() => made.callIs(talk()));
  press("更多");
  fireEvent.click(await screen.findByRole("button", { name: "安全输入" }));
  const panel = within(await screen.findByRole("dialog", { name: "安全输入" }));
  const field = (name: string) => panel.getByRole("textbox", { name });
  fireEvent.change(field("输入内容"), { target: { value: " 银行卡号 " } });
  fireEvent.change(field("最多位数 位（1-32）"), { target: { value: "33" } });
  expect(panel.getByRole("button", { name: "开始" })).toBeDisabled();
  fireEvent.change(field("最多位数 位（1-32）"), { target: { value: "19" } });
  fireEvent.change(field("时限 秒（10-120）"), { target: { value: "30" } });
  fireEvent.click(panel.getByRole("button", { name: "开始" }));
  const fields = { callId: "c1", action: "start", name: "银行卡号", digits: "19", seconds: "30" };
  expect(last(made)).toMatchObject({ name: "secureEntry", fields });
  await act(() => made.answer("secureEntry", 1));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "安全输入" })).toBeNull());
});

test("K37 meanwhile the bar says how many keys there were, and ends it; the recording's buttons are away", async () => {
  const made = await shownBar();
  const secure = { name: "银行卡号", count: 0, most: 19, endsAt: 1_060_000, mine: true };
  act(() => made.callIs(talk({ recording: { state: "paused", auto: true, until: 1_180_000 }, secure })));
  const panel = within(await screen.findByRole("dialog", { name: "安全输入中" }));
  expect(panel.getByRole("status", { name: "安全输入状态" })).toHaveTextContent("客户正在输入银行卡号，已输入0位");
  expect(panel.getByRole("button", { name: "完成" })).toBeDisabled();
  expect(screen.queryByRole("button", { name: "恢复录音" })).toBeNull();
  act(() => made.callIs(talk({ secure: { ...secure, count: 6 } })));
  expect(panel.getByRole("status", { name: "安全输入状态" })).toHaveTextContent("已输入6位");
  fireEvent.click(panel.getByRole("button", { name: "完成" }));
  expect(last(made)).toMatchObject({ name: "secureEntry", fields: { callId: "c1", action: "finish" } });
  await act(() => made.answer("secureEntry", -403, { msg: "当前状态不能执行此操作" }));
  expect(made.notices()).toContain("当前状态不能执行此操作");
  press("更多");
  expect(await screen.findByRole("dialog", { name: "更多" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "安全输入" })).toBeNull();
  act(() => made.callIs(talk({ secure: { ...secure, mine: false } })));
  expect(panel.queryByRole("button", { name: "完成" })).toBeNull();
});
