/** Q1: customers whose form says so count as having waited longer; the rules, and who may keep them. */
import { customerPriorityApi, dictionarieApi, vipApi } from "@liantai/api/contract/admin";
import { customerFormConfApi, customerFormDataApi, type RecordValues } from "@liantai/api/contract/workorder";
import type { FormField, FormType } from "@liantai/api/forms";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { createNumbers } from "../numbers/index.ts";
import { demoDirectNumber } from "../system/index.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const minutesOf = async (caller: string) => {
  const { database, broker, random, clock } = office.ports;
  const plan = await createNumbers(database, broker, random).callPlan(demoDirectNumber.number, clock.now(), caller);
  return (plan?.boostMs ?? 0) / 60_000;
};
let made = 0;
/** A form of these fields, published. */
async function addForm(person: Person, fields: readonly FormField[], formType: FormType = "customer"): Promise<string> {
  const name = `资料${(made += 1)}`;
  return (await person.call(customerFormConfApi.add, { body: { name, formType, fields } })).id;
}
const addRecord = (person: Person, formId: string, values: RecordValues) =>
  person.call(customerFormDataApi.add, { body: { formId, values } });
const phone: FormField = { type: "input", name: "phone", label: "电话" };
const items = (...names: string[]) => names.map((name, i) => ({ label_name: name, label_value: String(i + 1) }));
const customers = () =>
  addForm(office.administrator, [
    phone,
    { type: "select", name: "level", label: "客户等级", items: items("普通", "金卡", "钻石") },
    { type: "checkbox", name: "tags", label: "标签", items: items("投诉中", "大额") },
  ]);

test("Q1 the most that a customer's records say is added to the other priorities, from the next call on", async () => {
  const { administrator, monitor } = office;
  const formId = await customers();
  const golden = await addRecord(administrator, formId, { phone: "13700000001", level: "2", tags: ["2"] });
  await addRecord(administrator, formId, { phone: "13700000002", level: "1" });
  const add = (field: string, value: string, priorityMin: number) =>
    monitor.call(customerPriorityApi.add, { body: { formId, field, value, priorityMin } });
  const gold = await add("level", "2", 4);
  expect(await Promise.all(["13700000001", "+8613700000001", "13700000002", "anonymous"].map(minutesOf))).toEqual([
    4, 4, 0, 0,
  ]);
  await add("tags", "2", 10);
  expect(await minutesOf("13700000001")).toBe(10);
  await monitor.call(vipApi.add, { body: { phone: "13700000001", name: "王总", priorityMin: 5 } });
  expect(await minutesOf("13700000001")).toBe(15);
  await monitor.call(customerPriorityApi.update, {
    body: { id: gold.id, formId, field: "level", value: "2", priorityMin: 20 },
  });
  expect(await minutesOf("13700000001")).toBe(25);
  await administrator.call(customerFormDataApi.delete, { body: { ids: [golden.id] } });
  expect(await minutesOf("13700000001")).toBe(5);
});

test("Q1 the rules in words; a choice that no published form of customers has is refused, as is a seat", async () => {
  const { administrator, agent, monitor } = office;
  const formId = await customers();
  const order = await addForm(
    administrator,
    [{ type: "radio", name: "kind", label: "类型", items: items("一") }],
    "task",
  );
  const choices = await monitor.call(customerPriorityApi.choices, { body: {} });
  expect(choices.filter((c) => c.formId === formId).map((c) => [c.fieldLabel, c.valueLabel])).toEqual([
    ["客户等级", "普通"],
    ["客户等级", "金卡"],
    ["客户等级", "钻石"],
    ["标签", "投诉中"],
    ["标签", "大额"],
  ]);
  expect(choices.some((c) => c.formId === order)).toBe(false);
  const body = { formId, field: "level", value: "3", priorityMin: 8 };
  const { id } = await monitor.call(customerPriorityApi.add, { body });
  const page = { pageNo: 1, pageSize: 20, formId };
  expect((await monitor.call(customerPriorityApi.list, { body: page })).list).toMatchObject([
    { id, formName: expect.stringMatching(/^资料/), fieldLabel: "客户等级", valueLabel: "钻石", priorityMin: 8 },
  ]);
  expect(await refused(monitor.call(customerPriorityApi.add, { body }))).toMatchObject({ msg: "选项已存在" });
  for (const [wrong, msg] of [
    [{ value: "9" }, "客户表单中没有该选项"],
    [{ field: "phone", value: "1" }, "客户表单中没有该选项"],
    [{ formId: order, field: "kind", value: "1" }, "客户表单中没有该选项"],
    [{ priorityMin: 61 }, expect.stringMatching(/优先分钟数/)],
  ] as const)
    expect(
      await refused(monitor.call(customerPriorityApi.add, { body: { ...body, value: "1", ...wrong } })),
    ).toMatchObject({ msg });
  expect(await refused(agent.call(customerPriorityApi.list, { body: page }))).toMatchObject({ status: 403 });
  expect(await refused(agent.call(customerPriorityApi.add, { body }))).toMatchObject({ status: 403 });
});

test("Q1 a field whose choices are a dictionary's", async () => {
  const { administrator, operator } = office;
  const { id: dictionaryId } = await operator.call(dictionarieApi.add, { body: { code: "grade", name: "等级" } });
  await operator.call(dictionarieApi.itemAdd, {
    body: { dictionaryId, value: "A", label: "甲级", sort: 1, enabled: 1 },
  });
  const formId = await addForm(administrator, [
    phone,
    { type: "select", name: "grade", label: "等级", ext: { options: { from: "dictionary", code: "grade" } } },
  ]);
  const choices = await administrator.call(customerPriorityApi.choices, { body: {} });
  expect(choices.filter((c) => c.formId === formId)).toMatchObject([
    { field: "grade", fieldLabel: "等级", value: "A", valueLabel: "甲级" },
  ]);
});
