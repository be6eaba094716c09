import { customerFormDataApi, formDataApi, formTagApi } from "@liantai/api/contract/workorder";
import { page, type FakeServer } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openedRecord, openRecords, record, signInToRecords } from "./testing/records.tsx";

const tags = [
  { id: "t1", name: "重点", color: "red", count: 1 },
  { id: "t2", name: "投诉过", color: "orange", count: 0 },
];
const marked = { ...record, tags: [{ id: "t1", name: "重点", color: "red" }] };

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
beforeEach(() => {
  user = userEvent.setup();
  server = signInToRecords();
  server.on(formTagApi.list.path, () => tags);
  server.on(formTagApi.set.path, () => ({ count: 1 }));
  server.on(customerFormDataApi.list.path, (question) => ({
    ...page([marked])(question),
    ...{ more: false, totalText: "1", next: "", indexing: [] },
  }));
  server.on(formDataApi.find.path, () => ({ ...openedRecord, record: marked }));
});
const button = (name: string) => screen.findByRole("button", { name });
const asked = () => server.bodies(customerFormDataApi.list.path).at(-1);

test("F70 the list shows the tags of records and asks by them", async () => {
  await openRecords();
  expect(await screen.findByRole("cell", { name: "重点" })).toBeVisible();
  await user.click(within(await screen.findByRole("group", { name: "标签" })).getByRole("button"));
  await user.click(await screen.findByRole("option", { name: "投诉过" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "标签条件" }), "全部标签");
  await user.click(await button("查询"));
  await waitFor(() => expect(asked()).toMatchObject({ tags: ["t2"], tagMode: "all" }));
});

test("F70 chosen records are marked together", async () => {
  await openRecords();
  expect(await button("标记")).toBeDisabled();
  await user.click(screen.getAllByRole("checkbox").at(-1)!);
  await user.click(await button("标记"));
  const dialog = within(await screen.findByRole("dialog", { name: "标记选中的 1 项" }));
  const part = (name: string) => within(dialog.getByRole("group", { name }));
  await user.click(part("添加的标签").getByRole("option", { name: "投诉过" }));
  await user.click(part("移除的标签").getByRole("option", { name: "重点" }));
  await user.click(dialog.getByRole("button", { name: "标记" }));
  await waitFor(() =>
    expect(server.bodies(formTagApi.set.path)).toEqual([{ ids: ["r1"], add: ["t2"], remove: ["t1"] }]),
  );
});

test("F70 one record's tags are ticked on and off", async () => {
  await openRecords();
  await user.click(await button("详情"));
  const sheet = within(await screen.findByRole("dialog", { name: "客户：王女士" }));
  await user.click(await sheet.findByRole("button", { name: "标记" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: "投诉过" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: "重点" }));
  await waitFor(() =>
    expect(server.bodies(formTagApi.set.path)).toEqual([
      { ids: ["r1"], add: ["t2"] },
      { ids: ["r1"], remove: ["t1"] },
    ]),
  );
});

test("F70 who may sets up the tags of the form", async () => {
  server.on(formTagApi.add.path, () => ({ id: "t3" }));
  server.on(formTagApi.delete.path, () => ({ count: 1 }));
  await openRecords();
  await user.click(await button("标签设置"));
  const drawer = within(await screen.findByRole("dialog", { name: "标签设置" }));
  await user.click(await drawer.findByRole("button", { name: "新增标签" }));
  const dialog = within(await screen.findByRole("dialog", { name: "新增标签" }));
  await user.type(await dialog.findByRole("textbox", { name: /标签名称/ }), "沉默");
  await user.selectOptions(dialog.getByRole("combobox", { name: /颜色/ }), "绿色");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(formTagApi.add.path)).toEqual([{ formId: "f1", name: "沉默", color: "green" }]),
  );
  await user.click(drawer.getAllByRole("button", { name: "删除" })[0]!);
  expect(await screen.findByText("“重点”会从 1 条数据上移除，确定要删除吗？")).toBeVisible();
});
