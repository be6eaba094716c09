/** F88: of two who change one record, what only one of them changed is nobody's conflict. */
import {
  customerFormConfApi as conf,
  customerFormDataApi as api,
  recordPresenceApi as presence,
} from "@liantai/api/contract/workorder";
import { isRefused } from "../auth/index.ts";
import { subscribe } from "../topics.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { addForm, addRecord, input } from "./testing/forms.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const fields = [
  input("a", "甲"),
  input("b", "乙"),
  input("c", "丙"),
  input("phone", "电话", { ext: { content: "phone", mask: "phone" } }),
  { type: "textarea", name: "remark", label: "备注" } as const,
];
const first = { a: "1", b: "2", c: "3", phone: "13800001111", remark: "打13800001111" };
const change = (id: string, version: number, values: object, person: Person, more: object = {}) =>
  person.call(api.update, { body: { id, version, values: values as never, ...more } });
const valuesOf = async (id: string) => (await office.administrator.call(api.findById, { body: { id } })).values;
const made = async () => (await addRecord(office.agent, await addForm(office.administrator, fields), first)).id;

test("F88 two save different fields from one version: both stand, and the second is told what stayed", async () => {
  const { administrator, agent } = office;
  const id = await made();
  await change(id, 1, { a: "甲一" }, agent);
  await change(id, 2, { b: "乙一" }, agent);
  const saved = await change(id, 1, { a: "1", b: "2", c: "丙一" }, administrator);
  // What he sent as he had seen it is no change of his.
  expect(saved).toMatchObject({
    version: 4,
    kept: {
      fields: [
        { name: "a", label: "甲" },
        { name: "b", label: "乙" },
      ],
    },
  });
  expect(saved.kept!.by).not.toBe("");
  expect(await valuesOf(id)).toEqual({ ...first, a: "甲一", b: "乙一", c: "丙一" });
  expect(await change(id, 4, { a: "再" }, administrator)).not.toHaveProperty("kept");
});

test("F88 of one field both changed both values are told, of the others nothing; by `over` it is written over, once", async () => {
  const { administrator, agent } = office;
  const id = await made();
  await change(id, 1, { a: "他", b: "他的" }, agent);
  const mine = { a: "我", c: "我的" };
  expect(await refused(change(id, 1, mine, administrator))).toMatchObject({
    code: 409,
    data: { version: 2, field: "values.a", conflicts: [{ field: "values.a", label: "甲", mine: "我", theirs: "他" }] },
  });
  expect(await valuesOf(id)).toEqual({ ...first, a: "他", b: "他的" });
  // Meanwhile once more: what he was shown is not what he would write over.
  await change(id, 2, { a: "又" }, agent);
  expect(await refused(change(id, 1, mine, administrator, { over: { version: 2, fields: ["a"] } }))).toMatchObject({
    code: 409,
    data: { version: 3, theirs: "又" },
  });
  await change(id, 1, mine, administrator, { over: { version: 3, fields: ["a"] } });
  expect(await valuesOf(id)).toEqual({ ...first, a: "我", b: "他的", c: "我的" });
  // Of a field that was not shown nothing is written over.
  expect(
    await refused(change(id, 1, { b: "x" }, administrator, { over: { version: 4, fields: ["a"] } })),
  ).toMatchObject({
    code: 409,
    data: { field: "values.b" },
  });
  for (const over of [{}, "a", { version: 1 }, { version: "x", fields: [] }, { version: 1, fields: [1, {}] }])
    expect((await refused(change(id, 1, mine, administrator, { over }))).code).toBe(400);
});

test("F88 back to what it was and equal changes are no conflict; a version from the future or of long ago asks about all", async () => {
  const { administrator, agent } = office;
  const id = await made();
  await change(id, 1, { a: "他" }, agent);
  await change(id, 2, { a: "1" }, agent);
  expect(await change(id, 1, { a: "我" }, administrator)).toMatchObject({ version: 4 });
  await change(id, 4, { b: "同" }, agent);
  expect(await change(id, 4, { b: "同" }, administrator)).toMatchObject({ version: 5 });
  expect(await refused(change(id, 9, { c: "早" }, administrator))).toMatchObject({ code: 409, data: { version: 5 } });
  expect((await valuesOf(id))["c"]).toBe("3");
});

