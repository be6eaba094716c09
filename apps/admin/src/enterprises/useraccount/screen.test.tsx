import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { role } from "../../access/testing.ts";
import { openTab, page, signIn } from "../../testing/screen.tsx";
import { account } from "../parts/testing.ts";
import { linesOf } from "./batch-form.tsx";

const at = {
  page: "/useraccount",
  buttons: ["account.add", "account.update", "account.password", "account.delete", "account.bind"],
};
const api = (verb: string) => `/pbx/api/v1/account/${verb}`;

function open() {
  const server = signIn({ isSys: 1 }, at);
  server.on(
    api("listComp"),
    page([
      account(),
      account({ id: "a2", account: "1001", nickName: "李四", agentId: "1001", agentName: "李四", ofSeat: 1 }),
    ]),
  );
  server.on(
    "/pbx/api/v1/role/listComp",
    page([
      role({ id: "r2", name: "坐席", kind: "enterprise", roleType: 2 }),
      role({ id: "r1", name: "企业管理员", kind: "enterprise", roleType: 1 }),
    ]),
  );
  server.on("/pbx/api/v1/role/listDef", page([]));
  return server;
}

test("lines are accounts and names", () => {
  expect(linesOf("zhang 张 三\n\n lisi，李四 \nwangwu")).toEqual([
    { account: "zhang", nickName: "张 三" },
    { account: "lisi", nickName: "李四" },
    { account: "wangwu", nickName: "wangwu" },
  ]);
});

test("a batch names the line that is wrong, is sent whole, and shows the passwords once", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on(api("addUserCompBatch"), () => [
    { id: "1", account: "zhang", password: "Aa#11111111a" },
    { id: "2", account: "lisi", password: "Bb#22222222b" },
  ]);
  await openTab("/useraccount");
  await user.click(await screen.findByRole("button", { name: "批量新增" }));
  const form = screen.getByRole("dialog", { name: "批量新增用户账号" });
  const roleField = within(form).getByLabelText(/角色/);
  await within(roleField).findByRole("option", { name: "坐席" });
  await user.selectOptions(roleField, "r2");
  // 200 lines of an account and a name of 30 characters each.
  expect(within(form).getByLabelText(/^账号\*?$/)).toHaveAttribute("maxlength", "12400");
  await user.type(within(form).getByLabelText(/^账号\*?$/), "zhang 张三{Enter}坏账号");
  await user.click(within(form).getByRole("button", { name: "新增" }));
  expect(await within(form).findByText(/^第2行：/)).toBeVisible();
  await user.clear(within(form).getByLabelText(/^账号\*?$/));
  await user.type(within(form).getByLabelText(/^账号\*?$/), "zhang 张三{Enter}lisi 李四");
  await user.click(within(form).getByRole("button", { name: "新增" }));
  expect(await screen.findByText("Bb#22222222b")).toBeVisible();
  expect(server.asked.find((each) => each.path === api("addUserCompBatch"))?.body).toEqual({
    roleType: 2,
    roleId: "r2",
    accounts: [
      { account: "zhang", nickName: "张三" },
      { account: "lisi", nickName: "李四" },
    ],
  });
});

test("an account is bound to a seat; accounts of seats are not, nor deleted here", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on("/pbx/api/v1/userAgentMember/findExist", () => []);
  server.on("/pbx/api/v1/userAgentMember/findNotExist", () => [
    { agentId: "1004", name: "赵海峰", extension: "1004", enabled: 1, accounts: [] },
  ]);
  server.on("/pbx/api/v1/userAgentMember/add", () => ({ count: 1 }));
  await openTab("/useraccount");
  await screen.findByText("zhangsan");
  expect(screen.getAllByRole("button", { name: "绑定坐席" })).toHaveLength(1);
  expect(screen.getAllByRole("button", { name: "重置密码" })).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "绑定坐席" }));
  const dialog = screen.getByRole("dialog", { name: "绑定坐席：张三（zhangsan）" });
  await user.click(await within(dialog).findByText("赵海峰（1004）"));
  await user.click(within(dialog).getByRole("button", { name: "添加到已绑定的坐席" }));
  await waitFor(() =>
    expect(server.asked.find((each) => each.path.endsWith("userAgentMember/add"))?.body).toEqual({
      accountId: "a1",
      agentIds: ["1004"],
    }),
  );
});
