import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { agentApi, agentGroupApi, agentGroupMemberApi } from "@liantai/api/contract/admin";
import { openTab, page, startOver } from "../../testing/screen.tsx";
import type { FakeServer } from "@liantai/ui/testing";
import { agent, group } from "../../testing/seats.ts";

let server: FakeServer;
const member = (agentId: string, name: string, groupName: string | null = null) => ({
  agentId,
  name,
  roleType: 2,
  groupId: groupName && "g1",
  groupName,
});

beforeEach(() => {
  server = startOver();
  server.on(
    agentGroupApi.list.path,
    page([group(), group({ id: "g2", name: "一组", parentId: "g1", members: 1, monitors: [] })]),
  );
  server.on(agentGroupMemberApi.list.path, page([member("1001", "李晓雯")]));
  server.on(agentGroupMemberApi.findExist.path, page([member("1001", "李晓雯")]));
  server.on(agentGroupMemberApi.findNotExist.path, page([member("1002", "王志强", "客服部")]));
  server.on(agentApi.list.path, page([agent({ agentId: "1005", name: "周敏", roleType: 3 })]));
});
const open = async () => {
  await openTab("/seatsgroup");
  await screen.findByRole("treeitem", { name: /客服部/ });
};

test("the first group stands open with its monitors; another is chosen in the tree; a new one hangs under it", async () => {
  const user = userEvent.setup();
  server.on(agentGroupApi.add.path, () => ({ id: "g3" }));
  await open();
  expect(await screen.findByText("班长：周敏（1005）")).toBeVisible();
  await user.click(screen.getByRole("treeitem", { name: /一组/ }));
  await waitFor(() => expect(server.bodies(agentGroupMemberApi.list.path).at(-1)).toMatchObject({ groupId: "g2" }));
  expect(await screen.findByText("班长：未设置")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "新增下级一组" }));
  const form = within(await screen.findByRole("dialog", { name: "新增坐席组" }));
  await user.type(form.getByLabelText(/坐席组名称/), "夜班");
  await user.click(await form.findByRole("option", { name: /周敏/ }));
  await user.click(form.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(agentGroupApi.add.path).at(-1)).toEqual({
      name: "夜班",
      parentId: "g2",
      sort: 0,
      remark: "",
      monitorIds: ["1005"],
    }),
  );
});

test("members are moved in the screen that opens from the group, with the group they leave in sight", async () => {
  const user = userEvent.setup();
  server.on(agentGroupMemberApi.add.path, () => ({ count: 1 }));
  await open();
  await user.click(await screen.findByRole("button", { name: "分配成员" }));
  const outside = within(await screen.findByRole("group", { name: "组外坐席" }));
  expect(screen.getByRole("combobox", { name: "坐席组" })).toHaveValue("g1");
  await user.click(await outside.findByRole("option", { name: /王志强.*客服部/ }));
  await user.click(screen.getByRole("button", { name: "添加到组内坐席" }));
  await waitFor(() =>
    expect(server.bodies(agentGroupMemberApi.add.path).at(-1)).toEqual({ groupId: "g1", agentIds: ["1002"] }),
  );
});
