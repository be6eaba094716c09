/** F71, F99: what the query bar of records asks that is no text or choice of the form. */
import { cascadeApi, customerFormConfApi, customerFormDataApi, formDataApi } from "@liantai/api/contract/workorder";
import { page, type FakeServer } from "@liantai/ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { form, openRecords as open, signInToRecords } from "./testing/records.tsx";

let user: ReturnType<typeof userEvent.setup>;
let server: FakeServer;
beforeEach(() => {
  user = userEvent.setup();
  server = signInToRecords();
});

const asked = () => server.bodies(customerFormDataApi.list.path).at(-1);
const query = async () => user.click(await screen.findByRole("button", { name: "查询" }));
const withFields = (...more: object[]) =>
  server.on(customerFormConfApi.findById.path, () => ({ ...form, fields: [...form.fields, ...more] }));

test("F71 a customer is looked for by the whole of any of his numbers", async () => {
  await open();
  await user.type(await screen.findByRole("textbox", { name: "客户号码" }), "02088886666");
  await query();
  await waitFor(() => expect(asked()).toMatchObject({ phone: "02088886666", filters: [] }));
});

test("F83 F99 of whom a second number is hidden no number is asked", async () => {
  const home = { type: "input", name: "home", label: "家庭电话", ext: { content: "phone" } };
  server.on(customerFormConfApi.findById.path, () => ({
    ...{ ...form, fields: [...form.fields, home] },
    otherRender: { home: { hidden: true } },
  }));
  await open();
  await screen.findByRole("combobox", { name: "负责人" });
  expect(screen.queryByRole("textbox", { name: "客户号码" })).toBeNull();
});

test("F99 records of one owner are asked for by seat and name", async () => {
  await open();
  await screen.findByRole("option", { name: "1002 王志强" });
  await user.selectOptions(screen.getByRole("combobox", { name: "负责人" }), "1002 王志强");
  await query();
  await waitFor(() => expect(asked()).toMatchObject({ ownerId: "u2" }));
});

test("F9 what is too short for the server is refused at its field, and the list stays", async () => {
  await open();
  const name = await screen.findByRole("textbox", { name: "客户姓名" });
  const before = server.bodies(customerFormDataApi.list.path).length;
  await user.type(name, "王");
  await query();
  expect(await screen.findByText("客户姓名至少输入2个字符，查整个内容时加引号")).toBeVisible();
  expect(server.bodies(customerFormDataApi.list.path)).toHaveLength(before);
  await user.type(name, "女");
  await query();
  await waitFor(() => expect(asked()).toMatchObject({ filters: [{ name: "customerName", value: "王女" }] }));
});

test("F99 a cascade is asked at any level, as far down as the person chooses", async () => {
  withFields({
    ...{ type: "cascading select", name: "area", label: "地区", query: true, cascadeCount: 3 },
    ext: { options: { from: "cascade", id: "cn" } },
  });
  const below: Record<string, object[]> = {
    cn: [{ id: "gd", name: "广东", leaf: false }],
    gd: [
      { id: "gz", name: "广州", leaf: false },
      { id: "sz", name: "深圳", leaf: true },
    ],
  };
  server.on(cascadeApi.options.path, (question) => page(below[String(question.body["parentId"])] ?? [])(question));
  await open();
  const group = within(await screen.findByRole("group", { name: "地区" }));
  await group.findByRole("option", { name: "广东" });
  await user.selectOptions(group.getByRole("combobox", { name: "地区第1级" }), "广东");
  await user.selectOptions(await group.findByRole("combobox", { name: "地区第2级" }), "深圳");
  await query();
  const sent = (...value: string[]) => ({ filters: [{ name: "area", op: "under", value }] });
  await waitFor(() => expect(asked()).toMatchObject(sent("gd", "sz")));
  // Nothing stands below a leaf.
  expect(group.queryByRole("combobox", { name: "地区第3级" })).toBeNull();
  await user.selectOptions(group.getByRole("combobox", { name: "地区第2级" }), "全部");
  await query();
  await waitFor(() => expect(asked()).toMatchObject(sent("gd")));
});

test("F99 a look-up is asked by what is found and chosen", async () => {
  withFields({
    ...{ type: "lookup", name: "by", label: "介绍人", query: true, ext: { lookup: { to: "customer", formId: "f1" } } },
  });
  server.on(formDataApi.lookup.path, () => [{ id: "r9", label: "周先生", note: "KH9", values: {} }]);
  await open();
  const box = await screen.findByRole("combobox", { name: "介绍人" });
  await user.type(box, "周");
  await user.click(await screen.findByRole("option", { name: /周先生/ }));
  expect(box).toHaveValue("周先生");
  await query();
  await waitFor(() => expect(asked()).toMatchObject({ filters: [{ name: "by", op: "anyOf", value: ["r9"] }] }));
  await user.clear(box);
  await query();
  await waitFor(() => expect(asked()).toMatchObject({ filters: [] }));
});
