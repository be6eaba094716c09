/** F13: what a look-up field offers. */
import { customerFormDataApi, formDataApi } from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { addForm, addRecord, input } from "./testing/forms.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const fields = [
  input("customerName", "客户姓名", { query: true }),
  input("phone", "电话", { ext: { content: "phone", mask: "phone" } }),
];
const found = (keyword: string, more: Readonly<Record<string, string>> = {}) =>
  office.administrator.call(formDataApi.lookup, { body: { to: "customer", keyword, ...more } });

test("F13 customers by part of a name or a whole number, the newest without either; of one form alone where it is named", async () => {
  const form = await addForm(office.administrator, fields);
  const other = await addForm(office.administrator, fields);
  await addRecord(office.administrator, form, { customerName: "王小芳", phone: "13800001111" });
  await addRecord(office.administrator, other, { customerName: "王小明", phone: "02088886666" });
  expect((await found("王小")).map(({ label }) => label).sort()).toEqual(["王小明", "王小芳"].sort());
  expect((await found("王小", { formId: form })).map(({ label }) => label)).toEqual(["王小芳"]);
  expect((await found("02088886666")).map(({ label, values }) => [label, values["phone"]])).toEqual([
    ["王小明", "02088886666"],
  ]);
  expect(await found("赵钱孙")).toEqual([]);
  expect((await found("")).length).toBeGreaterThan(2);
  expect((await found("", { formId: form })).map(({ label }) => label)).toEqual(["王小芳"]);
});

test("F13 an agent finds within his data scope; seats by number and name", async () => {
  const { agent } = office;
  const mine = await agent.call(formDataApi.lookup, { body: { to: "customer", keyword: "王小" } });
  expect(mine).toEqual([]);
  const seats = await agent.call(formDataApi.lookup, { body: { to: "seat", keyword: "100" } });
  expect(seats.length).toBeGreaterThan(0);
  expect(seats[0]).toMatchObject({ id: "1001", values: { agentId: "1001" } });
  expect(await agent.call(formDataApi.lookup, { body: { to: "call", keyword: "%" } })).toEqual([]);
});

test("F98 a number that a look-up fills in for whom it is hidden is saved whole, of a new record and of a changed one", async () => {
  const { administrator, agent } = office;
  const customers = await addForm(administrator, fields);
  const visits = await addForm(administrator, [
    input("note", "说明"),
    { type: "lookup", name: "who", label: "客户", ext: { lookup: { to: "customer", fills: { tel: "phone" } } } },
    input("tel", "联系电话", { require: true, ext: { content: "phone", mask: "phone" } }),
  ]);
  const one = await addRecord(agent, customers, { customerName: "赵一", phone: "13800004444" });
  const two = await addRecord(agent, customers, { customerName: "钱二", phone: "13900004444" });
  const foreign = await addRecord(administrator, customers, { customerName: "孙三", phone: "13700004444" });
  const who = (id: string) => ({ id, label: "客户" });
  const { id } = await addRecord(agent, visits, { who: who(one.id), tel: "138****4444" });
  const read = async () => (await administrator.call(customerFormDataApi.findById, { body: { id } })).values["tel"];
  expect(await read()).toBe("13800004444");
  await agent.call(customerFormDataApi.update, {
    body: { id, version: 1, values: { who: who(two.id), tel: "139****4444" } },
  });
  expect(await read()).toBe("13900004444");
  // Of whom he does not see, and of whom it is not.
  for (const [by, tel] of [
    [foreign.id, "137****4444"],
    [one.id, "139****4444"],
  ] as const)
    expect(await refused(addRecord(agent, visits, { who: who(by), tel }))).toMatchObject({
      fields: [{ path: "values.tel" }],
    });
});

test("F81 a customer by his whole code, whatever its width and case; a part, one of the recycle bin, another's find nobody", async () => {
  const { administrator, agent } = office;
  const form = await addForm(administrator, [input("customerCode", "客户编号", { query: true }), ...fields]);
  const { id } = await addRecord(administrator, form, {
    ...{ customerCode: "KH20260302000001", customerName: "陈小玲", phone: "13800002222" },
  });
  const byCode = (code: string, person = administrator) =>
    person.call(formDataApi.lookup, { body: { to: "customer", code } });
  expect(await byCode("ｋｈ20260302000001")).toMatchObject([
    { id, label: "陈小玲", values: { customerCode: "KH20260302000001", phone: "13800002222" } },
  ]);
  expect(await byCode("KH2026030200000")).toEqual([]);
  expect(await byCode("KH20260302000001", agent)).toEqual([]);
  const mine = await addRecord(agent, form, { customerCode: "7", customerName: "李小四", phone: "13800003333" });
  expect(await byCode("7", agent)).toMatchObject([{ id: mine.id, values: { phone: "138****3333" } }]);
  await administrator.call(customerFormDataApi.delete, { body: { ids: [id] } });
  expect(await byCode("KH20260302000001")).toEqual([]);
});

test("F39 a look-up refers to a record of the kind and form its field asks for, in a table too; what stood may stay", async () => {
  const { administrator } = office;
  const [customers, others] = [await addForm(administrator, fields), await addForm(administrator, fields)];
  const tasks = await addForm(administrator, [input("taskMark", "任务标识")], "task");
  const lookup = (formId?: string) => ({
    ...({ type: "lookup", name: "who", label: "客户" } as const),
    ext: { lookup: { to: "customer" as const, ...(formId && { formId }) } },
  });
  const add = async (field: FormField, value: unknown) => {
    const formId = await addForm(administrator, [field, input("note", "说明")]);
    return addRecord(administrator, formId, { [field.name]: value } as never);
  };
  const one = { id: (await addRecord(administrator, customers, { customerName: "王小兰", phone: "13800005555" })).id };
  const named = { ...one, label: "王小兰" };
  const task = { id: (await addRecord(administrator, tasks, { taskMark: "春季" })).id, label: "春季" };
  const strange = async (call: Promise<unknown>) =>
    (await refused(call)).fields.map(({ path, message }) => [path, message]);
  const message = "关联的数据不存在或已被删除";
  expect(await strange(add(lookup(), task))).toEqual([["values.who", message]]);
  expect(await strange(add(lookup(others), named))).toEqual([["values.who", message]]);
  await add(lookup(customers), named);
  const table: FormField = { type: "rows", name: "list", label: "明细", ext: { rows: { fields: [lookup()] } } };
  expect(await strange(add(table, [{ who: named }, { who: { id: "nobody", label: "无" } }]))).toEqual([
    ["values.list[1].who", message],
  ]);
  const { id } = await add(table, [{ who: named }]);
  await administrator.call(customerFormDataApi.delete, { body: { ids: [one.id] } });
  const moved = [{ who: named }, { who: named }] as never;
  await administrator.call(customerFormDataApi.update, {
    body: { id, version: 1, values: { list: moved, note: "两次" } },
  });
});

test("F13 a target that is none is refused by name", async () => {
  expect(await refused(office.administrator.call(formDataApi.lookup, { body: { to: "moon" } as never }))).toMatchObject(
    { fields: [{ label: "关联对象" }] },
  );
});
