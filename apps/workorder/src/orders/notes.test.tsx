import { opened, store } from "@liantai/api/client";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { found, ordersServer } from "./testing/fixtures.ts";

test("W3 a note is written on an order, and its priority changed to another", async () => {
  const user = userEvent.setup();
  const server = ordersServer();
  server.on(formStreamApi.find.path, () => ({ ...found, actions: ["comment", "prioritize"] }));
  server.on(formStreamApi.handle.path, () => ({ seq: 6, workCode: "GD20261101000001", state: "handling" }));
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation", params: { caseId: "o1" } })));
  const sheet = within(await screen.findByRole("dialog", { name: "工单 GD20261101000001" }));
  const ask = async (name: string) => {
    await user.click(await sheet.findByRole("button", { name }));
    return within(await screen.findByRole("dialog", { name }));
  };
  const note = await ask("备注");
  await user.click(note.getByRole("button", { name: "备注" }));
  expect(await note.findByText("请填写备注内容")).toBeVisible();
  await user.type(note.getByRole("textbox", { name: /^备注内容/ }), "客户下午在家");
  await user.click(note.getByRole("button", { name: "备注" }));
  const steps = () => server.bodies(formStreamApi.handle.path);
  await waitFor(() => expect(steps()).toEqual([{ id: "o1", command: "comment", seq: 5, text: "客户下午在家" }]));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "备注" })).toBeNull());
  const priority = await ask("调整优先级");
  // It is 紧急 now.
  const choice = priority.getByRole("combobox", { name: /^优先级/ });
  expect(within(choice).queryByRole("option", { name: "紧急" })).toBeNull();
  await user.selectOptions(choice, "低");
  await user.click(priority.getByRole("button", { name: "调整优先级" }));
  await waitFor(() => expect(steps().at(-1)).toEqual({ id: "o1", command: "prioritize", seq: 5, priority: 4 }));
});
