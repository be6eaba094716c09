import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, operator, signIn } from "../../testing/screen.tsx";

const added = [
  { id: "m1", name: "组织与权限 / 坐席角色", category: 2 },
  { id: "m2", name: "组织与权限 / 坐席角色 / 新增", category: 1 },
];
const preview = [
  {
    compId: "100001",
    name: "演示企业",
    roles: [
      { roleId: "d1", name: "企业管理员", kind: "enterprise", roleType: 1, added, removed: [] },
      {
        roleId: "c1",
        name: "质检员",
        kind: "custom",
        roleType: 2,
        added: [],
        removed: [{ id: "m9", name: "旧页", category: 2 }],
      },
    ],
  },
];
const path = (name: string) => `/pbx/api/v1/menu/${name}`;

test("shows exactly what comes and goes, begins with default roles, sends what was shown", async () => {
  const user = userEvent.setup();
  const server = signIn(operator);
  let applied = false;
  server.on(path("syncPreview"), () => (applied ? [] : preview));
  server.on(path("sync"), () => {
    applied = true;
    return { roles: 2, added: 2, removed: 1 };
  });
  await openTab("/syncmenu");
  const enterprise = await screen.findByRole("region", { name: "演示企业" });
  expect(within(enterprise).getByText("组织与权限 / 坐席角色 / 新增")).toBeVisible();
  expect(within(enterprise).getByText("收回 1")).toBeVisible();
  expect(within(enterprise).getByRole("checkbox", { name: /企业管理员/ })).toBeChecked();
  expect(within(enterprise).getByRole("checkbox", { name: /质检员/ })).not.toBeChecked();
  expect(screen.getByText("已选1个角色，新增2项，收回0项")).toBeVisible();
  await user.click(within(enterprise).getByRole("checkbox", { name: "演示企业" }));
  await user.click(screen.getByRole("button", { name: "同步所选" }));
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "同步" }));
  await waitFor(() =>
    expect(server.asked.find((asked) => asked.path === path("sync"))?.body).toEqual({
      expected: [
        { roleId: "d1", added: ["m1", "m2"], removed: [] },
        { roleId: "c1", added: [], removed: ["m9"] },
      ],
    }),
  );
  expect(await screen.findByText("所有企业和角色的菜单都是最新的")).toBeVisible();
});

test("what changed since the preview is previewed again", async () => {
  const user = userEvent.setup();
  const server = signIn(operator);
  server.on(path("syncPreview"), () => preview);
  server.on(path("sync"), () =>
    Response.json({ code: 409, msg: "菜单或角色在预览之后有变化，请重新预览", data: null }),
  );
  await openTab("/syncmenu");
  await user.click(await screen.findByRole("button", { name: "同步所选" }));
  const before = server.asked.filter((asked) => asked.path === path("syncPreview")).length;
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "同步" }));
  await waitFor(() =>
    expect(server.asked.filter((asked) => asked.path === path("syncPreview")).length).toBeGreaterThan(before),
  );
  expect(screen.queryByRole("alertdialog")).toBeNull();
});
