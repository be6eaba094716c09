/** What is done with all that the list shows: its numbers are dialled, its options counted. */
import { onNotice } from "@liantai/api/client";
import { authApi } from "@liantai/api/contract";
import { dialTaskApi } from "@liantai/api/contract/task-choices";
import { customerFormDataApi, formChartApi, recordSheetApi } from "@liantai/api/contract/workorder";
import { page, type FakeServer } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openRecords, signInToRecords } from "./testing/records.tsx";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
const said: string[] = [];
beforeAll(() => onNotice(({ title }) => void said.push(title)));
beforeEach(() => {
  said.length = 0;
  user = userEvent.setup();
  server = signInToRecords();
  server.on(recordSheetApi.phonesToTask.path, () => ({ id: "j1", msg: "导出任务已创建" }));
});
const press = async (name: string) => user.click(await screen.findByRole("button", { name }));

test("F47 the numbers of what the list shows go into 文件下载 as a named list; who may not fill tasks is offered none", async () => {
  await openRecords();
  await user.type(await screen.findByRole("textbox", { name: "客户姓名" }), "王女");
  await press("查询");
  await waitFor(() => expect(server.bodies(customerFormDataApi.list.path).at(-1)).toMatchObject({ filters: [{}] }));
  await press("加入外呼");
  const dialog = within(await screen.findByRole("dialog", { name: "加入外呼" }));
  expect(dialog.getByText(/^没有选择客户：当前查询条件下的全部客户（共 1 条）的号码/)).toBeVisible();
  expect(dialog.queryByRole("combobox")).toBeNull();
  expect(server.asked.filter(({ path }) => path === dialTaskApi.list.path)).toEqual([]);
  const name = await dialog.findByRole("textbox", { name: /名单名称/ });
  await user.clear(name);
  await user.type(name, "周末回访");
  await user.click(dialog.getByRole("button", { name: "加入" }));
  await waitFor(() =>
    expect(server.bodies(recordSheetApi.phonesToTask.path)).toEqual([
      {
        ...{ formId: "f1", source: "", name: "周末回访" },
        filters: [{ name: "customerName", op: "contains", value: "王女" }],
      },
    ]),
  );
  await waitFor(() => expect(said).toEqual(["名单已开始生成"]));
});

test("F47 of the ticked rows the numbers alone are taken, and it says how many", async () => {
  await openRecords();
  await user.click(await screen.findByRole("checkbox", { name: /^选择(?!本页)/ }));
  await press("加入外呼");
  const dialog = within(await screen.findByRole("dialog", { name: "加入外呼" }));
  expect(await dialog.findByText(/^选中的客户（共 1 条）的号码/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "加入" }));
  await waitFor(() =>
    expect(server.bodies(recordSheetApi.phonesToTask.path)).toEqual([{ formId: "f1", name: "客户号码", ids: ["r1"] }]),
  );
});

