/** F83: what a role may type, must fill and sees of a form. */
import { isRefused } from "../auth/index.ts";
import {
  contacterConfApi,
  contactFormId,
  recordSheetApi,
  customerFormConfApi as conf,
  customerFormDataApi as api,
  formDataApi,
  recordDuplicateApi,
} from "@liantai/api/contract/workorder";
import { stricterRender } from "@liantai/api/forms";
import { readRows } from "../../sheets/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { addForm, addRecord, input, listRecords } from "./testing/forms.ts";

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
  input("customerCode", "客户编号", { require: true, query: true }),
  input("customerName", "客户姓名", { query: true }),
  input("level", "等级", { query: true }),
  input("secret", "内部评分", { query: true, ext: { popup: true } }),
  input("source", "渠道", { permission: true }),
];
const limit = (id: string, render: object) =>
  office.administrator.call(conf.saveRoleFields, { body: { id, roleId, fields: render } as never });

test("F83 role and node together: the stricter counts", () => {
  expect(
    stricterRender(
      { a: { enable: false }, b: { enable: true }, c: { hidden: false, require: false }, d: { require: true } },
      { a: { enable: true }, c: { hidden: true, require: true }, d: { require: false }, e: { enable: true } },
    ),
  ).toEqual({
    a: { enable: false },
    b: { enable: true },
    c: { hidden: true, require: true },
    d: { require: true },
    e: { enable: true },
  });
});

test("F83 a role's map comes with form and record; what is typed outside it is refused by name, what the server fills is not", async () => {
  const { agent, administrator } = office;
  const id = await addForm(administrator, fields);
  const render = { customerCode: { enable: false }, level: { enable: false }, customerName: { require: true } };
  expect(await refused(agent.call(api.add, { body: { formId: id, values: { source: "门店" } } }))).toMatchObject({
    fields: [{ path: "values.source" }],
  });
  await limit(id, { ...render, source: { enable: true } });
  expect((await agent.call(conf.findById, { query: { id } })).otherRender).toEqual({
    ...render,
    source: { enable: true },
  });
  expect((await administrator.call(conf.findById, { query: { id } })).otherRender).toEqual({});
  const add = (values: object) => agent.call(api.add, { body: { formId: id, values } as never });
  for (const [values, field, label] of [
    [{ customerName: "王一", level: "金" }, "level", "等级"],
    [{ customerName: "王一", customerCode: "K1" }, "customerCode", "客户编号"],
    [{ level: "" }, "customerName", "客户姓名"],
  ] as const)
    expect(await refused(add(values))).toMatchObject({ fields: [{ path: `values.${field}`, label }] });
  const { id: record, code } = await add({ customerName: "王一", source: "门店" });
  expect(code).toMatch(/^KH\d{12}$/);
  expect((await agent.call(formDataApi.find, { body: { id: record } })).otherRender).toEqual({
    ...render,
    source: { enable: true },
  });
  await administrator.call(api.update, { body: { id: record, version: 1, values: { level: "银" } } });
  expect(
    await refused(agent.call(api.update, { body: { id: record, version: 2, values: { level: "金" } } })),
  ).toMatchObject({ fields: [{ path: "values.level" }] });
  // As it is kept it may come back.
  await agent.call(api.update, { body: { id: record, version: 2, values: { level: "银", customerName: "王二" } } });
});

test("F83 what a role does not see stands nowhere, is not asked by, and stays as it is kept", async () => {
  const { agent, administrator } = office;
  const id = await addForm(administrator, fields);
  const { id: record } = await addRecord(agent, id, { customerName: "李四", secret: "甲等" });
  await limit(id, { secret: { hidden: true } });
  const seen = [
    (await listRecords(agent, id)).list[0],
    await agent.call(api.findById, { body: { id: record } }),
    (await agent.call(formDataApi.find, { body: { id: record } })).record,
  ];
  for (const one of seen) expect(one!.values).toEqual({ customerCode: expect.any(String), customerName: "李四" });
  const asked = [{ name: "secret", op: "contains", value: "甲等" }];
  expect(await refused(listRecords(agent, id, { filters: asked }))).toMatchObject({ code: 400 });
  expect((await listRecords(administrator, id, { filters: asked })).total).toBe(1);
  const rows: string[][] = [];
  const { bytes } = await agent.file(recordSheetApi.exportNow, { query: { formId: id } });
  for await (const { cells } of readRows(bytes, { maxRows: 10, maxColumns: 50 })) rows.push([...cells]);
  expect(rows.flat()).not.toContain("甲等");
  expect(rows[0]).not.toContain("内部评分");
  await agent.call(api.update, { body: { id: record, version: 1, values: { customerName: "李五" } } });
  const stale = await refused(agent.call(api.update, { body: { id: record, version: 1, values: { secret: "乙" } } }));
  expect(stale).toMatchObject({ fields: [{ path: "values.secret" }] });
  expect(JSON.stringify(stale)).not.toContain("甲等");
  const changes = (await agent.call(formDataApi.find, { body: { id: record } })).changes;
  expect(JSON.stringify(changes)).not.toContain("甲等");
  expect((await administrator.call(api.findById, { body: { id: record } })).values).toMatchObject({
    customerName: "李五",
    secret: "甲等",
  });
});

