import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { role } from "../testing.ts";
import { openTab, operator, page, signIn } from "../../testing/screen.tsx";

test("operators' roles and enterprises' default roles in two tabs; built-in ones have no 删除", async () => {
  const user = userEvent.setup();
  const server = signIn(operator);
  server.on(
    "/pbx/api/v1/role/listOpt",
    page([
      role({ id: "o1", compId: "000000", compName: "", kind: "operator", roleType: 0, name: "运营管理员", builtin: 1 }),
    ]),
  );
  server.on(
    "/pbx/api/v1/role/listComp",
    page([
      role({ id: "d1", kind: "enterprise", name: "坐席", builtin: 1 }),
      role({ id: "d2", kind: "enterprise", name: "夜班坐席" }),
    ]),
  );
  server.on("/pbx/api/v1/company/list", page([{ compId: "100001", name: "演示企业" }]));
  server.on("/pbx/api/v1/role/addComp", () => ({ id: "new" }));
  await openTab("/role/operate");
  expect(await screen.findByText("运营管理员")).toBeVisible();
  expect(screen.queryByRole("button", { name: "删除" })).toBeNull();
  await user.click(screen.getByRole("tab", { name: "企业默认角色" }));
  expect(await screen.findByText("夜班坐席")).toBeVisible();
  expect(screen.getAllByRole("button", { name: "删除" })).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "新增" }));
  const form = screen.getByRole("dialog", { name: "新增企业默认角色" });
  await user.selectOptions(within(form).getByRole("combobox", { name: /企业/ }), "演示企业（100001）");
  await user.type(within(form).getByLabelText(/角色名称/), "早班");
  await user.click(within(form).getByRole("radio", { name: "坐席" }));
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.asked.find((asked) => asked.path.endsWith("/addComp"))?.body).toEqual({
      compId: "100001",
      name: "早班",
      remark: "",
      roleType: 2,
    }),
  );
});
