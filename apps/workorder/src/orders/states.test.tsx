import { opened, store, telephonyChanged } from "@liantai/api/client";
import { formStreamApi, orderChartApi, orderSheetApi } from "@liantai/api/contract/work-orders";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../root.tsx";
import { ordersServer } from "./testing/fixtures.ts";

test("W65 what is shown is counted by state, and exported by the same questions to the page's socket", async () => {
  const user = userEvent.setup();
  const server = ordersServer();
  store.dispatch(telephonyChanged({ socketId: "s1" }));
  server.on(orderChartApi.states.path, () => ({
    total: 4,
    states: [
      { state: "draft", name: "草稿", count: 0, statuses: [] },
      { state: "handling", name: "处理中", count: 3, statuses: [{ status: "等客户回复", count: 1 }] },
    ],
  }));
  server.on(orderChartApi.exportStates.path, () => ({ id: "job", msg: "导出任务已创建" }));
  render(<Root />);
  await act(async () => void store.dispatch(opened({ to: "/workorderinformation" })));
  await screen.findByRole("cell", { name: "宽带不通" });
  await user.click(screen.getByRole("button", { name: "全部" }));
  await waitFor(() => expect(server.bodies(formStreamApi.list.path).at(-1)).toMatchObject({ scope: "all" }));
  await user.click(screen.getByRole("button", { name: "统计" }));
  const drawer = within(await screen.findByRole("dialog", { name: "工单状态统计" }));
  const table = within(await drawer.findByRole("table", { name: "工单状态" }));
  expect(table.getByRole("row", { name: "处理中 3 75.00%" })).toBeVisible();
  expect(table.getByRole("row", { name: "等客户回复 1 25.00%" })).toBeVisible();
  await user.click(drawer.getByRole("button", { name: "导出" }));
  const question = { scope: "all", formId: "f1" };
  await waitFor(() =>
    expect(server.bodies(orderChartApi.exportStates.path)).toMatchObject([{ ...question, socketId: "s1" }]),
  );
  expect(server.bodies(orderChartApi.states.path)).toMatchObject([question]);
  // The list's own export, too.
  server.on(orderSheetApi.export.path, () => ({ id: "job", msg: "导出任务已创建" }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "工单状态统计" })).toBeNull());
  await user.click(screen.getByRole("button", { name: "导出" }));
  await waitFor(() =>
    expect(server.bodies(orderSheetApi.export.path)).toMatchObject([{ ...question, socketId: "s1" }]),
  );
  store.dispatch(telephonyChanged({ socketId: "" }));
});
