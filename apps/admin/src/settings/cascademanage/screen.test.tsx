import { cascadeApi } from "@liantai/api/contract/admin";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, signIn } from "../../testing/screen.tsx";

const option = (id: string, parentId: string, level: number, children = 0) => ({
  id,
  parentId,
  name: id,
  level,
  sort: 1,
  children,
});

function open() {
  const server = signIn();
  const below: Record<string, unknown[]> = {
    "": [option("中国", "", 1, 250)],
    中国: Array.from({ length: 100 }, (_, n) => option(`省${n}`, "中国", 2)),
  };
  server.on(cascadeApi.list.path, ({ body }) => ({
    list: below[String(body["parentId"])] ?? [],
    total: body["parentId"] === "中国" ? 250 : 1,
    pageNo: 1,
    pageSize: body["pageSize"],
  }));
  return server;
}
const asked = (server: ReturnType<typeof open>) =>
  server.asked.filter((a) => a.path === cascadeApi.list.path).map((a) => [a.body["parentId"], a.body["pageSize"]]);

test("a level is asked for when its parent is chosen, a part at a time", async () => {
  const user = userEvent.setup();
  const server = open();
  await openTab("/cascademanage");
  await user.click(await screen.findByRole("option", { name: /中国/ }));
  expect(await screen.findByText("省0")).toBeVisible();
  expect(asked(server)).toEqual([
    ["", 100],
    ["中国", 100],
  ]);
  await user.click(screen.getByRole("button", { name: "加载更多（还有 150 项）" }));
  await waitFor(() => expect(asked(server).at(-1)).toEqual(["中国", 300]));
  expect(screen.getByText("已选择：中国")).toBeVisible();
});

test("what is added goes under what is chosen; a deletion says what goes along", async () => {
  const user = userEvent.setup();
  const server = open();
  server.on(cascadeApi.add.path, () => ({ id: "x" }));
  server.on(cascadeApi.delete.path, () => ({ count: 251 }));
  await openTab("/cascademanage");
  await user.click(await screen.findByRole("option", { name: /中国/ }));
  await user.click(within(await screen.findByRole("group", { name: "二级" })).getByRole("button", { name: "新增" }));
  const form = screen.getByRole("dialog", { name: "新增二级选项" });
  expect(within(form).getByText("上级：中国")).toBeVisible();
  await user.type(within(form).getByLabelText(/名称/), "台湾");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.bodies(cascadeApi.add.path)[0]).toEqual({ parentId: "中国", name: "台湾" }));
  await user.click(within(screen.getByRole("group", { name: "一级" })).getByRole("button", { name: "删除" }));
  expect(await screen.findByText("“中国”下有 250 个下级选项，会一起删除。确定要删除吗？")).toBeVisible();
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "删除" }));
  await waitFor(() => expect(screen.queryByRole("group", { name: "二级" })).toBeNull());
});
