/** F87: what each field was, and back to it by a save as any other. */
import {
  customerFormConfApi as conf,
  customerFormDataApi as api,
  formDataApi,
  recordHistoryApi as history,
} from "@liantai/api/contract/workorder";
import { isRefused } from "../auth/index.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { addForm, addRecord, input } from "./testing/forms.ts";

let office: Office;
let roleId: string;
beforeAll(async () => {
  office = await openOffice();
  const caller = await office.composition.auth.sessions.resolve(office.agent.token);
  if (isRefused(caller)) throw new Error("no caller");
  ({ roleId } = caller);
});
afterAll(() => office?.close());

const fields = [
  input("customerName", "客户姓名", { require: true }),
  input("phone", "电话号码", { ext: { content: "phone", mask: "phone" } }),
  input("email", "邮箱", { distinct: true }),
  input("secret", "内部评分"),
  input("source", "渠道", { permission: true }),
];
const change = (id: string, version: number, values: object, person: Person = office.administrator) =>
  person.call(api.update, { body: { id, version, values: values as never } });
const list = (id: string, more: object = {}, person: Person = office.administrator) =>
  person.call(history.list, { body: { id, ...more } });
const restore = (id: string, version: number, field: string, of: number, person: Person = office.administrator) =>
  person.call(history.restore, { body: { id, version, field, change: of } });
const valuesOf = async (id: string) => (await office.administrator.call(api.findById, { body: { id } })).values;

test("F87 who, when, from, to of each field, newest first; one field alone; in pages", async () => {
  const formId = await addForm(office.administrator, fields);
  const { id } = await addRecord(office.agent, formId, { customerName: "王一", phone: "13800001111" });
  await change(id, 1, { customerName: "王二", phone: "13800002222" });
  await change(id, 2, { customerName: "王三" }, office.agent);
  const all = await list(id);
  expect(all).toMatchObject({ total: 2, pageNo: 1 });
  expect(all.list.map(({ version }) => version)).toEqual([3, 2]);
  expect(all.list[0]).toMatchObject({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    fields: [{ name: "customerName", label: "客户姓名", before: "王二", after: "王三", mayRestore: true }],
  });
  expect(all.list[1]!.by).toBe("张建国");
  expect((await list(id, { field: "phone" })).list).toMatchObject([
    { version: 2, fields: [{ name: "phone", before: "13800001111", after: "13800002222" }] },
  ]);
  expect(await list(id, { pageNo: 2, pageSize: 1 })).toMatchObject({ total: 2, list: [{ version: 2 }] });
  expect((await refused(list(id, { pageSize: 201 }))).fields).toMatchObject([{ path: "pageSize" }]);
});

test("F87 one press puts back what a field was, as any save: version, log, rules, distinct values, conflicts", async () => {
  const formId = await addForm(office.administrator, fields);
  const { id } = await addRecord(office.agent, formId, { customerName: "王一", email: "a@x.cn" });
  await change(id, 1, { customerName: "王二", email: "b@x.cn" });
  expect(await restore(id, 2, "customerName", 2)).toMatchObject({ version: 3 });
  expect(await valuesOf(id)).toEqual({ customerName: "王一", email: "b@x.cn" });
  const [newest, older] = (await list(id)).list;
  expect(newest).toMatchObject({ version: 3, fields: [{ name: "customerName", before: "王二", after: "王一" }] });
  // It is there already: nothing to put back; the other change of it is.
  expect(older!.fields).toMatchObject([
    { name: "customerName", mayRestore: false },
    { name: "email", mayRestore: true },
  ]);
  // Its own value of then belongs to somebody else now.
  await addRecord(office.agent, formId, { customerName: "别人", email: "a@x.cn" });
  expect(await refused(restore(id, 3, "email", 2))).toMatchObject({
    fields: [{ path: "values.email", message: "邮箱已存在" }],
  });
  // Somebody changed the same field meanwhile: both values.
  await change(id, 3, { customerName: "王四" });
  expect(await refused(restore(id, 3, "customerName", 3))).toMatchObject({
    code: 409,
    data: { version: 4, field: "values.customerName", mine: "王二", theirs: "王四" },
  });
  expect((await valuesOf(id))["customerName"]).toBe("王四");
  // Required: what was empty once does not come back where it must not be empty.
  const bare = await addRecord(
    office.agent,
    await addForm(office.administrator, [input("a", "甲"), input("b", "乙")]),
    {
      b: "1",
    },
  );
  await change(bare.id, 1, { a: "有" });
  expect(await restore(bare.id, 2, "a", 2)).toMatchObject({ version: 3 });
  expect(await valuesOf(bare.id)).toEqual({ b: "1" });
});

test("F87 what a role may not see or type has no history for it, is not put back; nor without the right, nor by strangers", async () => {
  const { administrator, agent } = office;
  const formId = await addForm(administrator, fields);
  const { id } = await addRecord(agent, formId, { customerName: "李一", secret: "甲等" });
  await change(id, 1, { customerName: "李二", secret: "乙等" });
  await administrator.call(conf.saveRoleFields, {
    body: { id: formId, roleId, fields: { secret: { hidden: true }, customerName: { enable: false } } as never },
  });
  const seen = await list(id, {}, agent);
  expect(seen.list[0]!.fields).toMatchObject([{ name: "customerName", mayRestore: false }]);
  expect(JSON.stringify(seen)).not.toMatch(/甲等|乙等/);
  expect((await refused(list(id, { field: "secret" }, agent))).fields).toMatchObject([{ path: "field" }]);
  expect(await refused(restore(id, 2, "secret", 2, agent))).toMatchObject({ code: 404 });
  expect(await refused(restore(id, 2, "customerName", 2, agent))).toMatchObject({
    fields: [{ path: "values.customerName" }],
  });
  expect(await refused(restore(id, 2, "customerName", 7))).toMatchObject({ code: 404 });
  expect(await refused(restore(id, 2, "phone", 2))).toMatchObject({ code: 404 });
  for (const body of [{}, { id, version: 2, field: {}, change: 2 }, { id, version: 2, field: "secret", change: "x" }])
    expect(await refused(administrator.call(history.restore, { body: body as never }))).toMatchObject({ code: 400 });
  expect(await valuesOf(id)).toEqual({ customerName: "李二", secret: "乙等" });
  // A field that the form has lost is read in words and not put back.
  await administrator.call(conf.update, { body: { id: formId, name: "少了一项", fields: fields.slice(0, 3) } });
  expect((await list(id, { field: "secret" })).list[0]!.fields).toMatchObject([
    { label: "内部评分", before: "甲等", mayRestore: false },
  ]);
  expect(await refused(restore(id, 2, "secret", 2))).toMatchObject({ msg: "表单已没有这个字段，不能恢复" });
});

test("F87 numbers are masked in the history and come back whole", async () => {
  const { administrator, agent } = office;
  const formId = await addForm(administrator, fields);
  const { id } = await addRecord(agent, formId, { customerName: "赵一", phone: "13800001111" });
  await change(id, 1, { phone: "13900002222" });
  const told = [await list(id, {}, agent), (await agent.call(formDataApi.find, { body: { id } })).changes];
  expect((await list(id, { field: "phone" }, agent)).list[0]!.fields).toMatchObject([
    { before: "138****1111", after: "139****2222", mayRestore: true },
  ]);
  expect(JSON.stringify(told)).not.toMatch(/1[3-9]\d{9}/);
  await restore(id, 2, "phone", 2, agent);
  expect((await valuesOf(id))["phone"]).toBe("13800001111");
});