test("F88 ten who change ten fields of one version: each stands", async () => {
  const { administrator } = office;
  const ten = Array.from({ length: 10 }, (_, n) => input(`f${n}`, `字段${n}`));
  const { id } = await addRecord(administrator, await addForm(administrator, ten), {});
  await Promise.all(ten.map(({ name }) => change(id, 1, { [name]: name }, administrator)));
  expect(await valuesOf(id)).toEqual(Object.fromEntries(ten.map(({ name }) => [name, name])));
});

test("F88 the joined record is checked as a whole, and a mask is what it hid when it was seen", async () => {
  const { administrator, agent } = office;
  const formId = await addForm(administrator, [
    input("kind", "类别"),
    input("why", "原因"),
    input("phone", "电话", { ext: { content: "phone", mask: "phone" } }),
  ]);
  await administrator.call(conf.update, {
    body: {
      ...{ id: formId, name: "有规则的" },
      fields: [input("kind", "类别"), input("why", "原因"), fields[3]!],
      ext: {
        rules: [
          { id: "r1", name: "投诉", when: { expression: 'kind = "投诉"' }, then: [{ do: "require", fields: ["why"] }] },
        ],
      },
    } as never,
  });
  const { id } = await addRecord(agent, formId, { kind: "咨询", why: "问价", phone: "13800001111" });
  await change(id, 1, { kind: "投诉" }, administrator);
  expect(await refused(change(id, 1, { why: "" }, agent))).toMatchObject({ fields: [{ path: "values.why" }] });
  // The number was changed meanwhile: its old mask is no change of his.
  await change(id, 2, { phone: "13900002222" }, administrator);
  await change(id, 1, { phone: "138****1111", why: "改过" }, agent);
  expect(await valuesOf(id)).toEqual({ kind: "投诉", why: "改过", phone: "13900002222" });
});

test("F88 what a role does not see is told to it neither in a conflict nor as kept", async () => {
  const { administrator, agent } = office;
  const caller = await office.composition.auth.sessions.resolve(agent.token);
  if (isRefused(caller)) throw new Error("no caller");
  const formId = await addForm(administrator, fields);
  const { id } = await addRecord(agent, formId, first);
  await administrator.call(conf.saveRoleFields, {
    body: { id: formId, roleId: caller.roleId, fields: { b: { hidden: true } } as never },
  });
  await change(id, 1, { b: "秘密" }, administrator);
  const saved = await change(id, 1, { a: "我" }, agent);
  expect(saved).toMatchObject({ version: 3 });
  expect(JSON.stringify(saved)).not.toMatch(/秘密|"b"/);
  const refusal = await refused(change(id, 1, { b: "猜", a: "我" }, agent));
  expect(refusal).toMatchObject({ fields: [{ path: "values.b" }] });
  expect(JSON.stringify(refusal)).not.toContain("秘密");
});

test("F89 who sees a record may say that he has it open; who may not save it does not type in it; strangers are told nothing", async () => {
  const { administrator, agent, ports } = office;
  const id = await made();
  const asked: unknown[] = [];
  const end = await subscribe(ports.broker, "presence.asked", (one) => asked.push(one));
  const open = (person: Person, body: object) =>
    person.call(presence.open, { body: { id, socketId: "s1", editing: 1, ...body } as never });
  await open(agent, {});
  await open(agent, { editing: 0 });
  await agent.call(presence.close, { body: { id, socketId: "s1" } });
  const place = { compId: "100001", recordId: id, socketId: "s1" };
  expect(asked).toMatchObject([
    { open: { ...place, agentId: "1001", editing: true } },
    { open: { ...place, editing: false } },
    { close: place },
  ]);
  const theirs = (await addRecord(administrator, await addForm(administrator, fields), first)).id;
  expect(await refused(open(agent, { id: theirs }))).toMatchObject({ code: 404 });
  expect(await refused(open(agent, { id: "none" }))).toMatchObject({ code: 404 });
  for (const body of [{ socketId: "" }, { editing: 2 }, { editing: "x" }, { id: {} }])
    expect((await refused(open(agent, body))).code).toBe(400);
  expect(asked).toHaveLength(3);
  await end();
});
