import { dictionarieApi } from "@liantai/api/contract/admin";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, operator, page, signIn } from "../../testing/screen.tsx";

const shared = {
  id: "d1",
  code: "sex",
  name: "性别",
  scope: "installation",
  mode: "extend",
  remark: "",
  items: 1,
  editable: false,
};
const own = {
  id: "d2",
  code: "sex",
  name: "性别（本企业）",
  scope: "enterprise",
  mode: "replace",
  remark: "",
  items: 2,
  editable: true,
};
const item = { id: "i1", dictionaryId: "d1", value: "1", label: "男", sort: 1, enabled: 1, remark: "" };

test("an enterprise sees the installation’s and changes only its own", async () => {
  const user = userEvent.setup();
  const server = signIn();
  server.on(dictionarieApi.list.path, page([shared, own]));
  server.on(dictionarieApi.items.path, () => [item]);
  await openTab("/dictionarie");
  const rows = async () => (await screen.findAllByRole("row")).slice(1);
  await screen.findByText("性别（本企业）");
  const [first, second] = await rows();
  expect(within(first!).getByText("全局")).toBeVisible();
  expect(within(first!).queryByRole("button", { name: "编辑" })).toBeNull();
  expect(within(second!).getByText("替换全局字典")).toBeVisible();
  await user.click(within(first!).getByRole("button", { name: "选项" }));
  const drawer = await screen.findByRole("dialog", { name: "性别的选项" });
  expect(await within(drawer).findByText("男")).toBeVisible();
  expect(within(drawer).queryByRole("button", { name: "新增选项" })).toBeNull();
});

test("an operator keeps options: the next place is proposed, what the contract refuses is not sent", async () => {
  const user = userEvent.setup();
  const server = signIn(operator);
  server.on(dictionarieApi.list.path, page([{ ...shared, editable: true }]));
  server.on(dictionarieApi.items.path, () => [{ ...item, sort: 4 }]);
  server.on(dictionarieApi.itemAdd.path, () => ({ id: "i2" }));
  await openTab("/dictionarie");
  await user.click(await screen.findByRole("button", { name: "选项" }));
  await user.click(await screen.findByRole("button", { name: "新增选项" }));
  const form = screen.getByRole("dialog", { name: "新增选项" });
  await user.click(within(form).getByRole("button", { name: "保存" }));
  expect(await within(form).findByText("请输入选项值")).toBeVisible();
  await user.type(within(form).getByLabelText(/选项值/), "2");
  await user.type(within(form).getByLabelText(/选项名称/), "女");
  await user.click(within(form).getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(dictionarieApi.itemAdd.path)[0]).toEqual({
      dictionaryId: "d1",
      value: "2",
      label: "女",
      sort: 5,
      enabled: 1,
      remark: "",
    }),
  );
});
