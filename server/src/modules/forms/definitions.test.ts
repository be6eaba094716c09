import { operateLogApi } from "@liantai/api/contract/admin";
import { customerFormConfApi } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { addForm, addRecord, input, listRecords, until } from "./testing/forms.ts";
import { everyField } from "./testing/every-field.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const findById = (id: string, version?: number) =>
  office.administrator.call(customerFormConfApi.findById, { query: version === undefined ? { id } : { id, version } });

test("F30 what was added is what is answered: all types, all attributes", async () => {
  const body = { name: "全部控件", formType: "workOrder" as const, fields: everyField };
  const { id, version } = await office.administrator.call(customerFormConfApi.add, { body });
  expect(version).toBe(1);
  const found = await findById(id);
  expect(found.fields).toEqual(everyField);
  expect(found).toMatchObject({ id, name: "全部控件", formType: "workOrder", version: 1, draft: null, indexing: [] });
  const named = await office.agent.call(customerFormConfApi.findByName, { body: { name: "全部控件" } });
  expect(named).toEqual(found);
});

test("F30 a form without fields begins with those of its type, whose keys and types stay", async () => {
  const { administrator } = office;
  const { id, revision } = await administrator.call(customerFormConfApi.add, {
    body: { name: "客户资料", formType: "customer" },
  });
  const { fields } = await findById(id);
  expect(fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["customerCode", "customerName", "phone", "callErloc", "accountLocation", "remark"]),
  );
  const without = fields.filter(({ name }) => name !== "phone");
  const refusal = await refused(
    administrator.call(customerFormConfApi.update, { body: { id, revision, name: "客户资料", fields: without } }),
  );
  expect(refusal).toMatchObject({ code: 400, fields: [{ path: "fields.phone" }] });
});

test("F30 only administrators design; two names are not equal; wrong parts are named by field", async () => {
  const { administrator, agent, monitor } = office;
  const fields = [input("a", "甲")];
  const body = { name: "重名", formType: "task" as const, fields };
  for (const person of [agent, monitor])
    expect(await refused(person.call(customerFormConfApi.add, { body }))).toMatchObject({ status: 403 });
  await administrator.call(customerFormConfApi.add, { body });
  expect(await refused(administrator.call(customerFormConfApi.add, { body }))).toMatchObject({
    msg: "表单名称已存在",
    fields: [{ path: "name" }],
  });
  const twice = { ...body, name: "重键", fields: [input("a", "甲"), input("a", "乙")] };
  expect((await refused(administrator.call(customerFormConfApi.add, { body: twice }))).fields).toMatchObject([
    { path: "fields.a.name" },
  ]);
  for (const wrong of ["x", 7, {}, [1], [{ type: "nothing", name: "a", label: "甲" }], [null]])
    expect(
      await refused(
        administrator.call(customerFormConfApi.add, { body: { ...body, name: "坏", fields: wrong as never } }),
      ),
    ).toMatchObject({ code: 400 });
});

test("F31 a draft is nobody's form until it is published; versions never change", async () => {
  const { administrator, agent } = office;
  const id = await addForm(administrator, [input("a", "甲")]);
  const drafted = await administrator.call(customerFormConfApi.update, {
    body: { id, name: "草稿名", fields: [input("a", "甲"), input("b", "乙")], draft: 1 },
  });
  expect(drafted).toMatchObject({ version: 1, revision: 3 });
  const seen = await findById(id);
  expect(seen.fields).toHaveLength(1);
  expect(seen.draft?.fields).toHaveLength(2);
  expect(await refused(addRecord(agent, id, { a: "1", b: "2" }))).toMatchObject({ fields: [{ path: "values.b" }] });
  expect(await refused(administrator.call(customerFormConfApi.publish, { body: { id, revision: 2 } }))).toMatchObject({
    code: 409,
  });
  const { version } = await administrator.call(customerFormConfApi.publish, { body: { id, revision: 3 } });
  expect(version).toBe(2);
  expect((await findById(id)).fields).toHaveLength(2);
  expect((await findById(id, 1)).fields).toEqual([input("a", "甲")]);
  const versions = await agent.call(customerFormConfApi.versions, { body: { id } });
  expect(versions.map((one) => [one.version, one.fieldCount])).toEqual([
    [2, 2],
    [1, 1],
  ]);
  // The same again is no version.
  const again = { id, name: "草稿名", fields: [input("a", "甲"), input("b", "乙")] };
  expect((await administrator.call(customerFormConfApi.update, { body: again })).version).toBe(2);
});

