import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { role } from "../../access/testing.ts";
import { openTab, operator, page, signIn } from "../../testing/screen.tsx";

const row = {
  id: "o1",
  account: "clerk",
  nickName: "小王",
  unitId: null,
  unitName: "",
  roleId: "ro",
  roleName: "运营管理员",
  enabled: 1,
  operator: 0,
  isSys: 0,
  isSuper: 0,
  isHiddenNum: 0,
  totp: 0,
  empowerJson: { "enterprise.add": true },
  remark: "",
  online: true,
  createdAt: "2026-11-20 09:00:00",
};

function open(over: object = { isSys: 1 }) {
  const server = signIn({ ...operator, ...over });
  server.on("/pbx/api/v1/account/listOpt", page([row]));
  server.on("/pbx/api/v1/role/listOpt", page([role({ id: "ro", kind: "operator", roleType: 0, name: "运营管理员" })]));
  server.on("/pbx/api/v1/operator/list", () => []);
  return server;
}

test("the permission map is checked in its groups and sent as empowerJson", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on("/pbx/api/v1/account/updateOpt", () => null);
  await openTab("/operateaccount");
  await user.click(await screen.findByRole("button", { name: "编辑" }));
  const form = screen.getByRole("dialog", { name: "编辑运营账号" });
  await user.click(within(form).getByText("进入企业"));
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.asked.find((each) => each.path.endsWith("updateOpt"))?.body).toMatchObject({
      id: "o1",
      nickName: "小王",
      roleId: "ro",
      empowerJson: { "enterprise.add": true, "enterprise.enter": true },
    }),
  );
});

test("a new password is made by the server and shown once", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on("/pbx/api/v1/account/reloadPasswordOpt", () => ({ id: "o1", password: "New#Password1" }));
  await openTab("/operateaccount");
  await user.click(await screen.findByRole("button", { name: "重置密码" }));
  await user.click(
    within(screen.getByRole("dialog", { name: "重置密码：clerk" })).getByRole("button", { name: "重置" }),
  );
  expect(await screen.findByText("New#Password1")).toBeVisible();
  expect(server.asked.find((each) => each.path.endsWith("reloadPasswordOpt"))?.body).toEqual({ id: "o1" });
});

test("S11 the second step is reset after a question, and only of who has one", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on("/pbx/api/v1/account/listOpt", page([row, { ...row, id: "o2", account: "lost", totp: 1 }]));
  server.on("/pbx/api/v1/account/resetTotpOpt", () => null);
  await openTab("/operateaccount");
  await user.click(await screen.findByRole("button", { name: "重置两步验证" }));
  const question = await screen.findByRole("alertdialog", { name: "重置两步验证" });
  expect(question).toHaveTextContent("账号“lost”");
  await user.click(within(question).getByRole("button", { name: "重置两步验证" }));
  await waitFor(() =>
    expect(server.asked.find((each) => each.path.endsWith("resetTotpOpt"))?.body).toEqual({ id: "o2" }),
  );
});

test("account rights need the system flag or their key, not the operator flag", async () => {
  open({ isSys: 0, operator: 1 });
  await openTab("/operateaccount");
  expect(await screen.findByText("clerk")).toBeVisible();
  for (const name of ["新增", "编辑", "重置密码", "删除"]) expect(screen.queryByRole("button", { name })).toBeNull();
});
