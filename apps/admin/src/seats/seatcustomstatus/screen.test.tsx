import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { agentApi, agentGroupApi, seatStatusApi } from "@liantai/api/contract/admin";
import { openTab, page, startOver } from "../../testing/screen.tsx";
import type { FakeServer } from "@liantai/ui/testing";
import { agent, group, seatStatus } from "../../testing/seats.ts";

let server: FakeServer;

beforeEach(() => {
  server = startOver();
  server.on(
    seatStatusApi.list.path,
    page([
      seatStatus(),
      seatStatus({
        id: "s2",
        statusName: "外勤",
        everyone: 0,
        groups: [{ id: "g1", name: "客服部" }],
        maxMinutes: 0,
        maxPerDay: 0,
        inUse: 0,
      }),
    ]),
  );
  server.on(agentGroupApi.list.path, page([group(), group({ id: "g2", name: "一组", parentId: "g1" })]));
  server.on(agentApi.list.path, page([agent(), agent({ agentId: "1002", name: "王志强" })]));
});

test("自定义状态 says who may use what and how far", async () => {
  await openTab("/seatcustomstatus");
  expect(await screen.findByText("每日4次，单次15分钟")).toBeVisible();
  expect(screen.getByText("全部坐席")).toBeVisible();
  expect(screen.getByText("客服部")).toBeVisible();
});

test("限制: numbers and what follows are saved together", async () => {
  const user = userEvent.setup();
  server.on(seatStatusApi.restrict.path, () => null);
  await openTab("/seatcustomstatusrestrictions");
  await user.click((await screen.findAllByRole("button", { name: "设置" }))[0]!);
  const form = within(await screen.findByRole("dialog", { name: "设置限制：休息" }));
  await user.clear(form.getByLabelText("同时人数上限"));
  await user.type(form.getByLabelText("同时人数上限"), "3");
  await user.click(form.getByRole("radio", { name: "强制置闲" }));
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(seatStatusApi.restrict.path).at(-1)).toEqual({
      id: "s1",
      maxAtOnce: 3,
      maxAtOnceGroup: 0,
      maxMinutes: 15,
      maxPerDay: 4,
      overEntry: "refuse",
      overTime: "ready",
    }),
  );
});

test("分配: from everybody to some groups and seats", async () => {
  const user = userEvent.setup();
  server.on(seatStatusApi.allocate.path, () => null);
  await openTab("/allocationSeatCustomstatus");
  await user.selectOptions(await screen.findByLabelText("自定义状态"), "休息");
  expect(await screen.findByRole("button", { name: "保存" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "指定坐席组和坐席" }));
  await user.click(await screen.findByRole("treeitem", { name: /一组/ }));
  await user.click(await screen.findByRole("option", { name: /王志强/ }));
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(seatStatusApi.allocate.path).at(-1)).toEqual({
      id: "s1",
      everyone: 0,
      groupIds: ["g2"],
      agentIds: ["1002"],
    }),
  );
});
