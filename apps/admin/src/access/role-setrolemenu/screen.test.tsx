import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { FakeServer } from "@liantai/ui/testing";
import { node, role } from "../testing.ts";
import { openTab, operator, page, signIn } from "../../testing/screen.tsx";

const tree = [
  node("calls", {
    url: null,
    name: "呼叫中心",
    who: [],
    children: [
      node("records", {
        parentId: "calls",
        name: "通话记录",
        children: [
          node("play", {
            parentId: "records",
            url: null,
            category: 1,
            code: "play",
            name: "播放录音",
            who: ["A", "S"],
          }),
          node("export", { parentId: "records", url: null, category: 1, code: "export", name: "导出", who: ["A"] }),
        ],
      }),
    ],
  }),
  node("system", {
    url: null,
    name: "系统管理",
    who: [],
    children: [node("log", { parentId: "system", name: "操作日志", who: ["A"] })],
  }),
];
const item = (name: RegExp) => screen.getByRole("treeitem", { name });

function roles(server: FakeServer): void {
  server.on(
    "/pbx/api/v1/role/listOpt",
    page([role({ id: "o1", compId: "000000", kind: "operator", roleType: 0, name: "客户运营" })]),
  );
  server.on("/pbx/api/v1/role/listComp", page([role({ id: "d1", kind: "enterprise", name: "坐席", builtin: 1 })]));
  server.on("/pbx/api/v1/role/listDef", page([role()]));
  server.on("/pbx/api/v1/company/list", page([{ compId: "100001", name: "演示企业" }]));
  server.on("/pbx/api/v1/role/menuIds", () => ({ ids: ["records"] }));
  for (const name of ["routeOpt", "routeCom", "routeComAuth"]) server.on(`/pbx/api/v1/menu/${name}`, () => tree);
  server.on("/pbx/api/v1/businessPurview/selectByRoleId", () => [
    { key: "export", value: 0 },
    { key: "listen", value: 1 },
  ]);
  server.on("/pbx/api/v1/role/grant", () => ({ added: 1, removed: 0, withdrawn: 0 }));
  server.on("/pbx/api/v1/businessPurview/addOrUpdateBatch", () => null);
}

test("an own role gets what its type may have: menus, buttons, business permissions, saved as what changed", async () => {
  const user = userEvent.setup();
  const server = signIn({}, { page: "/seatrole", buttons: ["role.grant"] });
  roles(server);
  await openTab("/role/setrolemenu", "compId=100001&roleId=r1");
  expect(await screen.findByRole("heading", { name: "外呼坐席" })).toBeVisible();
  const menus = await screen.findByRole("tree", { name: "菜单和按钮" });
  // For administrators alone: a seat's role is not offered it.
  expect(within(menus).queryByText("导出")).toBeNull();
  expect(within(menus).queryByText("操作日志")).toBeNull();
  expect(item(/^通话记录/)).toHaveAttribute("aria-checked", "mixed");
  expect(screen.getByRole("button", { name: "保存" })).toBeDisabled();
  await user.click(item(/^播放录音/));
  await user.click(screen.getByRole("checkbox", { name: /导出数据/ }));
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies("/pbx/api/v1/businessPurview/addOrUpdateBatch").at(-1)).toEqual({
      compId: "100001",
      roleId: "r1",
      items: [{ key: "export", value: 1 }],
    }),
  );
  expect(server.bodies("/pbx/api/v1/role/grant").at(-1)).toEqual({
    compId: "100001",
    id: "r1",
    menuIds: ["records", "play"],
  });
});

test("default roles are shown to their enterprise and not changed; what was chosen for another role is kept meanwhile", async () => {
  const user = userEvent.setup();
  const server = signIn({}, { page: "/seatrole", buttons: ["role.grant"] });
  roles(server);
  await openTab("/role/setrolemenu", "roleId=r1");
  await user.click(await screen.findByRole("treeitem", { name: /^播放录音/ }));
  expect(screen.getByText("有未保存的修改")).toBeVisible();
  await user.click(item(/^坐席/));
  expect(await screen.findByText("默认角色的菜单由运营人员维护，只能查看；业务权限可以修改")).toBeVisible();
  expect(await screen.findByRole("tree", { name: "菜单和按钮" })).toHaveAttribute("aria-disabled", "true");
  expect(screen.getByRole("checkbox", { name: /导出数据/ })).toBeEnabled();
  await user.click(item(/^外呼坐席/));
  expect(await screen.findByText("有未保存的修改")).toBeVisible();
});

test("an operator chooses among the operators' roles or an enterprise's, and hears what custom roles lost", async () => {
  const user = userEvent.setup();
  const server = signIn(operator);
  roles(server);
  server.on("/pbx/api/v1/role/grant", () => ({ added: 0, removed: 1, withdrawn: 2 }));
  await openTab("/role/setrolemenu");
  expect(await screen.findByText("请选择角色")).toBeVisible();
  await user.click(await screen.findByRole("treeitem", { name: /^客户运营/ }));
  expect(await screen.findByRole("tree", { name: "菜单和按钮" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "业务权限" })).toBeNull();
  await user.selectOptions(screen.getByLabelText("企业"), "演示企业（100001）");
  await user.click(await screen.findByRole("treeitem", { name: /^坐席/ }));
  expect(screen.queryByRole("treeitem", { name: /^客户运营/ })).toBeNull();
  await screen.findByRole("heading", { name: "坐席" });
  await user.click(await screen.findByRole("treeitem", { name: /^通话记录/ }));
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies("/pbx/api/v1/role/grant").at(-1)).toMatchObject({ compId: "100001", id: "d1" }),
  );
});
