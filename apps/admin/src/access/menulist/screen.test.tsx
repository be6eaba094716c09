import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { FakeServer } from "@liantai/ui/testing";
import { node } from "../testing.ts";
import { openTab, operator, signIn } from "../../testing/screen.tsx";

const tree = [
  node("calls", {
    url: null,
    name: "呼叫中心",
    who: [],
    children: [
      node("records", { parentId: "calls", name: "通话记录", hidden: 1 }),
      node("seats", { parentId: "calls", name: "坐席管理", who: ["A"] }),
    ],
  }),
  node("own", { url: "https://report.example.com", name: "报表", source: "operator", alias: "report", who: ["A"] }),
];
let server: FakeServer;
const bodyOf = (path: string) => server.bodies(`/pbx/api/v1/menu/${path}`).at(-1);
const item = (name: RegExp) => screen.findByRole("treeitem", { name });

beforeEach(() => {
  server = signIn(operator);
  server.on("/pbx/api/v1/menu/list", () => tree);
  for (const path of ["update", "move", "delete"]) server.on(`/pbx/api/v1/menu/${path}`, () => null);
  server.on("/pbx/api/v1/menu/add", () => ({ id: "new" }));
});

test("the product's menu is renamed and moved, never deleted", async () => {
  const user = userEvent.setup();
  await openTab("/menulist");
  await user.click(await item(/^通话记录/));
  expect(screen.getByText("运营人员、企业管理员、坐席、班长")).toBeVisible();
  expect(screen.queryByRole("button", { name: "删除" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "下移" }));
  await waitFor(() => expect(bodyOf("move")).toEqual({ id: "records", parentId: "calls", position: 1 }));
  await user.click(screen.getByRole("button", { name: "编辑" }));
  const form = screen.getByRole("dialog", { name: "编辑菜单" });
  expect(within(form).queryByLabelText(/链接地址/)).toBeNull();
  await user.clear(within(form).getByLabelText(/菜单名称/));
  await user.type(within(form).getByLabelText(/菜单名称/), "话单");
  await user.click(within(form).getByRole("switch", { name: "隐藏" }));
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(bodyOf("update")).toEqual({ id: "records", name: "话单", icon: "", hidden: 0 }));
  await user.click(screen.getByRole("button", { name: "移动到" }));
  await user.selectOptions(screen.getByLabelText("上级菜单"), "最上级");
  await user.click(screen.getByRole("button", { name: "移动" }));
  await waitFor(() => expect(bodyOf("move")).toEqual({ id: "records", parentId: null, position: 9999 }));
});

test("a link outside is added under a group with its users, and a button to it; an own one is deleted after a question", async () => {
  const user = userEvent.setup();
  await openTab("/menulist");
  await user.click(await item(/^呼叫中心/));
  await user.click(screen.getByRole("button", { name: "新增下级链接" }));
  const form = screen.getByRole("dialog", { name: "新增外部链接" });
  await user.type(within(form).getByLabelText(/菜单名称/), "内网");
  await user.type(within(form).getByLabelText(/链接地址/), "intranet");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(form).findByText("请输入正确的url")).toBeVisible();
  expect(within(form).getByText("请选择适用对象")).toBeVisible();
  await user.clear(within(form).getByLabelText(/链接地址/));
  await user.type(within(form).getByLabelText(/链接地址/), "https://intranet.example.com");
  await user.click(within(form).getByRole("checkbox", { name: "坐席" }));
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(bodyOf("add")).toEqual({
      parentId: "calls",
      category: 2,
      name: "内网",
      icon: "",
      hidden: 0,
      url: "https://intranet.example.com",
      alias: "",
      who: ["S"],
    }),
  );
  await user.click(await item(/^报表/));
  await user.click(screen.getByRole("button", { name: "新增按钮" }));
  const button = screen.getByRole("dialog", { name: "新增按钮" });
  // No more than the page itself is for.
  expect(within(button).queryByRole("checkbox", { name: "坐席" })).toBeNull();
  await user.click(within(button).getByRole("button", { name: "取消" }));
  await user.click(screen.getByRole("button", { name: "删除" }));
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "删除" }));
  await waitFor(() => expect(bodyOf("delete")).toEqual({ id: "own" }));
});

test("an operator without the keys reads only", async () => {
  signIn({ ...operator, operator: 0, empowerJson: { "menu.update": true } }).on("/pbx/api/v1/menu/list", () => tree);
  await openTab("/menulist");
  await userEvent.setup().click(await item(/^报表/));
  expect(screen.getByRole("button", { name: "编辑" })).toBeVisible();
  for (const name of ["新增分组", "新增按钮", "删除"]) expect(screen.queryByRole("button", { name })).toBeNull();
});
