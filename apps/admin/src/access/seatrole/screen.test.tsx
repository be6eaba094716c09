import { store } from "@liantai/api/client";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { refusal } from "@liantai/ui/testing";
import { role } from "../testing.ts";
import { openTab, page, signIn } from "../../testing/screen.tsx";

const all = ["role.add", "role.update", "role.delete", "role.grant"];
const list = "/pbx/api/v1/role/listDef";

test("a role is added, and one in use is not deleted: the server says why", async () => {
  const user = userEvent.setup();
  const server = signIn({}, { page: "/seatrole", buttons: all });
  server.on(list, page([role({ accounts: 3 })]));
  server.on("/pbx/api/v1/role/addDef", () => ({ id: "r2" }));
  server.on("/pbx/api/v1/role/delete", () =>
    Response.json({ code: 0, msg: "角色“外呼坐席”正被3个账号使用，不能删除", data: null }),
  );
  await openTab("/seatrole");
  await user.click(await screen.findByRole("button", { name: "新增" }));
  const form = screen.getByRole("dialog", { name: "新增坐席角色" });
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(form).findByText("请输入角色名称")).toBeVisible();
  await user.type(within(form).getByLabelText(/角色名称/), "夜班");
  await user.click(within(form).getByRole("radio", { name: "班长" }));
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.asked.find(({ path }) => path.endsWith("/addDef"))!.body).toEqual({
    name: "夜班",
    remark: "",
    roleType: 3,
  });
  await user.click(await screen.findByRole("button", { name: "删除" }));
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "删除" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByText("外呼坐席")).toBeVisible();
});

test("授权 opens 角色授权 at the role", async () => {
  const user = userEvent.setup();
  const server = signIn({}, { page: "/seatrole", buttons: all });
  server.on(list, page([role()]));
  await openTab("/seatrole");
  await user.click(await screen.findByRole("button", { name: "授权" }));
  expect(store.getState().workspace).toMatchObject({ active: "/role/setrolemenu" });
  expect(store.getState().workspace.tabs.at(-1)).toMatchObject({ search: "compId=100001&roleId=r1" });
});

test("without buttons there is only the list", async () => {
  const server = signIn({}, { page: "/seatrole", buttons: [] });
  server.on(list, page([role()]));
  await openTab("/seatrole");
  expect(await screen.findByText("外呼坐席")).toBeVisible();
  for (const name of ["新增", "编辑", "删除", "授权"]) expect(screen.queryByRole("button", { name })).toBeNull();
});

test("who may not read it is told so", async () => {
  signIn({}, { page: "/seatrole", buttons: [] }).on(list, () => refusal("forbidden", "您没有权限执行此操作"));
  await openTab("/seatrole");
  expect(await screen.findByText("您没有权限查看此内容")).toBeVisible();
});