test("F47 who may put numbers into tasks chooses one that is not over", async () => {
  const task = (id: string, state: string) => ({ id, taskIdentity: `任务${id}`, state });
  server = signInToRecords({ roleType: 1 });
  const item = (id: string, more: object) => ({
    ...{ id, name: id, url: null, alias: null, icon: null, category: 2, code: null, children: [] },
    ...more,
  });
  const buttons = (codes: readonly string[]) => codes.map((code) => item(code, { category: 1, code }));
  server.on(authApi.roleMenu.path, () => [
    item("records", { url: "/customerinformation", children: buttons(["formData.customer.export"]) }),
    item("tasks", { url: "/autodial", children: buttons(["dialTask3.numbers"]) }),
    item("others", { url: "/ivrdial", children: buttons(["dialTask4.start"]) }),
  ]);
  server.on(recordSheetApi.phonesToTask.path, () => ({ id: "j1", msg: "导出任务已创建" }));
  server.on(dialTaskApi.list.path, page([task("a", "running"), task("b", "stopped")]));
  await openRecords();
  await press("加入外呼");
  const dialog = within(await screen.findByRole("dialog", { name: "加入外呼" }));
  const choice = await dialog.findByRole("combobox", { name: /外呼任务/ });
  await waitFor(() =>
    expect(
      within(choice)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(expect.arrayContaining(["不加入任务，只生成名单", "任务a（自动外呼）"])),
  );
  expect(within(choice).queryByRole("option", { name: /任务b/ })).toBeNull();
  // Nothing says that a task is still to be chosen while none need be.
  expect(choice).toHaveDisplayValue("不加入任务，只生成名单");
  expect(server.bodies(dialTaskApi.list.path)).toMatchObject([{ ftype: 3 }]);
  await user.selectOptions(choice, "任务a（自动外呼）");
  await user.click(dialog.getByRole("button", { name: "加入" }));
  await waitFor(() =>
    expect(server.bodies(recordSheetApi.phonesToTask.path)).toMatchObject([{ name: "客户号码", taskId: "a" }]),
  );
});

test("D58 a task for marketing asks which field says since when the customer agrees, one by 工号 whose number it is", async () => {
  server = signInToRecords({ roleType: 1 });
  const item = (id: string, more: object) => ({
    ...{ id, name: id, url: null, alias: null, icon: null, category: 2, code: null, children: [] },
    ...more,
  });
  const buttons = (codes: readonly string[]) => codes.map((code) => item(code, { category: 1, code }));
  server.on(authApi.roleMenu.path, () => [
    item("records", { url: "/customerinformation", children: buttons(["formData.customer.export"]) }),
    item("tasks", { url: "/previewoutbound", children: buttons(["dialTask2.numbers"]) }),
  ]);
  server.on(recordSheetApi.phonesToTask.path, () => ({ id: "j1", msg: "导出任务已创建" }));
  const task = (id: string, more: object) => ({ ...{ id, taskIdentity: `任务${id}`, state: "running" }, ...more });
  server.on(
    dialTaskApi.list.path,
    page([task("a", { kind: "marketing", allotment: "byColumn" }), task("b", { kind: "service", allotment: "pool" })]),
  );
  await openRecords();
  await press("加入外呼");
  const dialog = within(await screen.findByRole("dialog", { name: "加入外呼" }));
  await dialog.findByRole("option", { name: "任务b（预览外呼）" });
  const choose = (name: RegExp, option: string) => user.selectOptions(dialog.getByRole("combobox", { name }), option);
  expect(dialog.queryByRole("combobox", { name: /字段/ })).toBeNull();
  await choose(/外呼任务/, "任务b（预览外呼）");
  expect(dialog.queryByRole("combobox", { name: /同意/ })).toBeNull();
  await choose(/外呼任务/, "任务a（预览外呼）");
  await choose(/同意时间字段/, "生日");
  await choose(/同意来源字段/, "等级");
  await choose(/工号字段/, "备注");
  await user.click(dialog.getByRole("button", { name: "加入" }));
  await waitFor(() =>
    expect(server.bodies(recordSheetApi.phonesToTask.path)).toMatchObject([
      { taskId: "a", consentAtField: "birthday", consentSourceField: "level", agentField: "remark" },
    ]),
  );
});

test("F93 options of what the list shows are counted, and exported by the same questions", async () => {
  server.on(formChartApi.options.path, () => ({
    total: 4,
    fields: [
      {
        ...{ name: "level", label: "等级", type: "select", answered: 3 },
        options: [
          { value: "gold", label: "金卡", count: 2 },
          { value: "silver", label: "银卡", count: 1 },
        ],
      },
    ],
  }));
  server.on(formChartApi.exportOptions.path, () => ({ id: "j2", msg: "导出任务已创建" }));
  await openRecords();
  await press("统计");
  const drawer = within(await screen.findByRole("dialog", { name: "客户统计" }));
  expect(await drawer.findByText("按当前查询条件统计，共 4 条")).toBeVisible();
  const table = within(drawer.getByRole("table", { name: "等级" }));
  expect(table.getByRole("row", { name: "金卡 2 66.67%" })).toBeVisible();
  expect(table.getByRole("row", { name: "银卡 1 33.33%" })).toBeVisible();
  await user.click(drawer.getByRole("button", { name: "导出" }));
  await waitFor(() =>
    expect(server.bodies(formChartApi.exportOptions.path)).toEqual([{ formId: "f1", filters: [], source: "" }]),
  );
  expect(server.bodies(formChartApi.options.path)).toEqual([{ formId: "f1", filters: [], source: "" }]);
});
