import { loginLogApi, operateLogApi } from "@liantai/api/contract/admin";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, operator, page, signIn } from "../../testing/screen.tsx";

const row = {
  id: "o1",
  time: "2026-11-20 09:00:00",
  compId: "100001",
  compName: "演示企业",
  user: "admin",
  name: "张建国",
  module: "坐席管理",
  action: "update",
  actionText: "编辑",
  object: "seat",
  objectText: "坐席",
  objectName: "李晓雯",
  address: "10.0.0.1",
  changes: [
    { field: "name", label: "姓名", before: "李雯", after: "李晓雯" },
    { field: "remark", label: "备注", before: null, after: "新人" },
  ],
};
const login = {
  id: "l1",
  time: "2026-11-20 09:00:00",
  compId: "100001",
  compName: "演示企业",
  account: "1001",
  name: "李晓雯",
  address: "10.0.0.1",
  device: "Chrome 147 · Windows",
  result: "bad-password",
  resultText: "密码错误",
};

test("what was changed is shown field by field, before and after", async () => {
  const user = userEvent.setup();
  const server = signIn();
  server.on(operateLogApi.list.path, page([row]));
  server.on(operateLogApi.export.path, () => ({ id: "j", msg: "导出任务已提交" }));
  await openTab("/operatelog");
  expect(await screen.findByText("姓名：李雯 → 李晓雯；备注：新人")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "详情" }));
  const table = within(await screen.findByRole("table", { name: "修改内容" }));
  expect(table.getAllByRole("row").map((r) => r.textContent)).toEqual([
    "字段修改前修改后",
    "姓名李雯李晓雯",
    "备注—新人",
  ]);
  await user.keyboard("{Escape}");
  await user.selectOptions(screen.getByLabelText("对象"), "坐席");
  await user.click(screen.getByRole("button", { name: "查询" }));
  await user.click(screen.getByRole("button", { name: "导出" }));
  await waitFor(() => expect(server.bodies(operateLogApi.export.path)[0]).toMatchObject({ object: "seat" }));
});

test("an operator sees whose each sign-in was, and asks for one enterprise", async () => {
  const user = userEvent.setup();
  const server = signIn(operator);
  server.on(loginLogApi.list.path, page([login]));
  server.on("/pbx/api/v1/company/list", page([{ compId: "100001", name: "演示企业" }]));
  await openTab("/loginlog");
  expect(await screen.findByText("Chrome 147 · Windows")).toBeVisible();
  expect(within(screen.getAllByRole("row")[1]!).getByText("密码错误")).toBeVisible();
  expect(screen.getByRole("columnheader", { name: /企业/ })).toBeVisible();
  await user.selectOptions(
    screen.getByLabelText("企业"),
    await screen.findByRole("option", { name: "演示企业（100001）" }),
  );
  await user.selectOptions(screen.getByLabelText("结果"), "密码错误");
  await user.click(screen.getByRole("button", { name: "查询" }));
  await waitFor(() =>
    expect(server.bodies(loginLogApi.list.path).at(-1)).toMatchObject({ compId: "100001", result: "bad-password" }),
  );
});
