import { assistanceApi, taskSupervisionApi } from "@liantai/api/contract/admin";
import { bus, type BusEvents } from "@liantai/bus";
import { pressItem } from "@liantai/ui/testing";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../testing/screen.tsx";
import { seat } from "./testing/seats.ts";

async function open(may = 1) {
  const fake = signIn({ roleType: 3, agentId: "1005", userName: "1000012005" });
  fake.on(assistanceApi.list.path, () => []);
  fake.on("/dca/api/v1/agentState/monitor", () => ({ asOf: Date.now(), seats: [seat("1001")] }));
  fake.on("/pbx/api/v1/businessPurview/selectByRoleId", () => [{ key: "monitor", value: may }]);
  await openTab("/headmanmonitor");
  await screen.findByText("坐席1001");
  return fake;
}

test("R6 tasks of the own seats are listed, and started and stopped through the workstation; a stop is asked about", async () => {
  const user = userEvent.setup();
  const orders: BusEvents["task.order"][] = [];
  const end = bus.subscribe("task.order", (payload) => orders.push(payload));
  const fake = await open();
  const task = (id: string, state: string, over: object = {}) => ({
    ...{ id, taskIdentity: `任务${id}`, ftype: 3, state, seats: 4, joined: 2 },
    ...over,
  });
  const rows = [task("t1", "running"), task("t2", "paused", { seats: 0, joined: 0 })];
  fake.on(taskSupervisionApi.list.path, () => ({ list: rows, total: 2, pageNo: 1, pageSize: 10 }));
  await user.click(await screen.findByRole("button", { name: "外呼任务" }));
  const drawer = within(await screen.findByRole("dialog", { name: "外呼任务" }));
  const line = async (name: string) => within((await drawer.findByText(name)).closest("tr")!);
  expect((await line("任务t1")).getByText("2 / 4")).toBeVisible();
  expect((await line("任务t1")).queryByRole("button", { name: "启动" })).toBeNull();
  await user.click((await line("任务t2")).getByRole("button", { name: "启动" }));
  expect(orders).toEqual([{ command: "taskStart", taskId: "t2", taskIdentity: "任务t2" }]);
  await user.click((await line("任务t1")).getByRole("button", { name: "更多" }));
  await pressItem(user, "停止");
  const question = within(await screen.findByRole("alertdialog"));
  expect(orders).toHaveLength(1);
  await user.click(question.getByRole("button", { name: "停止" }));
  await waitFor(() => expect(orders.at(-1)).toEqual({ command: "taskStop", taskId: "t1", taskIdentity: "任务t1" }));
  const asked = () => fake.bodies(taskSupervisionApi.list.path);
  const before = asked().length;
  act(() => bus.publish("task.ordered", { taskId: "t1" }));
  await waitFor(() => expect(asked()).toHaveLength(before + 1));
  await user.type(drawer.getByLabelText("任务标识"), "回访{Enter}");
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ taskIdentity: "回访", pageNo: 1 }));
  end();
});

test("R6 who may not supervise has no list of tasks", async () => {
  await open(0);
  expect(screen.getByRole("button", { name: "通话质量" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "外呼任务" })).toBeNull();
});
