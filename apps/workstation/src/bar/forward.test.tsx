import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { agentCallView } from "../testing/agent-client.ts";
import { shownBar } from "../testing/shown-bar.tsx";

const button = (name: string) => screen.getByRole("button", { name });
async function open() {
  fireEvent.click(button("更多"));
  fireEvent.click(await screen.findByRole("button", { name: "呼转" }));
  return screen.findByRole("dialog", { name: "呼转" });
}

test("K39 更多 sets the own transfer number; a refusal is said in the panel", async () => {
  const made = await shownBar({ user: { terminalType: 1 } });
  const panel = await open();
  const choice = within(panel).getByRole("combobox", { name: "呼转条件" });
  const number = within(panel).getByRole("textbox", { name: "呼转号码" });
  expect(within(panel).getByRole("button", { name: "设置呼转" })).toBeDisabled();
  expect(within(panel).queryByRole("button", { name: "取消呼转" })).toBeNull();
  fireEvent.change(choice, { target: { value: "busy,noAnswer" } });
  fireEvent.change(number, { target: { value: "139 0000-1111" } });
  fireEvent.click(within(panel).getByRole("button", { name: "设置呼转" }));
  const asked = made.commands().at(-1)!;
  expect(asked).toMatchObject({ name: "setTransferNumber", fields: { mode: "busy,noAnswer", number: "13900001111" } });
  await act(() => made.answer("setTransferNumber", -403, { msg: "不能呼转到自己的分机" }));
  expect(await within(panel).findByRole("alert")).toHaveTextContent("不能呼转到自己的分机");
});

test("K39 what is set stands in the bar until it is taken back", async () => {
  const made = await shownBar();
  act(() => made.event("transferNumber", { mode: "always", number: "13900001111" }));
  expect(await screen.findByRole("status", { name: "呼转：始终呼转到13900001111" })).toBeVisible();
  const panel = await open();
  expect(within(panel).getByRole("textbox", { name: "呼转号码" })).toHaveValue("13900001111");
  fireEvent.click(within(panel).getByRole("button", { name: "取消呼转" }));
  expect(made.commands().at(-1)).toMatchObject({ name: "cancelTransferNumber" });
  await act(() => made.answer("cancelTransferNumber"));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "呼转" })).toBeNull());
  act(() => made.event("transferNumber", { mode: "", number: "" }));
  await waitFor(() => expect(screen.queryByRole("status", { name: /呼转/ })).toBeNull());
});

test("K39 a number that was typed goes after a question, and waits behind a call", async () => {
  const made = await shownBar();
  const panel = await open();
  const number = () => screen.getByRole("textbox", { name: "呼转号码" });
  fireEvent.change(number(), { target: { value: "1390000" } });
  fireEvent.keyDown(panel, { key: "Escape" });
  const question = () => screen.getByRole("dialog", { name: "未保存" });
  fireEvent.click(within(question()).getByRole("button", { name: "继续编辑" }));
  expect(number()).toHaveValue("1390000");
  act(() => made.callIs(agentCallView()));
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "呼转号码" })).toBeNull());
  fireEvent.click(button("更多"));
  expect(number()).toHaveValue("1390000");
  fireEvent.click(button("更多"));
  fireEvent.click(within(question()).getByRole("button", { name: "放弃" }));
  fireEvent.click(button("更多"));
  expect(screen.queryByRole("dialog", { name: "呼转" })).toBeNull();
});