test("F83 F99 a number that the role does not see finds nobody, in no list and no look-up", async () => {
  const { agent, administrator } = office;
  const id = await addForm(administrator, [
    input("customerName", "客户姓名", { query: true }),
    input("phone", "电话", { ext: { content: "phone" } }),
  ]);
  await addRecord(agent, id, { customerName: "吴五", phone: "13800005555" });
  const list = () => listRecords(agent, id, { phone: "13800005555" });
  const lookup = () => agent.call(formDataApi.lookup, { body: { to: "customer", formId: id, keyword: "13800005555" } });
  expect([(await list()).total, (await lookup()).length]).toEqual([1, 1]);
  await limit(id, { phone: { hidden: true } });
  expect(await refused(list())).toMatchObject({ fields: [{ path: "phone" }] });
  expect(await lookup()).toEqual([]);
});

test("F83 F99 one who sees the first number and not the second finds by neither: both are looked at together", async () => {
  const { agent, administrator } = office;
  const id = await addForm(administrator, [
    input("customerName", "客户姓名", { query: true }),
    input("phone", "电话", { ext: { content: "phone" } }),
    input("home", "家庭电话", { ext: { content: "phone" } }),
  ]);
  await addRecord(agent, id, { customerName: "吴六", phone: "13800005556", home: "13800005557" });
  const list = () => listRecords(agent, id, { phone: "13800005557" });
  const lookup = () => agent.call(formDataApi.lookup, { body: { to: "customer", formId: id, keyword: "13800005557" } });
  expect([(await list()).total, (await lookup()).length]).toEqual([1, 1]);
  await limit(id, { home: { hidden: true } });
  expect(await refused(list())).toMatchObject({ fields: [{ path: "phone" }] });
  expect(await lookup()).toEqual([]);
});

test("F83 only administrators set it, for roles and fields that are there; taken back it is as before", async () => {
  const { agent, administrator } = office;
  const id = await addForm(administrator, fields);
  expect(await refused(agent.call(conf.saveRoleFields, { body: { id, roleId, fields: {} } }))).toMatchObject({
    status: 403,
  });
  expect(await refused(limit(id, { nothing: { hidden: true } }))).toMatchObject({
    fields: [{ path: "fields.nothing" }],
  });
  expect(await refused(limit(id, { level: { hidden: "yes" } }))).toMatchObject({ fields: [{ path: "fields.level" }] });
  const other = { id, roleId: "none", fields: {} };
  expect(await refused(administrator.call(conf.saveRoleFields, { body: other }))).toMatchObject({
    msg: "角色不存在或已被删除",
  });
  await limit(id, { level: { hidden: true } });
  const told = await administrator.call(conf.roleFields, { body: { id } });
  expect(told.fields).toEqual({ [roleId]: { level: { hidden: true } } });
  expect(told.roles.map((role) => role.id)).toContain(roleId);
  await limit(id, {});
  expect((await administrator.call(conf.roleFields, { body: { id } })).fields).toEqual({});
});

test("F83 contacts, whose views know no roles, have no fields by role", async () => {
  await office.agent.call(contacterConfApi.list, { body: { pageNo: 1, pageSize: 10 } });
  expect(await refused(limit(contactFormId, { phone: { hidden: true } }))).toMatchObject({
    msg: "企业联系人不能按角色设置字段",
  });
});

test("F83 what a role does not see stands in no title of a probable duplicate", async () => {
  const { agent, administrator } = office;
  const id = await addForm(administrator, [
    input("customerName", "客户姓名", { query: true }),
    input("phone", "电话号码", { query: true, ext: { content: "phone" } }),
  ]);
  await administrator.call(recordDuplicateApi.saveSetting, {
    body: { formId: id, mode: "warn", threshold: 60, rules: [{ kind: "number", weight: 60 }] },
  });
  await addRecord(agent, id, { customerName: "王机密", phone: "13812340000" });
  const again = () => refused(agent.call(api.add, { body: { formId: id, values: { phone: "13812340000" } } }));
  expect(JSON.stringify((await again()).data)).toContain("王机密");
  await limit(id, { customerName: { hidden: true } });
  const told = await again();
  expect(told).toMatchObject({ code: 409, data: { duplicates: [{ mayOpen: true }] } });
  expect(JSON.stringify(told.data)).not.toContain("王机密");
});
