import { act, fireEvent, screen, within } from "@testing-library/react";
import { agentCallView } from "../testing/agent-client.ts";
import { shownBar } from "../testing/shown-bar.tsx";
import { talkTools } from "./talk-part.ts";
import { targetPanel } from "./target-part.ts";

// Loaded with the first talk; to read it from the disk takes its time on a busy machine.
beforeAll(() => Promise.all([talkTools.load(), targetPanel.load()]));

const talk = agentCallView({ callId: "c1", phase: "talking", answeredAt: 1_000_000 });
const suspended = {
  name: "身份验证",
  since: 1_000_000,
  step: "keys",
  turn: 2,
  turns: 3,
  count: 4,
  mine: true,
} as const;
const last = (made: Awaited<ReturnType<typeof shownBar>>) => made.commands().at(-1);

async function transferPanel() {
  const made = await shownBar();
  act(() => made.callIs(talk));
  fireEvent.click(screen.getByRole("button", { name: "转接" }));
  const panel = within(await screen.findByRole("dialog", { name: "转接" }));
  await panel.findAllByRole("listitem");
  return { made, panel };
}

test.each([
  ["释放转", "transfer", {}],
  ["成功转", "consult", { then: "transfer" }],
  ["通话转", "consult", {}],
  ["三方转", "consult", { then: "meeting" }],
])("K46 %s to a colleague", async (mode, name, fields) => {
  const { made, panel } = await transferPanel();
  fireEvent.click(panel.getByRole("radio", { name: mode }));
  expect(panel.getByRole("radio", { name: mode })).toBeChecked();
  // Who must answer cannot be a group without anybody.
  const none = panel.getByRole("button", { name: /售后/ });
  if (mode === "释放转") expect(none).toBeEnabled();
  else expect(none).toBeDisabled();
  fireEvent.click(panel.getByRole("button", { name: /李强/ }));
  expect(last(made)).toMatchObject({ name, fields: { callId: "c1", agentId: "1002", ...fields } });
  if (mode === "通话转") expect(last(made)?.fields).not.toHaveProperty("then");
});

test("K45 挂起转 names the voices; a refusal leaves the panel", async () => {
  const { made, panel } = await transferPanel();
  fireEvent.click(panel.getByRole("radio", { name: "挂起转" }));
  expect(panel.getAllByRole("listitem").map((row) => row.textContent)).toEqual(["身份验证输入号码", "服务公告播放"]);
  fireEvent.click(panel.getByRole("button", { name: /身份验证/ }));
  expect(last(made)).toMatchObject({
    name: "suspendTransfer",
    fields: { callId: "c1", action: "start", target: "v1" },
  });
  await act(() => made.answer("suspendTransfer", -403, { msg: "挂起转目标不存在或已停用" }));
  expect(made.notices()).toContain("挂起转目标不存在或已停用");
  expect(screen.getByRole("dialog", { name: "转接" })).toBeVisible();
});

test("K45 meanwhile the bar says where the customer is, and fetches him back; what is refused cannot be pressed", async () => {
  const made = await shownBar();
  act(() => made.callIs({ ...talk, held: true, suspended }));
  const panel = within(await screen.findByRole("dialog", { name: "挂起转中" }));
  expect(panel.getByRole("status", { name: "挂起转状态" })).toHaveTextContent(
    "客户在「身份验证」，等待按键，第2次，共3次，已按4位",
  );
  expect(screen.getByRole("status", { name: "当前通话" })).toHaveTextContent("挂起转中");
  for (const name of ["咨询", "转接"]) expect(screen.getByRole("button", { name })).toBeDisabled();
  fireEvent.click(panel.getByRole("button", { name: "取回客户" }));
  expect(last(made)).toMatchObject({ name: "suspendTransfer", fields: { callId: "c1", action: "takeBack" } });
  act(() => made.callIs({ ...talk, held: true, suspended: { ...suspended, step: "closing" } }));
  expect(panel.getByRole("button", { name: "取回客户" })).toBeDisabled();
  act(() => made.callIs({ ...talk, held: true, suspended: { ...suspended, mine: false } }));
  expect(panel.queryByRole("button", { name: "取回客户" })).toBeNull();
});
