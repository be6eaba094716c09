import { opened, store } from "@liantai/api/client";
import { workDelegateApi } from "@liantai/api/contract/workorder";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { ordersServer } from "./testing/fixtures.ts";

let user: ReturnType<typeof userEvent.setup>;
let server: ReturnType<typeof ordersServer>;
async function open(over: Parameters<typeof ordersServer>[1] = {}) {
  user = userEvent.setup();
  server = ordersServer([], over);
  server.on(workDelegateApi.list.path, () => []);
  server.on(workDelegateApi.save.path, () => null);
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation" })));
  await screen.findByRole("cell", { name: "宽带不通" });
  await user.click(screen.getByRole("button", { name: "代办人" }));
  const drawer = within(await screen.findByRole("dialog", { name: "代办人" }));
  expect(await drawer.findByText("现在没有人代办。")).toBeVisible();
  await user.click(drawer.getByRole("button", { name: "新增代办" }));
  return within(await screen.findByRole("dialog", { name: "新增代办" }));
}
async function name(dialog: Awaited<ReturnType<typeof open>>) {
  await user.selectOptions(dialog.getByRole("combobox", { name: /^代办人/ }), "1003 陈思雨");
  await user.type(dialog.getByRole("textbox", { name: /^开始时间/ }), "2026-12-01 00:00:00");
  await user.type(dialog.getByRole("textbox", { name: /^结束时间/ }), "2026-12-05 23:59:59");
  await user.click(dialog.getByRole("button", { name: "保存" }));
}
const times = { fromTime: "2026-12-01 00:00:00", untilTime: "2026-12-05 23:59:59" };
const saved = () => server.bodies(workDelegateApi.save.path);

test("W6 an agent names who stands in for himself, beside his orders", async () => {
  const dialog = await open();
  expect(dialog.queryByRole("combobox", { name: /^坐席/ })).toBeNull();
  expect(dialog.queryByRole("option", { name: "1001 李晓雯" })).toBeNull();
  await name(dialog);
  await waitFor(() => expect(saved()).toEqual([{ agentId: "1001", delegateId: "1003", ...times }]));
});

test("W6 a monitor names who stands in for one of his seats", async () => {
  const dialog = await open({ roleType: 3, agentId: "1005" });
  await user.selectOptions(dialog.getByRole("combobox", { name: /^坐席/ }), "1001 李晓雯");
  await name(dialog);
  await waitFor(() => expect(saved()).toEqual([{ agentId: "1001", delegateId: "1003", ...times }]));
});
