import { customerFormDataApi, formDataApi, recordPoolApi, recordViewApi } from "@liantai/api/contract/workorder";
import { type FakeServer } from "@liantai/ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openedRecord, openRecords, poolSetting, record, signInToRecords } from "./testing/records.tsx";

const view = {
  ...{ id: "v1", name: "金卡", columns: ["f_level", "f_customerName"], sortOrder: "asc", roleIds: ["*"] },
  ...{ ownerName: "张建国", mayChange: true },
  question: { filters: [{ name: "level", op: "anyOf", value: ["gold"] }] },
};
let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
beforeEach(() => {
  user = userEvent.setup();
  server = signInToRecords();
  server.on(recordViewApi.list.path, () => ({ views: [view], roles: [{ id: "role1", name: "坐席" }] }));
  server.on(recordViewApi.counts.path, () => [{ id: "v1", total: 10_000, more: true, text: "10000+" }]);
});
const asked = () => server.bodies(customerFormDataApi.list.path).at(-1);
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const answer = (rows: (pageNo: number) => readonly object[], total: number) =>
  server.on(customerFormDataApi.list.path, ({ body }) => ({
    ...{
      list: rows(Number(body["pageNo"])),
      total,
      more: total >= 10_000,
      totalText: String(total),
      next: "",
      indexing: [],
    },
    ...{ pageNo: body["pageNo"], pageSize: body["pageSize"] },
  }));

test("F72 a view stands over the list with its count; pressed, the list asks its question, in its columns and order", async () => {
  await openRecords();
  const strip = within(screen.getByRole("group", { name: "视图" }));
  await user.click(await strip.findByRole("button", { name: /金卡\s*10000\+/ }));
  await waitFor(() =>
    expect(asked()).toMatchObject({
      ...{ filters: [{ name: "level", op: "anyOf", value: ["gold"] }], sortBy: "createTime", sortOrder: "asc" },
    }),
  );
  await waitFor(() => expect(strip.getByRole("button", { name: /金卡/ })).toHaveAttribute("aria-pressed", "true"));
  const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
  expect(heads.filter((text) => ["等级", "客户姓名", "电话号码"].includes(text ?? ""))).toEqual(["等级", "客户姓名"]);
  await user.click(strip.getByRole("button", { name: "全部" }));
  await waitFor(() => expect(asked()).toMatchObject({ filters: [] }));
});

test("F72 what is asked now is saved as a view, for oneself or for roles", async () => {
  server.on(recordViewApi.add.path, () => ({ id: "v2" }));
  await openRecords();
  await user.type(await screen.findByRole("textbox", { name: "客户姓名" }), "王女");
  await user.click(await button("查询"));
  await user.click(await button("存为视图"));
  const dialog = within(await screen.findByRole("dialog", { name: "存为视图" }));
  await user.type(await dialog.findByRole("textbox", { name: /视图名称/ }), "姓王的");
  await user.click(dialog.getByRole("option", { name: "坐席" }));
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(server.bodies(recordViewApi.add.path)).toMatchObject([
      {
        ...{ formId: "f1", name: "姓王的", roleIds: ["role1"], sortOrder: "" },
        question: { filters: [{ name: "customerName", op: "contains", value: "王女" }], source: "" },
        columns: expect.arrayContaining(["f_customerName", "f_phone"]),
      },
    ]),
  );
});

test("F72 a view keeps the number and the pool that are asked for, and the list asks for them again", async () => {
  server.on(recordPoolApi.setting.path, () => ({ ...poolSetting, enabled: 1 }));
  server.on(recordViewApi.add.path, () => ({ id: "v2" }));
  const question = { filters: [], source: "", pool: 1, phone: "13812345678" };
  server.on(recordViewApi.list.path, () => ({ views: [{ ...view, name: "公海里的他", question }], roles: [] }));
  await openRecords();
  const strip = within(screen.getByRole("group", { name: "视图" }));
  await user.click(await strip.findByRole("button", { name: /公海里的他/ }));
  await waitFor(() => expect(asked()).toMatchObject({ pool: 1, phone: "13812345678" }));
  await waitFor(() =>
    expect(strip.getByRole("button", { name: /公海里的他/ })).toHaveAttribute("aria-pressed", "true"),
  );
  expect(screen.getByRole("textbox", { name: "客户号码" })).toHaveValue("13812345678");
  expect(screen.getByRole("combobox", { name: "范围" })).toHaveDisplayValue("公海");
  await user.click(await button("存为视图"));
  const dialog = within(await screen.findByRole("dialog", { name: "存为视图" }));
  await user.type(await dialog.findByRole("textbox", { name: /视图名称/ }), "还是他");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(server.bodies(recordViewApi.add.path)).toMatchObject([{ question }]));
});

test("F43 more than 10,000 read 10000+, and are counted to the last when somebody asks", async () => {
  answer(() => [record], 10_000);
  await openRecords();
  expect(await screen.findByText("共 10000+ 条")).toBeVisible();
  answer(() => [record], 23_456);
  await user.click(await button("精确总数"));
  expect(await screen.findByText("共 23456 条")).toBeVisible();
  expect(asked()).toMatchObject({ formId: "f1", exact: 1 });
});

test("F72 from one record to the next by keyboard, over the end of a page", async () => {
  const named = (id: string, customerName: string) => ({ ...record, id, values: { ...record.values, customerName } });
  const pages = [[named("r1", "王女士"), named("r2", "赵女士")], [named("r3", "钱女士")]];
  const all = pages.flat();
  answer((pageNo) => pages[pageNo - 1] ?? [], 11);
  server.on(formDataApi.find.path, ({ body }) => ({
    ...openedRecord,
    record: all.find(({ id }) => id === body["id"]),
  }));
  await openRecords();
  await user.click((await screen.findAllByRole("button", { name: "详情" }))[0]!);
  const sheet = await screen.findByRole("dialog", { name: "客户：王女士" });
  expect(await within(sheet).findByRole("button", { name: "上一条" })).toBeDisabled();
  const press = (key: string) => fireEvent.keyDown(document.body, { key, altKey: true });
  press("ArrowDown");
  expect(await screen.findByRole("dialog", { name: "客户：赵女士" })).toBeVisible();
  press("ArrowDown");
  expect(await screen.findByRole("dialog", { name: "客户：钱女士" })).toBeVisible();
  expect(asked()).toMatchObject({ pageNo: 2 });
  press("ArrowUp");
  expect(await screen.findByRole("dialog", { name: "客户：赵女士" })).toBeVisible();
});