test("F32 a new query mark finds old records once its index is built, and is refused until then", async () => {
  const { administrator, agent } = office;
  const id = await addForm(administrator, [input("a", "甲"), input("b", "乙", { query: true })]);
  for (let n = 0; n < 5; n += 1) await addRecord(administrator, id, { a: `甲值${n % 2}号`, b: `乙值${n}` });
  const fields = [input("a", "甲", { query: true }), input("b", "乙", { query: true })];
  const { indexing } = await administrator.call(customerFormConfApi.update, { body: { id, name: "索引", fields } });
  expect(indexing).toEqual([{ name: "a", label: "甲" }]);
  const asked = { filters: [{ name: "a", op: "contains", value: "值1号" }] };
  await until(office, async () => (await listRecords(administrator, id)).indexing.length === 0);
  expect((await listRecords(administrator, id, asked)).total).toBe(2);
  expect((await listRecords(agent, id, asked)).total).toBe(0);
  // As while the job is at it.
  await office.ports.database.tenant("100001", (trx) =>
    trx.updateTable("form_definition").set({ indexing: '["a"]', indexedTo: "" }).where("id", "=", id).execute(),
  );
  expect(await refused(listRecords(administrator, id, asked))).toMatchObject({ msg: "“甲”索引建立中，请稍后查询" });
  expect(await listRecords(administrator, id)).toMatchObject({ total: 5, indexing: [{ name: "a", label: "甲" }] });
});

test("F32 a form has as many query fields as there are columns for them", async () => {
  const fields = Array.from({ length: 13 }, (_, n) => input(`f${n}`, `字段${n}`, { query: true }));
  const body = { name: "太多查询", formType: "task" as const, fields };
  expect(await refused(office.administrator.call(customerFormConfApi.add, { body }))).toMatchObject({
    fields: [{ path: "fields.f12.query", message: "“字段12”不能设为可查询：一个表单最多12个文字类查询字段" }],
  });
});

test("F33 equal values are told before a field becomes distinct; accepted ones stay, a third is refused", async () => {
  const { administrator } = office;
  const id = await addForm(administrator, [input("a", "甲")]);
  for (const a of ["ＡＢ1", "AB1", "c"]) await addRecord(administrator, id, { a });
  const body = { id, name: "不重复", fields: [input("a", "甲", { distinct: true })] };
  const refusal = await refused(administrator.call(customerFormConfApi.update, { body }));
  expect(refusal.data).toEqual({ duplicates: [{ field: "a", label: "甲", values: [{ value: "AB1", count: 2 }] }] });
  await administrator.call(customerFormConfApi.update, { body: { ...body, acceptDuplicates: 1 } });
  expect(await refused(addRecord(administrator, id, { a: " AB1 " }))).toMatchObject({
    fields: [{ path: "values.a", message: "甲已存在" }],
  });
  expect((await listRecords(administrator, id)).total).toBe(3);
});

test("a form with records is not deleted, one without is; the log names it", async () => {
  const { administrator } = office;
  const id = await addForm(administrator, [input("a", "甲")]);
  await addRecord(administrator, id, { a: "1" });
  expect(await refused(administrator.call(customerFormConfApi.delete, { body: { ids: [id] } }))).toMatchObject({
    msg: expect.stringContaining("中有1条数据，不能删除"),
  });
  const empty = await addForm(administrator, [input("a", "甲")]);
  expect(await administrator.call(customerFormConfApi.delete, { body: { ids: [empty] } })).toEqual({ count: 1 });
  const log = await administrator.call(operateLogApi.list, { body: { pageNo: 1, pageSize: 5 } });
  expect(log.list[0]).toMatchObject({ objectText: "表单", actionText: "删除" });
});

test("setPopup says when it comes up; schema describes the values", async () => {
  const { administrator, agent } = office;
  const id = await addForm(administrator, [
    input("a", "甲", { require: true }),
    { type: "select", name: "s", label: "选", items: [{ label_name: "一", label_value: "1" }] },
  ]);
  await administrator.call(customerFormConfApi.setPopup, { body: { id, isPopup: 1, outbound: "none" } });
  expect((await findById(id)).popup).toEqual({
    isPopup: 1,
    inbound: "ring",
    outbound: "none",
    accessNumbers: [],
    skillGroupIds: [],
    layouts: [],
  });
  expect(await agent.call(customerFormConfApi.schema, { query: { id } })).toMatchObject({
    type: "object",
    required: ["a"],
    properties: { a: { type: "string", maxLength: 30, title: "甲" }, s: { enum: ["1"] } },
    additionalProperties: false,
  });
});
