/** F44: the other side of a look-up: the records that look a customer or a contact up. */
import { customerFormDataApi as api } from "@liantai/api/contract/workorder";
import { sql } from "kysely";
import { migrationNames } from "../../migrations/index.ts";
import { openOffice, type Office, type Person } from "../../testing/office.ts";
import { addForm, addRecord, input } from "./testing/forms.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const referring = async (id: string, person: Person = office.administrator) => {
  const { list, total } = await person.call(api.timeline, { body: { id, kind: "record" } });
  expect(total).toBe(list.length);
  return list.map(({ contactId, formName, title, mayOpen }) => ({ contactId, formName, title, mayOpen }));
};

const customerForm = () => addForm(office.administrator, [input("customerName", "客户姓名", { query: true })]);
const taskForm = () =>
  addForm(
    office.administrator,
    [
      input("taskMark", "任务标识"),
      { type: "lookup", name: "who", label: "客户", ext: { lookup: { to: "customer" } } },
      { type: "lookup", name: "contact", label: "联系人", ext: { lookup: { to: "contact" } } },
    ],
    "task",
  );

test("F44 a customer shows the records of a dialling task's form that look him up, as long as they do and are there", async () => {
  const { administrator } = office;
  const customers = await customerForm();
  const [a, b] = [
    await addRecord(administrator, customers, { customerName: "王一" }),
    await addRecord(administrator, customers, { customerName: "李二" }),
  ];
  const tasks = await taskForm();
  const [first, second] = [
    await addRecord(administrator, tasks, { taskMark: "春季回访", who: { id: a.id, label: "王一" } }),
    await addRecord(administrator, tasks, { taskMark: "夏季回访" }),
  ];
  const line = { contactId: first.id, formName: expect.stringMatching(/^表单\d+$/), title: "春季回访", mayOpen: true };
  expect(await referring(a.id)).toEqual([line]);
  expect(await referring(b.id)).toEqual([]);
  await administrator.call(api.update, {
    body: { id: second.id, version: 1, values: { who: { id: a.id, label: "王一" } } },
  });
  expect((await referring(a.id)).map(({ title }) => title).sort()).toEqual(["夏季回访", "春季回访"].sort());
  await administrator.call(api.update, {
    body: { id: second.id, version: 2, values: { who: { id: b.id, label: "李二" } } },
  });
  expect(await referring(a.id)).toEqual([line]);
  expect((await referring(b.id)).map(({ title }) => title)).toEqual(["夏季回访"]);
  await administrator.call(api.delete, { body: { ids: [first.id] } });
  expect(await referring(a.id)).toEqual([]);
  await administrator.call(api.restore, { body: { ids: [first.id] } });
  expect(await referring(a.id)).toEqual([line]);
});

test("F44 who may not see the record that looks his customer up learns of its form alone; contacts show theirs", async () => {
  const { administrator, agent } = office;
  const customer = await addRecord(agent, await customerForm(), { customerName: "赵三" });
  const contact = await addRecord(administrator, "contacter", { name: "钱四", phone: "13800004444" });
  const tasks = await taskForm();
  const record = await addRecord(administrator, tasks, {
    taskMark: "回电13812345678",
    ...{ who: { id: customer.id, label: "赵三" }, contact: { id: contact.id, label: "钱四" } },
  });
  const line = { contactId: record.id, formName: expect.any(String) };
  expect(await referring(customer.id, agent)).toEqual([{ ...line, title: "", mayOpen: false }]);
  expect(await referring(contact.id)).toEqual([{ ...line, title: "回电13812345678", mayOpen: true }]);
  const own = await addRecord(agent, tasks, {
    taskMark: "回电13812345678",
    who: { id: customer.id, label: "赵三" },
  });
  expect(await referring(customer.id, agent)).toContainEqual({
    ...{ contactId: own.id, formName: expect.any(String), title: "回电138****5678", mayOpen: true },
  });
});

test("F44 records that were there before stand with the customer they look up, and with whom he was merged into", async () => {
  const { administrator, ports } = office;
  const customers = await customerForm();
  const [a, b] = [
    await addRecord(administrator, customers, { customerName: "孙五" }),
    await addRecord(administrator, customers, { customerName: "孙伍" }),
  ];
  const record = await addRecord(administrator, await taskForm(), { who: { id: b.id, label: "孙伍" } });
  // As they were written while nothing kept them.
  await ports.database.system(async (trx) => {
    await sql`delete from customer_link where kind = 'record'`.execute(trx);
    await sql`update form_record set merged_into = ${a.id}, deleted_at = now() where id = ${b.id}`.execute(trx);
  });
  expect(await referring(a.id)).toEqual([]);
  await ports.database.migrateDown(migrationNames.length - migrationNames.indexOf("145-referring-records"));
  await ports.database.migrate();
  expect((await referring(a.id)).map(({ contactId }) => contactId)).toEqual([record.id]);
});
