import { flowApi } from "@liantai/api/contract/flow-editor";
import { openTabOf } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Root } from "../../root.tsx";
import { bodyWith, small } from "./testing/design.ts";
import { flowServer, loaded } from "./testing/flows.ts";

const card = (name: string) => screen.getByRole("group", { name: new RegExp(`节点：${name}(，|$)`) });

async function open() {
  const user = userEvent.setup();
  // In the page the nodes stand otherwise than a call meets them: 开始, 主菜单, 转客服, 再见.
  const [start, menu, service, bye] = small;
  const flow = JSON.stringify(bodyWith({ 主流程: [bye!, menu!, service!, start!] }));
  flowServer().on(flowApi.find.path, () => ({ ...loaded, flow }));
  await openTabOf(Root, "/knownnav", "?id=f1");
  await screen.findByRole("group", { name: /挂机节点：再见/ });
  return user;
}

test("E23 Tab comes into the graph at the first node of a call and leads out behind the last, there and back", async () => {
  const user = await open();
  screen.getByRole("button", { name: "添加接口调用节点" }).focus();
  for (const next of ["开始", "主菜单", "转客服", "再见"]) {
    await user.keyboard("{Tab}");
    await waitFor(() => expect(card(next)).toHaveFocus());
  }
  await user.keyboard("{Tab}");
  expect(screen.getByRole("button", { name: "放大" })).toHaveFocus();
  for (const next of ["再见", "转客服", "主菜单", "开始"]) {
    await user.keyboard("{Shift>}{Tab}{/Shift}");
    await waitFor(() => expect(card(next)).toHaveFocus());
  }
  await user.keyboard("{Shift>}{Tab}{/Shift}");
  expect(screen.getByRole("button", { name: "添加接口调用节点" })).toHaveFocus();
});

test("E23 several nodes are chosen by keys, and Tab leaves them chosen; Esc keeps the focus where it is", async () => {
  const user = await open();
  card("主菜单").focus();
  await user.keyboard("{Enter}{Tab}");
  await waitFor(() => expect(card("转客服")).toHaveFocus());
  expect(await screen.findByLabelText("节点名称")).toHaveValue("主菜单");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("已选择2个节点");
  await user.keyboard("{Escape}");
  expect(await screen.findByLabelText("节点名称")).toHaveValue("主菜单");
  await waitFor(() => expect(card("转客服")).toHaveFocus());
});

test("E23 the editor says its keys, by ? and by a button, but not while somebody types", async () => {
  const user = await open();
  card("主菜单").focus();
  await user.keyboard("?");
  const dialog = within(await screen.findByRole("dialog", { name: "操作说明" }));
  expect(dialog.getByText("Ctrl+F").nextSibling).toHaveTextContent("查找节点");
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "操作说明" }));
  await user.click(within(await screen.findByRole("dialog")).getAllByRole("button", { name: "关闭" })[0]!);
  card("主菜单").focus();
  await user.keyboard("{Enter}");
  await user.type(await screen.findByLabelText("节点名称"), "?");
  expect(screen.queryByRole("dialog")).toBeNull();
});
