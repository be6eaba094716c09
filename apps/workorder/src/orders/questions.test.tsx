import { opened, store } from "@liantai/api/client";
import { formStreamApi, orderSheetApi } from "@liantai/api/contract/work-orders";
import { page } from "@liantai/ui/testing";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { order, ordersServer, values } from "./testing/fixtures.ts";

async function open(to: string) {
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to })));
  await screen.findByRole("cell", { name: "宽带不通" });
}

test("W67 the list asks for when orders were made and where they came from, shows the latter, and is exported so", async () => {
  const user = userEvent.setup();
  const server = ordersServer();
  const asked = () => server.bodies(formStreamApi.list.path).at(-1);
  server.on(formStreamApi.list.path, page([{ ...order, source: "link", values, targets: [] }]));
  server.on(orderSheetApi.export.path, () => ({ id: "job" }));
  await open("/workorderinformation");
  await user.selectOptions(screen.getByRole("combobox", { name: "来源" }), "客户链接");
  const [from, to] = ["2026-11-01 00:00:00", "2026-11-02 23:59:59"];
  fireEvent.change(screen.getByLabelText("创建时间从"), { target: { value: to } });
  fireEvent.change(screen.getByLabelText("创建时间到"), { target: { value: from } });
  await user.click(screen.getByRole("button", { name: "查询" }));
  expect(await screen.findByText("开始时间不能晚于结束时间")).toBeVisible();
  expect(asked()).not.toHaveProperty("source");
  fireEvent.change(screen.getByLabelText("创建时间从"), { target: { value: from } });
  fireEvent.change(screen.getByLabelText("创建时间到"), { target: { value: to } });
  await user.click(screen.getByRole("button", { name: "查询" }));
  const question = { scope: "mine", source: "link", startTime: from, endTime: to };
  await waitFor(() => expect(asked()).toMatchObject(question));
  await user.click(screen.getByRole("button", { name: "导出" }));
  await waitFor(() => expect(server.bodies(orderSheetApi.export.path)).toMatchObject([question]));
  await user.click(screen.getByRole("button", { name: "列" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: "来源" }));
  expect(within(await screen.findByRole("row", { name: /宽带不通/ })).getByText("客户链接")).toBeInTheDocument();
});

test("W67 the list of robots' orders does not ask for another source", async () => {
  const server = ordersServer();
  await open("/robotworkorderinformation");
  expect(server.bodies(formStreamApi.list.path).at(-1)).toMatchObject({ source: "robot" });
  expect(screen.queryByRole("combobox", { name: "来源" })).toBeNull();
  expect(screen.getByLabelText("创建时间从")).toBeVisible();
});
